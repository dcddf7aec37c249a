// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "4cdd5c57021576a53a9ee6764b5b35902cda426e1a63636d6749c3ba10862f93" } as const;
