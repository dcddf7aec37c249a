// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "2269f3f2cfb2db3e3245a95c7214efb886e30d54fd5a8ff99cf0b849a8bd8b44" } as const;
