// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "8f94f0edf8c34b1a85ce00d542e85226abf93eb48ac52c1691840f5ca6d7c7d8" } as const;
