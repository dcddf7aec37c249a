// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "0220fa43d3e6377cb2a8bb5639a9d3b360c5945a9a1e4a6b5dbd4140c1ff9030" } as const;
