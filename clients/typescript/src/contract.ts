// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "65602c8a359a75e8cfcfe85ab825c3259018949f9f071678f761a69874f8bbea" } as const;
