// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "4483e2309c190304230c3ace3420335917740a541ad57139dbc1b440fbd06cc7" } as const;
