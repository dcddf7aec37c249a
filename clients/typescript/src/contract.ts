// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "af792a319041c2e34f99efaa05b844a8c7f557407bdefb8a20558bc4083cc3e4" } as const;
