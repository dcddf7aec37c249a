// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "f927f0cf7e91d412610bb5b49a36f0c7586e93ae24719d8a8995af9328d0fccd" } as const;
