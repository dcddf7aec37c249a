// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "63870b105c44934da6affd83f6625386405cdb4ca21131bb2aa4f91298426843" } as const;
