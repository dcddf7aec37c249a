// Measures how soon pages can be read, and operations of the reference opened: node page_speed.mjs ADDRESS GROUP RUNS PATH...
// Every page is opened by a new person, with nothing in the cache. Times are in milliseconds.
import { browsing } from "./browser.mjs";

const [address, group, runs, ...paths] = process.argv.slice(2);

// Runs in the page: the time at which `is` is first true, looked at before each frame.
const WATCH = `window.soon = is => new Promise(done => {
  const look = () => (is() ? done(performance.now()) : requestAnimationFrame(look));
  look();
})`;
const LINKS = `a[href*="#tag/"]`;

async function readable(open, path) {
  const { page } = await open(address + path);
  const painted = await page.evaluate(() => new Promise((done) => new PerformanceObserver((all) => {
    const first = all.getEntriesByName("first-contentful-paint")[0];
    if (first) done(first.startTime);
  }).observe({ type: "paint", buffered: true })));
  const whole = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  await page.context().close();
  return { painted, whole };
}

async function reference(open, share, shares) {
  const { page } = await open("about:blank");
  await page.addInitScript(WATCH);
  await page.goto(`${address}/docs/api/${group}`, { waitUntil: "commit" });
  const first = await page.evaluate((links) => soon(() => document.querySelector(links)?.checkVisibility()), LINKS);
  const ready = await page.evaluate(() => soon(() => document.querySelector("section[id*='tag/'] h2")?.checkVisibility()));
  const hrefs = await page.locator(LINKS).evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute("href")))]);
  const far = hrefs.filter((each) => each.includes("/POST/"));
  const href = far[Math.floor(((far.length - 1) * (share + 1)) / shares)]; // neighbours are drawn beforehand, so look far away
  const opened = await page.evaluate(async (href) => {
    const clicked = performance.now();
    document.querySelector(`a[href="${href}"]`).click();
    const seen = (each) => { const { top, bottom } = each.getBoundingClientRect(); return bottom > 0 && top < innerHeight; };
    const isRequest = (each) => seen(each) && /"?input"?\s*:/.test(each.textContent);
    const shown = await soon(() => [...document.querySelectorAll(`section[id$="${href.slice(1)}"] :is(pre, code)`)].some(isRequest));
    return shown - clicked;
  }, href);
  await page.context().close();
  return { first, ready, opened };
}

const told = await browsing(async (open) => {
  const said = { pages: {}, first: [], ready: [], opened: [] };
  for (let run = 0; run < Number(runs); run += 1) {
    for (const path of paths) (said.pages[path] ??= []).push(await readable(open, path));
    const { first, ready, opened } = await reference(open, run, Number(runs));
    said.first.push(first);
    said.ready.push(ready);
    said.opened.push(opened);
  }
  return said;
});
console.log(JSON.stringify(told));
