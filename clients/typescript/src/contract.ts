// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "2ccd6499f4dda06d8b62eebc07ceccd41cc030c34fb60ead096b8bd5db3ae021" } as const;
