// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "a2a0404178e0bb13c88316ae0a06791177df17e0c202c14e4d0bbdaeaea16904" } as const;
