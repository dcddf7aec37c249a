// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "2a5c71780841a1fb6412b8be135feaf1c255e69301d5265e4fdca746913ba1d6" } as const;
