// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "2395391f28c3414c0e6a2e2b79fbdd50d4efec465691748128bf5f35014890e1" } as const;
