// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "d0350b32bec01eb7802e193aad435a009eb5cbc29a9aa1d5a0fdbb291dd5e892" } as const;
