// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "c19c7c651f4bc45ebc2ace96bd2d47a260d8dabe162437a0716b2d7ba07636da" } as const;
