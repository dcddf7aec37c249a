// Have the verifier of a path check each of some logs: `verify_cases.mjs VERIFIER CASES`; a case is lines, keys, seen heads.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [verifier, cases] = process.argv.slice(2);
const { check } = await import(pathToFileURL(verifier).href);
const found = [];
for (const [lines, keys, saw] of JSON.parse(readFileSync(cases, "utf8"))) found.push(await check(lines, keys, saw));
console.log(JSON.stringify(found));
