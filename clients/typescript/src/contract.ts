// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "307c3e7434c4b907a2785fdfee02190cf8d976631477b19b7d6dbd60adcd0d1b" } as const;
