// Opens one page and says what it is: node open_page.mjs ADDRESS
import { browsing } from "./browser.mjs";

const said = await browsing(async (open) => {
  const { page, errors, strangers } = await open(process.argv[2], { viewport: { width: 390, height: 800 } });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return { title: await page.title(), heading: await page.locator("h1").first().innerText(), width, errors, strangers };
});
console.log(JSON.stringify(said));
