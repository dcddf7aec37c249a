// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "c8f6e7bd1f19d53daab91ccd5d94654e538f375b24cac02330fb7cf949541a4c" } as const;
