// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "3d0a2c6b84cc27ebd4be61ed6fba8a640718d96a6a723c606a120effcf4fc20f" } as const;
