// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "474db03175637a68085fae2980b105a7150566b28d23274d527e5ad007446079" } as const;
