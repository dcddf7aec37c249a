// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "3e35ac9ed18ba73932f889ecc8873afc930a497615cd458bb1e099cfa09bd009" } as const;
