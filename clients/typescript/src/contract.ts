// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "accb351630046c2c1b67e88095ca9e47662dbaee0b8bb003b603f246518fa4f1" } as const;
