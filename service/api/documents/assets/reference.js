// Starts the interactive reference, which loads nothing but the document of this service. It runs before Scalar's script:
// without `jitless` that script tries whether it may make code of text, which the policy of the page forbids.
globalThis.__zod_globalConfig = { jitless: true };
addEventListener("DOMContentLoaded", () => Scalar.createApiReference("#app", {
  url: document.getElementById("app").dataset.document,
  withDefaultFonts: false,
  telemetry: false,
  hideModels: true,
  hideClientButton: true,
  operationTitleSource: "path",
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  documentDownloadType: "none",
}));
