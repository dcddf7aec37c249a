// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "c4349eab203da1fbe6738106efbb56f3f4b033064edc28e23167d6afcde5e0ea" } as const;
