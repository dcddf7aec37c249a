// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "12d38d33d612db200cfc15136fd8049b5b3498d5c6eba94749f78fa58e58dfee" } as const;
