// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "b72474a9c926f7a7cd4659dd4947411634c106b44efaf2e279ebe42c9541b21c" } as const;
