// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "492ae910ee2e57f70086369776458de5fd8a2e2d6cd63826f14ecbbabb582523" } as const;
