// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "435a7768944eeea906f2450b1bebb159890a0505b4cd06460cd7916a1047955b" } as const;
