// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "1c256ddd7dc5604372f096a1be9ca741c25e6ce0b5f0a7f8b77df88221360e70" } as const;
