// Finds and opens things by keyboard alone, on a phone: node walk_pages.mjs ADDRESS
import { browsing } from "./browser.mjs";

const address = process.argv[2];
const told = await browsing(async (open) => {
  const { page, errors, strangers } = await open(`${address}/docs`, { viewport: { width: 390, height: 800 } });
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  const press = (key) => page.keyboard.press(key);
  await press("Tab");
  const skip = await focused();
  await press("Enter");
  const content = await focused();
  await press("Tab");
  const insideContent = await page.evaluate(() => document.activeElement.closest("main") !== null);
  const operations = await page.locator("#operations li a").count();

  await page.goto(`${address}/docs/maps`); // another page: one that was left at #content would go on from there
  for (let presses = 0; presses < 5 && (await focused()) !== "query"; presses += 1) await press("Tab");
  await page.keyboard.type("natural 01");
  await page.locator("#found li").first().waitFor();
  const typed = { said: await page.locator("#found p").innerText(), shown: await page.locator("#found li").count() };
  await press("Enter");
  await page.waitForURL("**/docs/search?**");
  await page.locator("#results li").first().waitFor();
  const found = await page.locator("#results li").allInnerTexts();
  const count = await page.locator("#count").innerText();
  while ((await page.evaluate(() => document.activeElement.closest("#results a[href*='/rules/']"))) === null) await press("Tab");
  await press("Enter");
  await page.waitForURL("**/docs/families/**");
  const landed = { address: page.url(), heading: await page.evaluate(() => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.innerText ?? null) };
  return { skip, content, insideContent, operations, found, count, typed, landed, errors, strangers };
});
console.log(JSON.stringify(told));
