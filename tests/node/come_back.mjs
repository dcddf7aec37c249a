// Somebody closes the tab in the middle of a fight and comes back to it, and forgets it: node come_back.mjs ADDRESS FAMILY
import { browsing } from "./browser.mjs";
import { DESK, looked, playing, POLLING, reaches, versionOf } from "./table.mjs";

const [address, family] = process.argv.slice(2);
const pictures = process.env.PICTURES;

/** How many presses and seconds somebody needs to the first act, who has never been here. */
async function first(open) {
  const { page } = await open("about:blank", { viewport: DESK });
  await page.addInitScript(() => { window.presses = 0; addEventListener("click", ({ isTrusted, detail }) => { window.presses += Number(isTrusted && detail > 0); }, true); });
  const began = Date.now();
  await page.goto(`${address}/play`);
  await page.locator(`input[name=family][value="${family}"]`).click();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator("#go:not(:disabled)").click();
  await reaches(page, 2);
  const seconds = (Date.now() - began) / 1000;
  const presses = await page.evaluate(() => window.presses);
  await page.context().close();
  return { seconds, presses };
}

const told = await browsing(async (open) => {
  const begun = await first(open);
  const violations = [];
  const { page, errors } = await open(`${address}/play`, { viewport: DESK });
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await playing(page);
  await page.locator(".gauge .g-part").first().waitFor();
  const gauge = await page.locator("button.gauge").textContent();
  if (pictures) await page.screenshot({ path: `${pictures}/gauge-${family}.png` });
  await page.locator("#go:not(:disabled)").click();
  await page.locator(".throw").first().waitFor();
  if (pictures) await page.screenshot({ path: `${pictures}/dice-${family}.png` });
  const thrown = await page.locator(".throw b").first().innerText();
  await page.getByRole("button", { name: "Skip the dice" }).click();
  await page.locator(".tray").waitFor({ state: "detached" });
  await reaches(page, 2);
  const before = { version: await versionOf(page), situation: await page.locator(".situation").innerText() };
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  again.on("console", (said) => said.type() === "error" && errors.push(said.text()));
  await again.goto(`${address}/play`);
  await again.locator(".mine li").first().waitFor();
  await looked(again, "my-fights", violations, pictures);
  await again.getByRole("button", { name: /^Go on with/ }).click();
  await playing(again);
  const after = { version: await versionOf(again), situation: await again.locator(".situation").innerText() };
  const tokens = await again.evaluate(() => JSON.parse(localStorage.getItem("umpire.fights")).map(({ token }) => token));
  await again.getByRole("button", { name: "Fights", exact: true }).click();
  await again.getByRole("button", { name: /^Forget/ }).click();
  await again.locator(".mine").waitFor({ state: "detached" });
  await again.reload();
  await again.getByRole("button", { name: "Begin" }).waitFor();
  const stored = await again.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const left = { mine: await again.locator(".mine").count(), tokens: tokens.filter((each) => stored.includes(each)).length };
  await again.waitForFunction(() => document.querySelector(".begin h1"), null, POLLING);
  return { begun, gauge, thrown, before, after, tokens: tokens.length, left, violations, errors };
});
console.log(JSON.stringify(told));
