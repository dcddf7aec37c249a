// A person who presses about among what is offered plays fresh fights of each family to their ends:
// node press_about.mjs ADDRESS FIGHTS FAMILY..., where FIGHTS is how many are played in each.
import { browsing } from "./browser.mjs";
import { DESK, overflowing, PHONE, playing, POLLING, versionOf, WIDE } from "./table.mjs";

const [address, fights, ...families] = process.argv.slice(2);
const MOST = 400;
const SIZES = [DESK, PHONE, WIDE];
/** What may be pressed besides the main button, and how often of a hundred presses: what is lit, kinds of moves, ways, the next one. */
const OFFERED = [[".token.can .touch", 18], [".goal", 8], [".kind", 14], [".how select", 8], ["#next", 6], [".turn-card[aria-pressed]", 4]];

/** Numbers from 0 to 1 that are the same in each run. */
function drawing(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Press one of what is offered of a kind; nothing if there is none. */
async function press(page, selector, draw) {
  const all = page.locator(selector);
  const count = await all.count();
  if (count === 0) return;
  const one = all.nth(Math.floor(draw() * count));
  if (!selector.endsWith("select")) return one.evaluate((each) => each.dispatchEvent(new MouseEvent("click", { bubbles: true, ...(({ left, top, width, height }) => ({ clientX: left + width / 2, clientY: top + height / 2 }))(each.getBoundingClientRect()) })));
  const options = await one.locator("option").count();
  await one.selectOption({ index: Math.floor(draw() * options) });
}

async function played(open, family, number) {
  const size = SIZES[number % SIZES.length];
  const draw = drawing(7 * number + family.length);
  const { page, errors } = await open(`${address}/play`, { viewport: size, reducedMotion: "reduce" });
  const refused = [];
  page.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname} ${answer.request().postData()?.slice(0, 600) ?? ""}`));
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator(".fight .sides li").first().waitFor();
  const offered = await page.locator("input[name=fight]").count();
  await page.locator("input[name=fight]").nth(number % Math.min(2, offered)).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await playing(page);
  const found = { presses: 0, acts: 0, out: [], late: 0, winner: "" };
  const began = Date.now();
  for (; found.presses < MOST; found.presses += 1) {
    await page.locator("#go:not(:disabled), .winner, .bar .main:not(:disabled)").first().waitFor();
    if (await page.locator(".winner").count()) break;
    const version = await versionOf(page);
    const number = draw() * 100;
    let upTo = 0;
    const [selector] = OFFERED.find(([, share]) => number < (upTo += share)) ?? ["#go"];
    const isGo = selector === "#go" || found.presses > MOST / 2;
    if (isGo && (await page.locator("#go").innerText()) === "Fill in the rest") await press(page, ".kind", draw);
    else if (isGo) {
      await page.locator("#go").click();
      await page.waitForFunction((before) => Number(document.querySelector(".play")?.dataset.version) > before || document.querySelector(".trouble"), version, POLLING);
    } else await press(page, selector, draw);
    if ((await versionOf(page)) > version) {
      found.acts += 1;
      found.late += await page.locator(".throw.is-coming").count();
      found.out.push(...(await overflowing(page, [".bar .main", ".situation", ".turn"])).map((each) => `${each}, version ${version}, ${size.width}`));
    }
  }
  if (await page.locator(".winner").count()) found.winner = await page.locator(".winner").innerText();
  await page.context().close();
  return { ...found, seconds: (Date.now() - began) / 1000, refused, errors };
}

const told = await browsing(async (open) => {
  const plays = {};
  for (const family of families) {
    plays[family] = [];
    for (let number = 0; number < Number(fights); number += 1) plays[family].push(await played(open, family, number));
  }
  return plays;
});
console.log(JSON.stringify(told));
