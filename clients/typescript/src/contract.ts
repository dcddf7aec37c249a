// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "ddfe00252db67f6eff9ee5e8ecb8a2bf1e46baae94f16a049102f9092f964d00" } as const;
