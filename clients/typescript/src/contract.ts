// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "766fee9dc35fe67b410a3f639955bd31caf3c3b382285a146d0471d8bed2f9f6" } as const;
