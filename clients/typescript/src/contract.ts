// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "f56cd1606cf890bdb39037541f098002420f4679a89101348fcdee818bafd63a" } as const;
