// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "e7975f6734875bd9c9f8b85ad0faf951aef3c4151a5d6822dc8a67e7b2db91e1" } as const;
