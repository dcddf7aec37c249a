// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "979ad62a29995993b1c5ebd9f1b80328c272cb743e3a53c5130e0aef23a5f8e3" } as const;
