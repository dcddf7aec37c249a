// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "784444b50e45254207026236307c799ca081c88942280539246b49ecc2843bd6" } as const;
