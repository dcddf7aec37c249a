// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "191378dc4e2d768a5f75ad7a2c3c1d36fd03058fb64810c0c7599a5529d5b490" } as const;
