// What a running service answered, for tests of the console's logic: PARTS names the file (see test_parts.py).
import { readFileSync } from "node:fs";

export const { families, scheme } = JSON.parse(readFileSync(process.env.PARTS, "utf8"));
export const PARTS = "../../../service/api/console/";

/** Read an SVG file of the service as elements: enough of XML for what it writes. */
export function parsed(text) {
  const root = { localName: "", attributes: [], children: [], textContent: "" };
  const open = [root];
  for (const [, end, name, words, leaf, said] of text.matchAll(/<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g)) {
    const parent = open.at(-1);
    if (said !== undefined) parent.textContent += plain(said);
    else if (end) open.pop();
    else {
      const attributes = [...words.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => ({ name: key, value: plain(value) }));
      const made = { localName: name, attributes, children: [], textContent: "" };
      parent.children.push(made);
      if (!leaf) open.push(made);
    }
  }
  return root.children[0];
}

function plain(text) {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
