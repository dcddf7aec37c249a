// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "d25b616e46e0f8d60afa439b46d0290ce240fbf1e83d0de43527e13d78df2489" } as const;
