// Plays the example of each family in the console, fills in every form, plays one by keyboard, and draws cards:
// node play_families.mjs ADDRESS FAMILY/PROCEDURE FAMILY..., where the procedure draws cards. What axe finds is asked for by
// `make test-all` alone.
import axe from "axe-core";
import { browsing } from "./browser.mjs";
import { allOptions, DESK, IS_LONG, looked, PHONE, playing, POLLING, pressed, reaches, tellings, versionOf } from "./table.mjs";

const [address, drawing, ...families] = process.argv.slice(2);
const pictures = process.env.PICTURES;

async function played(open, family, violations) {
  const { page, errors, strangers } = await open(`${address}/play`, { viewport: DESK, reducedMotion: "reduce" });
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await reaches(page, 1);
  await playing(page);
  const figures = await page.locator(".turn").count();
  await page.locator(".token").first().waitFor();
  if (await page.getByRole("button", { name: "Show all figures" }).count()) await page.locator(".hex").first().waitFor();
  const map = await page.locator(".hex").count();
  await allOptions(page);
  const moves = await page.locator("#procedure option").evaluateAll((options) => options.map((each) => each.value));
  const usual = await page.locator("#procedure").inputValue();
  if (IS_LONG) await page.evaluate(axe.source);
  const forms = {};
  for (const move of moves) {
    await page.locator("#procedure").selectOption(move);
    await page.getByText("The input as JSON").click();
    forms[move] = { fields: await page.locator(".input .field label").allInnerTexts(), input: JSON.parse((await page.locator("#whole").inputValue()) || "{}") };
    await page.evaluate(() => document.querySelectorAll(".input > .more:not([open]) > summary").forEach((each) => each.click()));
    if (IS_LONG) {
      const told = await page.evaluate(() => axe.run(".input", { resultTypes: ["violations"] }));
      violations.push(...told.violations.map((each) => `${family}, ${move}: ${each.id}: ${each.nodes[0].html.slice(0, 160)}`));
    }
    if (pictures) await page.screenshot({ path: `${pictures}/forms/${family}-${move}.png`, fullPage: true });
  }
  await page.locator("#procedure").selectOption(usual);
  await page.getByRole("button", { name: "Act", exact: true }).click();
  await reaches(page, 2);
  if (IS_LONG) await looked(page, family, violations, pictures);
  return { figures, map, usual, forms, told: await tellings(page), errors, strangers };
}

/** Begin, order, roll and undo without a pointer. */
async function byKeyboard(open) {
  const { page, errors } = await open(`${address}/play`, { viewport: DESK });
  await page.getByRole("button", { name: "Begin" }).waitFor();
  const presses = [await pressed(page, "Tab", ".skip")];
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Tab", ".fight button.main"));
  await page.keyboard.press("Enter");
  await reaches(page, 1);
  await page.locator("#go:not(:disabled)").waitFor();
  presses.push(await pressed(page, "Tab", ".turn button"));
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Tab", ".kind:not([aria-pressed=true])"));
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Tab", ".kind:first-child"));
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Tab", ".toggles [aria-pressed=false]"));
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Shift+Tab", "#go"));
  await page.keyboard.press("Enter");
  await page.locator(".die-field input").first().waitFor();
  const focused = await page.evaluate(() => document.activeElement.id);
  await page.keyboard.press("Escape");
  await page.locator(".asking").waitFor({ state: "detached" });
  presses.push(await pressed(page, "Tab", ".toggles [aria-pressed=true]"));
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Shift+Tab", "#go"));
  await page.keyboard.press("Enter");
  await reaches(page, 2);
  if (await page.locator(".exchange > summary").count()) {
    presses.push(await pressed(page, "Tab", ".exchange > summary"));
    await page.keyboard.press("Enter");
  }
  presses.push(await pressed(page, "Tab", ".step > summary"));
  await page.keyboard.press("Enter");
  presses.push(await pressed(page, "Tab", ".because a"));
  presses.push(await pressed(page, "Shift+Tab", "button.undo"));
  await page.keyboard.press("Enter");
  await reaches(page, 3);
  return { presses, focused, told: await tellings(page), errors };
}

/** Cards that people draw at the table: typed, and by keys for rank and suit. */
async function withCards(open, violations) {
  const [family, procedure] = drawing.split("/");
  const { page, errors } = await open(`${address}/play`, { viewport: PHONE, hasTouch: true });
  await page.locator(`input[name=family][value="${family}"]`).check();
  await page.locator(".fight .sides li").first().waitFor();
  await page.getByRole("button", { name: "Begin" }).click();
  await allOptions(page);
  await page.locator("#procedure").selectOption(procedure);
  await page.getByLabel("We roll at the table").check();
  await page.getByRole("button", { name: "Roll and act" }).click();
  const field = page.locator(".die-field input");
  await field.fill("1X");
  const wrong = await page.locator(".die-field .fault").innerText();
  await page.getByRole("button", { name: "hearts" }).tap();
  await page.locator(".ranks").getByRole("button", { name: "Q", exact: true }).tap();
  const pressed = await field.inputValue();
  if (IS_LONG) await looked(page, "cards", violations, pictures);
  const ranks = ["Q", "9", "5", "3", "2"];
  for (let draw = 0; (await versionOf(page)) === 1; draw += 1) {
    const form = await page.waitForFunction(() => document.querySelector(".asking") ?? document.querySelector(".play").dataset.version === "2", null, POLLING);
    if (!(await field.isVisible())) continue;
    await field.fill(`${ranks[draw % ranks.length]}${"♥♠♦♣"[Math.floor(draw / ranks.length)]}`);
    await page.locator(".asking").getByRole("button", { name: "Next" }).tap();
    await page.waitForFunction((before) => !before.isConnected, form, POLLING);
    await page.waitForFunction(() => document.querySelector(".asking") ?? document.querySelector(".play").dataset.version === "2", null, POLLING);
  }
  await reaches(page, 2);
  return { wrong, pressed, drawn: await page.locator(".entry .die.card").evaluateAll((cards) => cards.map((card) => card.textContent + card.querySelector(".suit").dataset.suit)), errors };
}

const told = await browsing(async (open) => {
  const violations = [], plays = {};
  for (const family of families) plays[family] = await played(open, family, violations);
  return { plays, violations, keyboard: await byKeyboard(open), cards: await withCards(open, violations) };
});
console.log(JSON.stringify(told));
