// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "23cf27e10f554e09abd64b27ecba512dcc5af238fa88729ab93ee66b38672203" } as const;
