// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "b09fd01234a9d5ffff2c5a1814ea59183ce30951163a7cc2f3df2901d8959643" } as const;
