// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "08918972e697c78041b8d20a1b65d88d834ca3aba710ba17c56bdaaad1fb6b38" } as const;
