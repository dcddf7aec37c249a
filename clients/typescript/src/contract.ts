// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "1f4de9ab9c9401e422958dc62de9a958fe9b4565368912262a174f0db24e1b3a" } as const;
