// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "2b83023554b9cefcf0f5568b091cd2dbf676788baa8185055c268e7e9fd6a92f" } as const;
