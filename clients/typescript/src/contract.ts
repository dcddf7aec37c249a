// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "aa3db180d6d847b1472c4eb95c921c8fa16df96d8a4463b7b5aa9d5aa02b0d83" } as const;
