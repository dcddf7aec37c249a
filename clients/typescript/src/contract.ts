// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "dcbf067f33513fd54ce2f3e201aab8832bd74cf605ce1eccadf4531b7d72035c" } as const;
