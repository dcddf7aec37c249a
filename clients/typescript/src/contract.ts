// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "1a33e8203f5d4c0f31ca8b4065d7886768d1d0d7e1d192fd7342ea25ed5eef85" } as const;
