// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "2ff9ad977fcf1d0e36977f4757ea0e5124f22a10ef7fe5c83081ff0e8fa64a8d" } as const;
