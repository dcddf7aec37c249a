// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "e5901ea36c3ad3fa1f7efa2c7a3b7f51a78f9b4c297b5679e586c06aa0896db8" } as const;
