// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "356a4042c20572bd07fb9e139efaeee812eef982c76b358a737f00ac4859c97b" } as const;
