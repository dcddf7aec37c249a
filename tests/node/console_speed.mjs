// How soon the console can be used, and an act is seen by a viewer: node console_speed.mjs ADDRESS RUNS ACTS FAMILY...
// Every run is a new person with nothing in the cache. Times are in milliseconds.
import { browsing } from "./browser.mjs";
import { DESK, PHONE, versionOf } from "./table.mjs";

const [address, runs, acts, ...families] = process.argv.slice(2);

// Runs in each page: how often it was clicked, and when last; when Begin could be pressed; when each entry could be seen.
const WATCH = `
  window.clicks = 0;
  addEventListener("click", (event) => { if (event.isTrusted) { window.clicks += 1; window.clicked = performance.timeOrigin + event.timeStamp; } }, true);
  const look = () => {
    const begin = document.querySelector("form button.main");
    if (begin && !begin.disabled && begin.checkVisibility()) window.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.seen = {};
  // After a frame is drawn, its newest entry is on the screen.
  const count = () => {
    const newest = Number(/\\d+/.exec(document.querySelector(".entry .version")?.textContent)?.[0]);
    requestAnimationFrame(() => setTimeout(() => { window.seen[newest] ??= performance.timeOrigin + performance.now(); }));
  };
  new MutationObserver(count).observe(document, { childList: true, subtree: true });
`;

/** Wait until the newest entry, which stands first, is that of a version; older ones may be folded away. */
const reaches = (page, version) => page.waitForFunction((wanted) => window.seen[wanted] && document.querySelector(".play")?.dataset.version === String(wanted), version);

async function person(open, place, options) {
  const { page } = await open("about:blank", options);
  await page.addInitScript(WATCH);
  const received = { files: 0, answers: 0 };
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const addresses = new Map();
  session.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, new URL(response.url).pathname));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    received[/^\/(play$|assets\/)/.test(addresses.get(requestId)) ? "files" : "answers"] += encodedDataLength;
  });
  await page.goto(place, { waitUntil: "commit" });
  return { page, received };
}

/** From the address to the first act, as somebody who takes what is offered. */
async function first(open) {
  const { page, received } = await person(open, `${address}/play`, { viewport: DESK });
  const ready = await (await page.waitForFunction(() => window.ready)).jsonValue();
  await page.waitForLoadState("networkidle");
  const { files, answers } = received;
  await page.getByRole("button", { name: "Begin" }).click();
  await reaches(page, 1);
  await page.locator("#go").click();
  await reaches(page, 2);
  const clicks = await page.evaluate(() => window.clicks);
  await page.context().close();
  return { ready, files, answers, clicks };
}

/** From the referee's click to the viewer's screen, again and again; each act is taken back. */
async function watched(open, family, times) {
  const { page } = await person(open, `${address}/play`, { viewport: DESK });
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await reaches(page, 1);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  await page.keyboard.press("Escape");
  const viewer = await person(open, link, { viewport: PHONE, isMobile: true, hasTouch: true });
  await reaches(viewer.page, 1);
  const late = [];
  for (let act = 0; act < times; act += 1) {
    const version = await versionOf(page);
    await page.locator("#go").click();
    await reaches(viewer.page, version + 1);
    const clicked = await page.evaluate(() => window.clicked);
    late.push((await viewer.page.evaluate((wanted) => window.seen[wanted], version + 1)) - clicked);
    await reaches(page, version + 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await reaches(page, version + 2);
    await reaches(viewer.page, version + 2);
  }
  await viewer.page.context().close();
  await page.context().close();
  return late;
}

const told = await browsing(async (open) => {
  const firsts = [];
  for (let run = 0; run < Number(runs); run += 1) firsts.push(await first(open));
  const late = {};
  for (const family of families) late[family] = await watched(open, family, Number(acts));
  return { firsts, late };
});
console.log(JSON.stringify(told));
