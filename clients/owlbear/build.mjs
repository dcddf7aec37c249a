// Writes the extension as it is hosted into dist/owlbear, and packs it as dist/owlbear.zip, or into another folder:
// node build.mjs [FOLDER]
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundled } from "../tabletop/bundle.mjs";
import { zipped } from "../tabletop/zip.mjs";

const here = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(here, "dist"));
const extension = join(folder, "owlbear");
await cp(join(here, "public"), extension, { recursive: true });
await bundled(here, join(here, "src", "main.js"), join(extension, "umpire.js"));
await writeFile(join(folder, "owlbear.zip"), await zipped(extension));
