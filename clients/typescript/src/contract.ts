// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "5e1718013963e0ea8a8fbaf2ae6f1fe048530b9e79eb67d3883f546a0a335c34" } as const;
