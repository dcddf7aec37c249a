// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "7cd1a5634d40a8820adc70a349aa69c6eeddf230e649deeefe5c20567bedee07" } as const;
