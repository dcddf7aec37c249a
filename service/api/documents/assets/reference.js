// Starts the interactive reference, which loads nothing but the document of this service.
const app = document.getElementById("app");
Scalar.createApiReference("#app", {
  url: app.dataset.document,
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
});
