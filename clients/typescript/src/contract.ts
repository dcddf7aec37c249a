// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "d34e0f36a71dd56f536e25e63844e39db7830cb6c7338d98a68cf3b82a12cc00" } as const;
