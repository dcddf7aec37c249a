// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "cf227a1b8a03300eef99cd84160d5ac7492fa2c76fff298bff730123fbc40920" } as const;
