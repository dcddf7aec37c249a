// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "ee38fe2ad9d3cb37f70400339eafe441f12a4b291dd6c905253c75b5669c955e" } as const;
