// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "33e0e6151638b5e2f43e7cf6517e047cdecb21e55891be3d7d0a2a9107891f1c" } as const;
