// A referee shares a fight by a QR code, looks at the keys, and watches the fight again when it is over: node share_fight.mjs ADDRESS
// The address has another name than localhost, as it has for a phone.
import { readFile } from "node:fs/promises";
import decode from "qr/decode.js";
import { browsing } from "./browser.mjs";
import { DESK, playing, POLLING, versionOf } from "./table.mjs";

const [address] = process.argv.slice(2);
const SQUARE = 4;
const MARGIN = 4;

/** Paint the path of a code as a picture, and read it as a phone would. */
function read(path) {
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const width = (Math.max(...dark.map(([x]) => x)) + 1 + 2 * MARGIN) * SQUARE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x, y] of dark) {
    for (let row = 0; row < SQUARE; row += 1) {
      const from = (((y + MARGIN) * SQUARE + row) * width + (x + MARGIN) * SQUARE) * 4;
      for (let at = from; at < from + SQUARE * 4; at += 1) data[at] = at % 4 === 3 ? 255 : 0;
    }
  }
  return decode({ width, height: width, data });
}

async function shared(page) {
  await page.getByRole("button", { name: "Share" }).click();
  const code = page.locator(".code-square .code-dark");
  await code.waitFor({ state: "attached" });
  const told = { link: await page.locator("#link").inputValue(), read: read(await code.getAttribute("d")), hints: await page.locator(".share code").count() };
  await page.getByRole("button", { name: "Close" }).click();
  return told;
}

/** What somebody who only watches sees at the end, and which odds the page asks for. */
async function watched(open, link) {
  const { page } = await open("about:blank", { viewport: DESK, reducedMotion: "reduce" });
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/odds") && asked.push(request.url()));
  await page.goto(link);
  await page.locator(".end-sheet .story li").first().waitFor();
  const told = { charts: await page.locator(".chart").count(), said: await page.locator(".end-sheet > .hint").innerText(), asked };
  await page.context().close();
  return told;
}

async function keys(page) {
  await page.keyboard.press("?");
  const rows = await page.locator(".key-sheet tr").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.locator(".key-sheet").waitFor({ state: "detached" });
  return rows;
}

/** Play to the end, then watch it again: what is drawn at each step, and what is left when it stops. */
async function again(page) {
  while (!(await page.locator(".winner").count())) {
    const version = await versionOf(page);
    await page.locator("#go:not(:disabled)").click();
    await page.waitForFunction((before) => Number(document.querySelector(".play")?.dataset.version) > before, version, POLLING);
    await page.locator("#go:not(:disabled), .winner").first().waitFor();
  }
  const seen = async () => ({ situation: await page.locator(".situation").innerText(), turns: await page.locator(".turn-list").innerText() });
  const end = await seen();
  const saved = {};
  for (const name of ["Save as text", "Export the log"]) {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    saved[name] = await readFile(await (await saving).path(), "utf8");
  }
  await page.getByRole("button", { name: "Copy the story" }).click();
  saved.copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Watch again" }).click();
  await page.locator(".again").waitFor();
  const first = { said: await page.locator(".again span").innerText(), ...(await seen()), sheets: await page.locator(".end-sheet").count() };
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".end-sheet").waitFor();
  const after = await seen();
  const version = await versionOf(page);
  await page.locator(".chart-touch").first().click();
  await page.locator(".again").waitFor();
  const act = { said: await page.locator(".again span").innerText(), throws: await page.locator(".throw").count() };
  await page.getByRole("button", { name: "The next act" }).click();
  await page.locator(".again span", { hasText: ": 2 of" }).waitFor();
  const next = await page.locator(".again span").innerText();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.reload();
  await page.locator(".end-sheet").waitFor();
  await page.locator(".chart-dot").nth(1).waitFor();
  const dots = await page.locator(".chart-dot").count();
  await page.getByRole("button", { name: "Watch again" }).click();
  await page.locator(".again").waitFor();
  const reloaded = { said: await page.locator(".again span").innerText(), ...(await seen()) };
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Back to the board" }).click();
  await page.getByRole("button", { name: "How it went" }).click();
  await page.locator(".end-sheet").waitFor();
  return { saved, first, end, after, version, act, next, reloaded, dots };
}

const told = await browsing(async (open) => {
  const { page, errors } = await open(`${address.replace("127.0.0.1", "table.localhost")}/play`, { viewport: DESK, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator('input[name=family][value="opposed"]').check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await playing(page);
  await page.locator("#go:not(:disabled)").waitFor();
  await page.locator("button.gauge").waitFor(); // the chart needs to have been told who wins
  const begun = await page.locator(".turn-list").innerText();
  const link = await shared(page);
  return { begun, shared: link, keys: await keys(page), again: await again(page), watched: await watched(open, link.link), errors };
});
console.log(JSON.stringify(told));
