// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "c2a4d1e5b64953977723cd972edd2972c7b3d08dd80e8a704c366b209949fe45" } as const;
