// Bundles a module with everything that it imports, minified, and prints it: node bundle.mjs ENTRY
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [process.argv[2]],
  nodePaths: [new URL("node_modules", import.meta.url).pathname],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  write: false,
});
process.stdout.write(outputFiles[0].text);
