// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "a39597e05c78fced716909aca4c5593514c61889f9836062ab0c1b72009f2996" } as const;
