// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "7079e46de961f7df65b3ae8a514e02300a5e14659dfb5c4558dc1d105b5d1e3a" } as const;
