// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "d46b9ef20eb03f050774a7e41d12112b0a2659b4deb8edf24ab3c5f1aa0c1af1" } as const;
