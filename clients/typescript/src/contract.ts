// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "ba4a554772a55d1b6b7690411157e9c11f7f3c8ef35efcdb5c492c9d9c4272e3" } as const;
