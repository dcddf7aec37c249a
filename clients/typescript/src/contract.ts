// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "34f0c1911284e4f503071c0d0429416704475c63ad9b9aeac212acef4ee708f2" } as const;
