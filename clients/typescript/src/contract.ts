// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "83e48ea34ab4b9d3d6b5617315364025845fa65fc6e71df377a95a416765f8e4" } as const;
