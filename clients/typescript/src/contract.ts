// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "3a3036641daba8c728a5abdf6d687f7d9e5b5adfc3565051abf4d9cde28f931d" } as const;
