// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "5e6d2bd8bde9a1c389c2281140c1db8233302c14990ce0226b4a225bda627b9d" } as const;
