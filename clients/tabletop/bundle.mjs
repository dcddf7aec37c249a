// Bundles a plugin into one file that runs in browsers, and writes the licences of what is in it beside it.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const OWN = join(import.meta.dirname, "..", "typescript", "LICENSE");

/**
 * Bundle a plugin's program. Packages are looked for in the plugin's `node_modules`, then in the folders of NODE_PATH.
 *
 * @param {string} plugin the plugin's folder
 * @param {string} program
 * @param {string} out
 */
export async function bundled(plugin, program, out) {
  const folders = [join(plugin, "node_modules"), ...(process.env.NODE_PATH ?? "").split(delimiter).filter(Boolean)];
  const found = createRequire(join(plugin, "package.json")).resolve("esbuild", { paths: folders.map((each) => join(each, "..")) });
  const { default: esbuild } = await import(pathToFileURL(found).href);
  const { metafile } = await esbuild.build({
    entryPoints: [program],
    outfile: out,
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    legalComments: "none",
    nodePaths: folders,
    logLevel: "warning",
  });
  await writeFile(join(dirname(out), "LICENSES.txt"), await licences(Object.keys(metafile.inputs)));
}

/**
 * Return the names, versions and licences of the packages whose files are in a bundle, after our own.
 *
 * @param {string[]} inputs
 */
async function licences(inputs) {
  const packages = inputs.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  const texts = [`Umpire\n\n${await readFile(OWN, "utf8")}`];
  for (const folder of [...new Set(packages)].map((each) => resolve(each)).sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    texts.push(`${name} ${version}, ${license}\n\n${file ? await readFile(join(folder, file), "utf8") : ""}`);
  }
  return texts.map((each) => each.trim()).join("\n\n----\n\n") + "\n";
}
