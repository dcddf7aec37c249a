// Starts the interactive reference, which loads nothing but the document of this service. It runs before Scalar's script:
// without `jitless` that script tries whether it may make code of text, which the policy of the page forbids.
globalThis.__zod_globalConfig = { jitless: true };
const app = document.getElementById("app"), list = document.getElementById("list");
new MutationObserver((changes, watching) => {                  // the list of the page itself is there until the reference is
  if (!app.querySelector("section h2")) return;
  list.remove();
  watching.disconnect();
}).observe(app, { childList: true, subtree: true });
addEventListener("DOMContentLoaded", () => Scalar.createApiReference("#app", {
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
}));
