// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "b27970837b425f88d814f329b9b1127bde158fcc6f1d53a691ccf927cac48e41" } as const;
