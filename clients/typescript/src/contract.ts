// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "4be6edc63646e71f2650d5da8907a712ff20557971620cd7eca0db39cd159589" } as const;
