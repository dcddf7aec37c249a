// Takes the pictures of the README: node play_pictures.mjs ADDRESS FOLDER FAMILY FIGHT
// FIGHT is the number of the fight among those that the family begins with.
import { browsing } from "./browser.mjs";
import { DESK, PHONE, reaches } from "./table.mjs";

const [address, folder, family, fight] = process.argv.slice(2);
const told = await browsing(async (open) => {
  const taken = [];
  const take = async (page, name, options = {}) => {
    await page.screenshot({ path: `${folder}/${name}.png`, ...options });
    taken.push(name);
  };
  const { page } = await open(`${address}/play`, { viewport: { ...DESK, height: 940 }, colorScheme: "light", reducedMotion: "reduce" });
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator("input[name=fight]").nth(Number(fight)).check();
  await page.locator(".ready.is-awaited").first().waitFor({ state: "detached" });
  await take(page, "play-begin");
  await page.getByRole("button", { name: "Begin" }).click();
  await reaches(page, 1);
  await page.locator("#go:not(:disabled)").click();
  await reaches(page, 2);
  await page.locator("#go:not(:disabled)").waitFor();
  await page.locator(".token").first().waitFor();
  await page.locator("button.gauge").waitFor();
  await take(page, "play-table");
  await page.emulateMedia({ colorScheme: "dark" });
  await take(page, "play-table-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  const viewer = await open(link, { viewport: PHONE, isMobile: true, hasTouch: true, colorScheme: "dark", reducedMotion: "reduce" });
  await viewer.page.locator(".token").first().waitFor();
  await take(viewer.page, "play-phone");
  return taken;
});
console.log(JSON.stringify(told));
