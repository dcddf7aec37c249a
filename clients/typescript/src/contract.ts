// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "c94f5669fc1e871b0cfc6ede035a9b8543cb676219856587d4cfb7484e46ef54" } as const;
