// Unpacks the Chromium of @sparticuz/chromium, its libraries and its fonts into the folder that TMPDIR names.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import chromium, { inflate } from "@sparticuz/chromium";

const packed = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "bin");
mkdirSync(tmpdir(), { recursive: true });
await inflate(join(packed, "al2023.tar.br"));
await chromium.executablePath();
writeFileSync(
  join(tmpdir(), "fonts.conf"),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(tmpdir(), "fonts")}</dir>
  <cachedir>${join(tmpdir(), "font-cache")}</cachedir>
</fontconfig>
`,
);
