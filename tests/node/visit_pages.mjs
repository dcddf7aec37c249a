// Opens pages in light and dark, on a phone and on a wide screen, and says what is wrong with each:
// node visit_pages.mjs ADDRESS PATH...
import axe from "axe-core";
import { browsing } from "./browser.mjs";
import { rulesIn } from "./table.mjs";

const [address, ...paths] = process.argv.slice(2);
const told = await browsing(async (open) => {
  const visited = {};
  for (const path of paths) {
    const { page, errors, strangers } = await open(address + path);
    const violations = new Set(), sideways = [];
    await page.evaluate(axe.source);
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) sideways.push(width);
        const found = await page.evaluate((rules) => axe.run(rules), rulesIn(colorScheme));
        for (const each of found.violations)
          violations.add(`${each.id}, ${colorScheme}, ${width}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(" | ")}`);
      }
    }
    const facts = await page.evaluate(() => ({
      title: document.title,
      description: document.querySelector("meta[name=description]")?.content ?? "",
      lang: document.documentElement.lang,
      height: document.documentElement.scrollHeight,
      levels: [...document.querySelectorAll("h1, h2, h3, h4")].map((each) => Number(each.tagName[1])),
      inline: document.querySelectorAll("script:not([src]), style, [style]").length,
      skip: document.querySelector("a")?.getAttribute("href"),
      links: [...new Set([...document.querySelectorAll("a[href]")].map((each) => each.getAttribute("href")))],
      anchors: [...document.querySelectorAll("[id]")].map((each) => each.id),
    }));
    visited[path] = { ...facts, errors, strangers, sideways, violations: [...violations] };
    await page.context().close();
  }
  return visited;
});
console.log(JSON.stringify(told));
