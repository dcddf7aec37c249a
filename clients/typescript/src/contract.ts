// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "ca3d3777a26cdfe728d9fbb87bf24e37d80fc0ee1e67ea0f67eea19625b8b01c" } as const;
