// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "5be71df5a66b4135b27ccc033addcbb3467aaae6c619b9652e99608a7c3015e9" } as const;
