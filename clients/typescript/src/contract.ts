// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "b67d2f351e844b552dd4316017f5acfb60b667a0278961e1904cae6722d4ed1c" } as const;
