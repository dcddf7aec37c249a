// Somebody watches at the table while a referee hides a figure, acts in secret, and walks: node watch_table.mjs ADDRESS WALKED FAMILY...,
// where figures of WALKED choose among the hexes that they reach. Times are in milliseconds.
import { browsing } from "./browser.mjs";
import { DESK, PHONE, playing, POLLING, reaches, versionOf } from "./table.mjs";

const [address, walked, ...families] = process.argv.slice(2);
const HIDDEN = "Quillon Vex";
const [ACTS, WALKS] = [3, 5];

// Runs in each page: when it was clicked last, and when figures were sent on their way.
const WATCH = `
  addEventListener("click", (event) => { window.clicked = performance.timeOrigin + event.timeStamp; }, true);
  window.walks = [];
  new MutationObserver((all) => {
    const moved = all.filter(({ target, oldValue }) => target.classList?.contains("token") && (oldValue ?? "").includes("translate") && /transform: [^;]+/.exec(oldValue)?.[0] !== "transform: " + target.style.transform);
    if (moved.length) window.walks.push({ figure: moved[0].target.dataset.figure, at: performance.timeOrigin + performance.now() }); // frames of a page behind another may never come
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["style"], attributeOldValue: true });
`;

/** Open a fight of a family as its referee and as a viewer; `change` is made to its figures. */
async function seated(open, family, change) {
  const { begins, figures } = await (await fetch(`${address}/v1/families/${family}/play`)).json();
  const records = figures.flatMap((list) => begins.state[list] ?? []);
  change(records);
  const created = await (await fetch(`${address}/v1/encounters`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(begins) })).json();
  const pages = [];
  for (const [token, viewport] of [[created.referee, DESK], [created.viewer, PHONE]]) {
    const opened = await open("about:blank", { viewport });
    await opened.page.addInitScript(WATCH);
    await opened.page.goto(`${address}/play#watch=${created.id}.${token}`);
    await opened.page.locator(".token").first().waitFor();
    pages.push(opened);
  }
  await playing(pages[0].page);
  return { referee: pages[0], viewer: pages[1], records, id: created.id, token: created.viewer };
}

/** All that is in a page: text, names of elements, what is kept, and what it was told by the service. */
const everything = (page) => page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }));

async function act(page) {
  const version = await versionOf(page);
  await page.locator("#go:not(:disabled), .winner").first().waitFor();
  if (await page.locator(".winner").count()) return false;
  await page.locator("#go").click();
  await page.waitForFunction((before) => Number(document.querySelector(".play")?.dataset.version) > before, version, POLLING);
  return true;
}

/** Hide the last figure of a fight, act, and act in secret: what a viewer's page has of it. */
async function hiding(open, family) {
  const { referee, viewer, records } = await seated(open, family, (all) => Object.assign(all.at(-1), { hidden: true, name: HIDDEN }));
  const told = [];
  viewer.page.on("response", async (answer) => told.push(await answer.text().catch(() => "")));
  const traces = [];
  const look = async (when) => {
    const whole = [await everything(viewer.page), ...told].join("\n");
    if (whole.includes(HIDDEN)) traces.push(when);
  };
  await look("at the beginning");
  const seen = await viewer.page.locator(".token").count();
  const shown = await referee.page.locator(".token").count();
  await referee.page.locator("#go:not(:disabled)").waitFor();
  await referee.page.getByRole("button", { name: "Secret", exact: true }).click();
  await act(referee.page);
  await reaches(viewer.page, await versionOf(referee.page));
  const [mine, theirs] = await Promise.all([referee, viewer].map(({ page }) => page.locator(".entry").first().locator(".telling").first().innerText()));
  const secret = { mine, theirs, steps: await viewer.page.locator(".entry").first().locator(".step").count() };
  await look("after a secret act");
  await referee.page.getByRole("button", { name: "Secret", exact: true }).click({ timeout: 5000 }).catch(() => null); // the fight may be over
  for (let acts = 0; acts < ACTS && (await act(referee.page)); acts += 1) {
    await reaches(viewer.page, await versionOf(referee.page));
    await look(`after act ${acts + 1}`);
  }
  const html = await everything(referee.page);
  const errors = [...referee.errors, ...viewer.errors];
  for (const { page } of [referee, viewer]) await page.context().close();
  return { figures: records.length, seen, shown, isKnown: html.includes(HIDDEN), traces, secret, errors };
}

/** Walk and take it back, again and again: how long after the click the viewer's page drew the figure on its way. */
async function walking(open) {
  const { referee, viewer } = await seated(open, walked, () => {});
  const late = [];
  await referee.page.locator("#go:not(:disabled)").waitFor();
  const meant = await Promise.all([referee, viewer].map(({ page }) => page.evaluate(() => ({
    listed: [...document.querySelectorAll(".turn:has(.meant)")].map((each) => [each.querySelector(".called b").textContent, each.querySelector(".meant .unseen").textContent]),
    arrows: document.querySelectorAll(".arrow.is-ahead").length,
  }))));
  for (let walks = 0; walks < WALKS; walks += 1) {
    const version = await versionOf(referee.page);
    await referee.page.getByRole("button", { name: "Move", exact: true }).click();
    const goal = referee.page.locator(".goal:not(.is-chosen)").nth(3);
    const hex = await goal.getAttribute("data-hex");
    await goal.focus();
    await referee.page.keyboard.press("Enter");
    await referee.page.locator(`.goal.is-chosen[data-hex="${hex}"]`).waitFor();
    await viewer.page.evaluate(() => { window.walks = []; });
    await referee.page.locator("#go:not(:disabled)").click();
    await reaches(viewer.page, version + 1);
    await viewer.page.waitForFunction(() => window.walks.length > 0, null, POLLING);
    const [first] = await viewer.page.evaluate(() => window.walks);
    late.push(first.at - (await referee.page.evaluate(() => window.clicked)));
    await reaches(referee.page, version + 1);
    await referee.page.getByRole("button", { name: "Undo" }).click();
    await reaches(referee.page, version + 2);
    await reaches(viewer.page, version + 2);
    await referee.page.locator("#go:not(:disabled)").waitFor();
  }
  return { late, meant, errors: [...referee.errors, ...viewer.errors] };
}

const told = await browsing(async (open) => {
  const hidden = {};
  for (const family of families) hidden[family] = await hiding(open, family);
  return { hidden, walks: await walking(open) };
});
console.log(JSON.stringify(told));
