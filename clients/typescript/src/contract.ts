// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "ab579425ba3ddff6cb21ec654ff97d4ce94f0bca1c56c86fc13f60cb0e647cfd" } as const;
