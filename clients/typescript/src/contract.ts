// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "02356113a7e64b4bb4086da833e92c326187fb88d7e01bf8eb330d38a35214da" } as const;
