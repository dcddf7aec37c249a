// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "746b7dc8377812d314edd31422c7e078c704b7a155047b2ebdb3de453df30935" } as const;
