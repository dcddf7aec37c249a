// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "a846f3681f2f4d96f1c6a9c4b92c4a1c6e704c4217faa908edb66f4fa28473ae" } as const;
