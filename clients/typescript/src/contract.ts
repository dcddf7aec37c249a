// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "d8361675e79d964c4cadbbc63347c9b9cb0e61f6d09d320be51dc3ff0a998028" } as const;
