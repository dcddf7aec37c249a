// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "3914204368ea17f0e62df49d81e69c5da5e213ac912addf42da9a08b428e66a8" } as const;
