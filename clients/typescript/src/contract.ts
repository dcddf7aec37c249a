// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "291ff14819b2727a0561a28210a285596aed42e2a51a7476927cb31303bfc88e" } as const;
