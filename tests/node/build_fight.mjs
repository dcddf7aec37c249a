// Somebody builds a fight of ready figures, saves them as a file, and begins it again with that file: node build_fight.mjs ADDRESS SHEET FAMILY...,
// where SHEET is a file of another program, of which some families make a figure.
import { readFile } from "node:fs/promises";
import { browsing } from "./browser.mjs";
import { DESK, looked, PHONE, playing } from "./table.mjs";

const [address, sheet, ...families] = process.argv.slice(2);
const pictures = process.env.PICTURES;

async function building(page, family) {
  await page.goto(`${address}/play`); // presses are counted from here
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.getByRole("button", { name: "Build one" }).click();
  await page.locator(".stock li").first().waitFor();
}

const begun = async (page) => {
  await page.getByRole("button", { name: "Begin this fight" }).click();
  const { presses, loaded } = await page.evaluate(() => ({ presses: window.presses, loaded: performance.timeOrigin }));
  await playing(page);
  await page.locator("#go:not(:disabled)").waitFor();
  return { title: await page.locator(".fight-title").innerText(), question: await page.locator(".question").innerText(), presses, seconds: (Date.now() - loaded) / 1000 };
};

async function built(open, family, size, violations) {
  const { page, errors } = await open(`${address}/play`, { viewport: size, acceptDownloads: true });
  await page.addInitScript(() => { window.presses = 0; addEventListener("click", ({ isTrusted, detail }) => { window.presses += Number(isTrusted && detail > 0); }, true); });
  await building(page, family);
  const listed = await page.locator(".stock li").count();
  const [strong, weak] = [page.locator(".stock li").last(), page.locator(".stock li").first()];
  const names = [await strong.locator("b").innerText(), await weak.locator("b").innerText()];
  await strong.getByRole("button", { name: /to red$/ }).click();
  for (let count = 0; count < 2; count += 1) await weak.getByRole("button", { name: /to blue$/ }).click();
  await looked(page, `build-${family}`, violations, pictures);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picked figures as a party file" }).click();
  const file = await (await saving).path();
  const party = JSON.parse(await readFile(file, "utf8"));
  const first = await begun(page);
  await page.getByRole("button", { name: "Fights", exact: true }).click();
  await building(page, family);
  await page.locator("#party").setInputFiles({ name: "party.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...party, figures: party.figures.map((each) => ({ ...each, id: `mine-${each.id}`, name: `My ${each.name}` })) })) });
  await page.locator(".stock b", { hasText: /^My / }).first().waitFor();
  await building(page, family);
  const kept = await page.locator(".stock b", { hasText: /^My / }).allInnerTexts();
  const own = page.locator(".stock li", { hasText: /^My / });
  await own.first().getByRole("button", { name: /to red$/ }).click();
  await own.last().getByRole("button", { name: /to blue$/ }).click();
  const second = await begun(page);
  await page.getByRole("button", { name: "Fights", exact: true }).click();
  await building(page, family);
  await page.locator("#party").setInputFiles(sheet);
  await page.locator(".stock b", { hasText: "Aldith the Warden" }).or(page.locator(".build .problem")).first().waitFor();
  const converted = { names: await page.locator(".stock b", { hasText: "Aldith" }).allInnerTexts(), notes: await page.locator(".notes li").count(), problem: await page.locator(".build .problem").allInnerTexts() };
  await page.context().close();
  return { listed, names, party: { umpire: party.umpire, family: party.family, figures: party.figures.map(({ name }) => name) }, first, kept, second, converted, errors };
}

const told = await browsing(async (open) => {
  const violations = [];
  const fights = {};
  for (const [place, family] of families.entries()) fights[family] = await built(open, family, place % 2 ? PHONE : DESK, violations);
  return { fights, violations };
});
console.log(JSON.stringify(told));
