// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "cdfeb46586ca91f083bf654ccb37bf233cce1ecede19eb84a35ea0bf8b72274b" } as const;
