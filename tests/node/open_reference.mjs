// Opens the interactive reference, looks at its operations and opens two of them: node open_reference.mjs ADDRESS GROUP PATH SUMMARY
import axe from "axe-core";
import { browsing } from "./browser.mjs";

const [address, group, path, summary] = process.argv.slice(2);
const told = await browsing(async (open) => {
  const opened = { errors: [], strangers: [], violations: new Set(), sideways: [] };
  let policy, operations, example;
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      const { page, errors, strangers } = await open(`${address}/docs/api/${group}`, { colorScheme, viewport: { width, height: 800 } });
      policy = (await page.request.head(page.url())).headers()["content-security-policy"];
      await page.locator("section[id*='tag/']").first().waitFor({ state: "attached" }); // until then it is the list of the page itself
      const entry = page.locator(`a[href$="POST${path}"]`).first();
      await entry.waitFor({ state: "attached" });
      operations = await page.locator(`a[href*="#tag/${group}/"]`).count();
      if (width > 1000) {
        await entry.focus();
        await page.keyboard.press("Enter");
        example = page.locator("pre, code").filter({ hasText: /"?input"?/ }).first();
        await example.waitFor();
      }
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) opened.sideways.push(width);
      await page.evaluate(axe.source);
      // Scalar's page has thousands of places where nothing is wrong: they are not described, and nothing of them is sent.
      const violated = await page.evaluate(async () => (await axe.run({ resultTypes: ["violations"] })).violations.map((each) => each.id));
      for (const each of violated) opened.violations.add(each);
      opened.errors.push(...errors);
      opened.strangers.push(...strangers);
      await page.context().close();
    }
  }
  const { page, errors } = await open(`${address}/docs/api/${group}#tag/${group}/POST${path}`);
  const heading = page.getByRole("heading", { name: summary, exact: true });
  await heading.waitFor();
  const opened_at = await heading.evaluate((each) => new Promise((seen) => new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) seen(location.hash);
  }).observe(each)));
  opened.errors.push(...errors);
  return { ...opened, violations: [...opened.violations].sort(), policy, operations, opened_at };
});
console.log(JSON.stringify(told));
