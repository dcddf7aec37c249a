// Writes the module into dist/umpire, packs it as dist/umpire.zip and lays its manifest beside it, or into another folder:
// node build.mjs [FOLDER]
// PROJECT_URL: where the project is, so that the module can be installed and updated by the address of its manifest.
// FOUNDRY_VERIFIED: the version in which somebody has gone through the ten steps of the README.
import { copyFile, cp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundled } from "../tabletop/bundle.mjs";
import { zipped } from "../tabletop/zip.mjs";

const here = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(here, "dist"));
const module = join(folder, "umpire");
const { PROJECT_URL: project, FOUNDRY_VERIFIED: verified } = process.env;
await cp(join(here, "public"), module, { recursive: true });
for (const name of ["README.md", "CHANGELOG.md"]) await copyFile(join(here, name), join(module, name));
const manifest = JSON.parse(await readFile(join(module, "module.json"), "utf8"));
if (project) Object.assign(manifest, addresses(project.replace(/\/+$/, ""), manifest.version));
if (verified) manifest.compatibility.verified = verified;
await writeFile(join(module, "module.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(join(module, "module.json"), join(folder, "module.json"));
await bundled(here, join(here, "src", "module.js"), join(module, "umpire.js"));
await writeFile(join(folder, "umpire.zip"), await zipped(module));

/** The addresses of a version, as releases lie on GitHub: the manifest is that of the newest, the module that of its version. */
function addresses(url, version) {
  const releases = `${url}/releases`;
  return { url, bugs: `${url}/issues`, manifest: `${releases}/latest/download/module.json`, download: `${releases}/download/v${version}/umpire.zip` };
}
