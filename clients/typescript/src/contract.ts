// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "6fdf85f84c58f2d3522304a3877c377d17b8e09b3a38205f1918a38b248eb43f" } as const;
