// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "6bf88e633e65fcf23e81e8dcd08b9cd5cddad466c0d9a3ca699275d749ba8136" } as const;
