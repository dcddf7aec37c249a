// Writes the extension as it is hosted into dist/, or into the folder that is named: node build.mjs [FOLDER]
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundled } from "../tabletop/bundle.mjs";

const here = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(here, "dist"));
await cp(join(here, "public"), folder, { recursive: true });
await bundled(here, join(here, "src", "main.js"), join(folder, "umpire.js"));
