// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "c92365e7c62863b63541697dc9c529913891d93c05e86dc62a97e17eeb5849ed" } as const;
