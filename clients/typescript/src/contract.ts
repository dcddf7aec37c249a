// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "e798bc0fa496005d827d451095a6e9cbfcb3c2444c4c7602552403ab99e95e86" } as const;
