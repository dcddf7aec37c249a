// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "244fe1851bf89f3681f2528b042038351bcc69188625f78d21f1d8ad2d26088b" } as const;
