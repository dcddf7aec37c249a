// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "46434bb36e90a2e5cbbe2dafb08be4874eacb3e797b2a5333af550512640c910" } as const;
