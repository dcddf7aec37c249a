// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "b78a5ad69d2bbaa690b56ee019f119a1437db86f583d3c7187b766f1fbc03f66" } as const;
