// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "a9e34283f476b5a01e43cead5ecb0391fcbe4a9e3495a9a8c3f7f15b374457d4" } as const;
