// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "722266c4877b59a4d7c390e0a2f1842e8ef818aa3cef7812e45ecfa15782011f" } as const;
