// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "85c091872d6e2ddf7d9b4ce55d3c2e9dcafc5471a83b59a3ea867ca15e61ad3e" } as const;
