// Made by `make clients` from openapi.yaml.
export const CONTRACT = { version: "0.2.0", sha256: "37db009db67ad8f5ea7ef524cba9b239a76ee9fc187a89eecec60cd87db46b08" } as const;
