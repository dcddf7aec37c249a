// A person who presses only the main button plays a fresh fight of each family to its end:
// node press_on.mjs ADDRESS FIGHTS FAMILY..., where FIGHTS is how many of the fights that a family begins with are played.
import { browsing } from "./browser.mjs";
import { DESK, faint, overflowing, PHONE, playing, POLLING, versionOf, WIDE, worded } from "./table.mjs";

const [address, fights, ...families] = process.argv.slice(2);
const pictures = process.env.PICTURES;
const MOST = 60;

/** Press the main button until somebody has won; after each press the button and the newest sentence are in view. */
async function pressed(page, size) {
  const found = { presses: 0, out: [], texts: [], faint: [] };
  for (; found.presses < MOST; found.presses += 1) {
    const version = await versionOf(page);
    const go = page.locator("#go:not(:disabled), .winner");
    await go.first().waitFor();
    found.out.push(...(await overflowing(page, [".bar .main", ".situation", ".turn"])).map((each) => `${each}, version ${version}, ${size.width}`));
    found.texts.push(...await worded(page));
    if (found.presses % 4 === 0) for (const colorScheme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme });
      found.faint.push(...(await faint(page)).map((each) => `${each}, version ${version}, ${size.width}, ${colorScheme}`));
    }
    if (await page.locator(".winner").count()) break;
    await page.locator("#go").click();
    await page.waitForFunction((before) => Number(document.querySelector(".play")?.dataset.version) > before, version, POLLING);
  }
  return found;
}

/** What is found when the letters of a figure have the colour of the figure: so that nothing found means something. */
async function faded(page) {
  const letters = page.locator(".token .letters").first();
  await letters.evaluate((each) => each.style.setProperty("fill", "var(--side)"));
  const found = await faint(page);
  await letters.evaluate((each) => each.style.removeProperty("fill"));
  return found;
}

async function played(open, family, fight, size) {
  const { page, errors } = await open(`${address}/play`, { viewport: size, reducedMotion: "reduce" });
  const refused = [];
  page.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator("input[name=fight]").nth(fight).check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await playing(page);
  if (pictures) await page.locator("#go:not(:disabled)").waitFor();
  if (pictures) for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${family}-${fight}-${size.width}-${colorScheme}.png` });
  }
  const control = await faded(page);
  const found = await pressed(page, size);
  const winner = await page.locator(".winner").innerText();
  if (pictures) await page.screenshot({ path: `${pictures}/${family}-${fight}-${size.width}-end.png` });
  const version = await versionOf(page);
  await page.getByRole("button", { name: "Fight again" }).first().click();
  await page.waitForFunction(() => document.querySelector(".play")?.dataset.version === "1" && document.querySelector("#go:not(:disabled)"), null, POLLING);
  await page.context().close();
  return { ...found, control, winner, version, refused, errors };
}

const told = await browsing(async (open) => {
  const plays = {};
  for (const family of families) {
    plays[family] = [];
    for (let fight = 0; fight < Number(fights); fight += 1) {
      for (const size of Number(fights) > 1 ? [DESK, PHONE, WIDE] : [DESK, PHONE]) plays[family].push(await played(open, family, fight, size));
    }
  }
  return plays;
});
console.log(JSON.stringify(told));
