// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "323117f81a15c6fff408a1e4a6042a06a79587b471f33b4a7529749a8a0ac92b" } as const;
