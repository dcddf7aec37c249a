// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "32157aea489253e9840601523feac5f709ed159b70f83cbeb7b5c156fddd45bd" } as const;
