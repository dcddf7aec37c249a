// How the table behaves while it is played: what is painted when, what shifts, how long presses and tasks take, how many frames
// are drawn while dice fall on a machine of a quarter of the speed, and what is sent: node table_pace.mjs ADDRESS ACTS WIDTHxHEIGHT FAMILY...
// Every run is a new person with nothing in the cache. Times are in milliseconds.
import { browsing } from "./browser.mjs";
import { playing, POLLING, versionOf } from "./table.mjs";

const [address, acts, size, ...families] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number);
const SLOWER = 4;
/** Milliseconds in which a group of dice falls. */
const FALL = 620;
/** Milliseconds in which such a machine still draws what was known before the dice fell. */
const EARLY = 100;

// Runs in each page, before anything else.
const WATCH = `
  window.pace = { largest: 0, shifts: [], presses: {}, tasks: [] };
  const watch = (type, take, more = {}) => new PerformanceObserver((all) => all.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (each) => { pace.largest = each.startTime; });
  watch("layout-shift", (each) => { if (!each.hadRecentInput) pace.shifts.push({ value: each.value, what: each.sources.map(({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName ?? "gone") }); });
  watch("event", (each) => { if (each.interactionId) pace.presses[each.interactionId] = Math.max(pace.presses[each.interactionId] ?? 0, each.duration); }, { durationThreshold: 16 });
  watch("longtask", (each) => pace.tasks.push(each.duration));
`;

/** What was sent for the page itself: its text, scripts and styles, and not the answers of the service. */
async function counting(page, session) {
  const sent = { bytes: 0 };
  const files = new Set();
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, response }) => /^\/(play$|assets\/)/.test(new URL(response.url).pathname) && files.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => { if (files.has(requestId)) sent.bytes += encodedDataLength; });
  return sent;
}

/** Play what is suggested, and wait until the next choice can be made; false when the fight is over. */
async function act(page) {
  const version = await versionOf(page);
  await page.locator("#go:not(:disabled), .winner").first().waitFor();
  if (await page.locator(".winner").count()) return false;
  await page.locator("#go").click();
  await page.waitForFunction((before) => Number(document.querySelector(".play")?.dataset.version) > before, version, POLLING);
  return true;
}

/**
 * The times of frames while dice fall, until the last ones have fallen: a list for each group of dice; and what of the page
 * besides the dice and the bar of phases changed meanwhile.
 */
const framesOfDice = (page) => page.evaluate(([FALL, EARLY]) => new Promise((done) => {
  const groups = [];
  const changed = [];
  const records = [];
  new MutationObserver((more) => records.push(...more)).observe(document.querySelector(".play"), { subtree: true, childList: true, attributes: true, characterData: true });
  const isOfDice = (each) => each.classList?.contains("boardbox") || (each.parentElement ?? each).closest(".tray, .phases");
  let [last, since] = [null, 0];
  const given = performance.now() + 8000;
  const look = (now) => {
    const newest = document.querySelector(".throw.is-new");
    const seen = records.splice(0);
    if (newest !== null && newest === last && now - since > EARLY && now - since < FALL) changed.push(...seen.filter(({ target }) => !isOfDice(target)).map(({ target }) => (target.className?.baseVal ?? target.className) || target.nodeName));
    if (newest !== last && newest !== null) groups.push([]);
    if (newest !== last) since = now;
    last = newest;
    if (newest !== null && now - since < FALL) groups.at(-1).push(now);
    if ((groups.length > 0 && !document.querySelector(".tray")) || now > given) done({ groups, changed: [...new Set(changed)] });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}), [FALL, EARLY]);

/** Frames a second of the dice of the next act that has some, in how many groups they fell, and what else changed meanwhile. */
async function falling(page, session) {
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  let [groups, changed] = [[], []];
  for (let tries = 0; groups.length === 0 && tries < 4; tries += 1) {
    const [frames, isOn] = await Promise.all([framesOfDice(page), act(page)]);
    ({ groups, changed } = frames);
    if (!isOn) break;
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.evaluate(() => Object.assign(window.pace, { presses: {}, tasks: [] })); // those of a slower machine do not count
  const gaps = groups.flatMap((drawn) => drawn.slice(1).map((at, place) => at - drawn[place]));
  return { frames: gaps.length ? 1000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) : null, groups: groups.length, changed };
}

async function played(open, family) {
  const { page, errors } = await open("about:blank", { viewport: { width, height } });
  await page.addInitScript(WATCH);
  const session = await page.context().newCDPSession(page);
  const sent = await counting(page, session);
  await page.goto(`${address}/play`);
  await page.locator(`input[name=family][value="${family}"]`).waitFor();
  await page.waitForLoadState("networkidle");
  const first = sent.bytes;
  const largest = await page.evaluate(() => window.pace.largest);
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await playing(page);
  const dice = await falling(page, session);
  for (let count = 0; count < Number(acts) && (await act(page)); count += 1) await page.waitForTimeout(300);
  await page.waitForTimeout(700);
  const { shifts, presses, tasks } = await page.evaluate(() => window.pace);
  await page.context().close();
  const slow = Object.values(presses).sort((one, other) => other - one);
  return { largest, first, all: sent.bytes, shifts, press: slow[Math.floor(slow.length / 50)] ?? 0, task: Math.max(0, ...tasks), dice, errors };
}

const told = await browsing(async (open) => {
  const plays = {};
  for (const family of families) plays[family] = await played(open, family);
  return plays;
});
console.log(JSON.stringify(told));
