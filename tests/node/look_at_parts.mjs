// The map, the figures, odds, the whole fight and campaigns in the console, by keyboard, pointer and touch:
// node look_at_parts.mjs ADDRESS MAPPED PLAIN WALKED, where MAPPED is a family with a map, PLAIN one without, and WALKED
// one whose figures choose among all hexes that they reach. Campaigns, and what axe finds, are asked for by `make test-all` alone.
import { browsing } from "./browser.mjs";
import { allOptions, DESK, IS_LONG, looked, PHONE, playing, POLLING, pressed, reaches, versionOf } from "./table.mjs";

const [address, mapped, plain, walked] = process.argv.slice(2);
const pictures = process.env.PICTURES;

async function begun(open, family, options = {}) {
  const opened = await open(`${address}/play`, { viewport: DESK, reducedMotion: "reduce", ...options });
  await opened.page.locator(`input[name=family][value="${family}"]`).check();
  await opened.page.locator(".fight .sides li").first().waitFor();
  await opened.page.getByRole("button", { name: "Begin" }).click();
  await reaches(opened.page, 1);
  await playing(opened.page);
  return opened;
}

const focused = (page) => page.evaluate(() => {
  const at = document.activeElement.closest("[data-figure], [data-hex]");
  return { figure: at?.dataset.figure ?? null, hex: at?.dataset.hex ?? null, name: document.activeElement.getAttribute("aria-label"), role: document.activeElement.getAttribute("role") };
});
/** Where the figures are in the window, and how far the first two are from each other. */
const placed = (page) => page.locator(".token .touch").evaluateAll((all) => all.map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}));
const apart = ([[x, y], [otherX, otherY]]) => Math.hypot(x - otherX, y - otherY);

/** Along the board by keys: to a figure that is lit, aimed at by Enter, and by another kind of move to a hex. */
async function mapByKeyboard(page) {
  await page.locator(".token.can").first().waitFor();
  const reach = await pressed(page, "Tab", ".token .touch");
  const walk = [await focused(page)];
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.press(key);
    walk.push(await focused(page));
  }
  const other = page.locator(".token.can:not(.is-chosen)").first();
  const id = await other.getAttribute("data-figure");
  await other.locator(".touch").focus();
  await page.keyboard.press("Enter");
  await page.locator(`.token.is-chosen[data-figure="${id}"]`).waitFor();
  const answer = await page.locator(".answer").innerText();
  await page.getByRole("button", { name: "March" }).click();
  await page.locator(".goal:not(.is-chosen)").first().waitFor(); // a change is drawn in a task of its own
  const goals = await page.locator(".goal").count();
  await page.locator(".goal:not(.is-chosen)").first().focus();
  const hex = await focused(page);
  await page.keyboard.press("Enter");
  await page.locator(`.goal.is-chosen[data-hex="${hex.hex}"]`).waitFor();
  return { reach, walk, aimed: id, answer, goals, hex, chosen: await page.locator(".goal.is-chosen").getAttribute("data-hex") };
}

async function mapByPointer(page) {
  await page.getByRole("button", { name: "Show all figures" }).click();
  const start = await placed(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  const nearer = await placed(page);
  const board = await page.locator(".board-host").boundingBox();
  await page.mouse.move(board.x + 20, board.y + board.height - 20);
  await page.mouse.down();
  await page.mouse.move(board.x + 80, board.y + board.height - 60, { steps: 5 });
  await page.mouse.up();
  const dragged = await placed(page);
  await page.getByRole("button", { name: "Show all figures" }).click();
  return { apart: [apart(start), apart(nearer)], moved: [dragged[0][0] - nearer[0][0], dragged[0][1] - nearer[0][1]], back: apart(await placed(page)) };
}

/** Who acts is sent to a hex: by a tap on one that is not lit yet, then dragged to another, then dropped where nobody can go;
 * afterwards both sides play by themselves. */
async function toHexes(open) {
  const { page, errors } = await begun(open, walked);
  const middle = async (place) => {
    const { x, y, width, height } = await place.boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const chosen = () => page.locator(".goal.is-chosen").getAttribute("data-hex");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.locator(".goal").first().waitFor();
  const lit = await page.locator(".goal").evaluateAll((all) => all.map((each) => each.dataset.hex));
  const places = [await middle(page.locator(".goal").nth(3)), await middle(page.locator(".goal").nth(7))];
  await page.locator(".kind").first().click();
  await page.waitForFunction(() => !document.querySelector(".goal"), null, POLLING);
  await page.mouse.click(...places[0]);
  await page.locator(".goal.is-chosen").waitFor();
  const tapped = await chosen();
  const drag = async ([x, y]) => {
    await page.mouse.move(...(await middle(page.locator(".token.is-now .touch"))));
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 6 });
    await page.mouse.up();
  };
  await drag(places[1]);
  await page.locator(`.goal.is-chosen[data-hex="${lit[7]}"]`).waitFor();
  const dragged = await chosen();
  const { x, y } = await page.locator(".board-host").boundingBox();
  await drag([x + 4, y + 4]);
  await page.locator(".bubble:not([hidden])").waitFor();
  const refused = { hint: await page.locator(".bubble").innerText(), chosen: await chosen() };
  const version = await versionOf(page);
  await page.locator("#go").click();
  await reaches(page, version + 1);
  const sides = page.getByRole("group", { name: "The service plays" }).getByRole("button");
  const named = await sides.allInnerTexts();
  for (const name of named) await sides.filter({ hasText: name }).click();
  await page.locator(".winner").waitFor();
  const alone = { sides: named, winner: await page.locator(".winner").innerText(), version: await versionOf(page) };
  return { lit, tapped, dragged, refused, version, alone, errors };
}

/** Changes of the form, faster than odds are asked for; how many questions are sent, and what is shown. */
async function oddsOf(page) {
  await allOptions(page);
  await page.locator(".odds meter").first().waitFor();
  const asked = [];
  const isOfForm = (request) => /\/odds$/.test(request.url()) && !request.postData().includes("max_fights"); // else it is the bar of who wins
  const listen = (request) => isOfForm(request) && asked.push(request.postData());
  page.on("request", listen);
  await page.locator(".input .more > summary").first().click();
  await page.locator(".input input[type=checkbox]").first().waitFor();
  const sent = page.waitForRequest(isOfForm);
  await page.evaluate(() => {
    for (let changes = 0; changes < 3; changes += 1) document.querySelector(".input input[type=checkbox]").click();
  });
  await sent;
  await page.waitForFunction(() => document.querySelector(".odds")?.getAttribute("aria-busy") === "false");
  page.off("request", listen);
  await page.locator(".odds-row summary").first().click();
  await page.locator(".odds-terms li").first().waitFor();
  return {
    asked: asked.length,
    chances: await page.locator(".odds-rows .odds-row > summary .odds-chance").allInnerTexts(),
    shares: await page.locator(".odds-row meter").evaluateAll((all) => all.map((each) => each.value)),
    terms: await page.locator(".odds-terms li").allInnerTexts(),
    how: await page.locator(".odds-how").first().innerText(),
  };
}

async function wholeFight(page) {
  await page.locator(".whole summary").filter({ hasText: "The whole fight" }).click();
  await page.getByRole("button", { name: "Work out who wins" }).click();
  await page.locator(".forecast .win-bar").waitFor();
  const forecast = {
    wins: await page.locator(".whole-fight .win-rows li").allInnerTexts(),
    tags: await page.locator(".forecast .tag").allTextContents(),
    method: await page.locator(".forecast > .odds-how").innerText(),
    figures: await page.locator(".forecast section table").first().locator("tbody th").allInnerTexts(),
    bars: await page.locator(".round-columns rect").count(),
  };
  await page.locator(".choices button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".watched li").length > 1);
  const watched = await page.locator(".watched li").count();
  await page.getByRole("button", { name: "What is a point worth?" }).click();
  await page.locator(".worth tbody tr").first().waitFor();
  const worth = await page.locator(".worth").first().locator("tbody tr").allInnerTexts();
  return { ...forecast, watched, worth };
}

async function campaign(page) {
  await page.locator(".whole summary").filter({ hasText: "Campaigns" }).click();
  await page.getByRole("button", { name: "Choose the numbers" }).click();
  await page.getByRole("button", { name: "Add a second number" }).click();
  const fields = page.locator(".axis input");
  for (const [place, value] of ["1", "3", "1", "1", "2", "1"].entries()) await fields.nth(place).fill(value);
  await page.locator(".plan button.main").click();
  const counts = [];
  await page.exposeFunction("heatCount", (count) => counts.push(count));
  await page.evaluate(() => new MutationObserver(() => window.heatCount(document.querySelectorAll(".heat:not(:disabled)").length)).observe(document.querySelector(".campaign"), { subtree: true, childList: true, attributes: true }));
  await page.locator(".campaign [role=status]").filter({ hasText: /^Done/ }).waitFor();
  const cells = await page.locator(".heat").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  await page.locator(".heat").nth(4).click();
  await page.locator(".opened .win-bar").waitFor();
  const opened = await page.locator(".opened h3").first().innerText();
  return { cells, opened, counts: [...counts], heads: await page.locator(".heat-map th").allInnerTexts() };
}

/** Begin a campaign that would take long, load the page anew, and cancel it there. */
async function cancelled(page) {
  await page.locator(".plan label").filter({ hasText: "Fights in a cell" }).locator("select").selectOption({ label: "at most 5000" });
  await page.locator(".axis input").nth(1).fill("20");
  await page.locator(".plan button.main").click();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  const cells = await page.locator(".heat").count();
  await page.reload();
  await playing(page);
  await allOptions(page);
  await page.locator(".heat-map").waitFor();
  const again = { cells: await page.locator(".heat").count(), heads: await page.locator(".heat-map th").allInnerTexts() };
  await page.locator(".campaign [role=status]").filter({ hasText: /fights in|Done/ }).waitFor();
  const cancel = page.getByRole("button", { name: "Cancel" });
  if (await cancel.isVisible()) await cancel.click();
  const status = page.locator(".campaign [role=status]").filter({ hasText: /^(Cancelled|Done)/i });
  await status.waitFor();
  return { status: await status.innerText(), cells, again };
}

/** A campaign to its end and one that is cancelled; and what axe finds on the way. */
async function withCampaigns(page, violations) {
  await looked(page, "whole-fight", violations, pictures);
  const swept = await campaign(page);
  await looked(page, "campaign", violations, pictures);
  return { campaign: swept, ended: await cancelled(page) };
}

/** A drawing with a script in it, as if somebody stood between the service and the page. */
async function hostile(open) {
  const { page } = await open(`${address}/play`, { viewport: DESK });
  await page.route("**/map.svg", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace("</svg>", "<script>document.title = 'stolen'</script><image href='x'/></svg>") });
  });
  await page.locator(`input[name=family][value="${mapped}"]`).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".hex").first().waitFor();
  await page.unrouteAll({ behavior: "wait" });  // a drawing that is still on its way would end with the page
  return { taken: await page.locator(".boardbox script, .boardbox image").count(), title: await page.title() };
}

/** A phone: one finger presses a figure, two zoom. */
async function byTouch(open) {
  const { page, errors } = await begun(open, mapped, { hasTouch: true });
  await page.setViewportSize(PHONE);
  await page.locator(".token").first().waitFor();
  const before = apart(await placed(page));
  const board = await page.locator(".board-host").boundingBox();
  const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
  const touches = await page.context().newCDPSession(page);
  const fingers = (type, apart) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: apart === null ? [] : [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }] });
  await fingers("touchStart", 20);
  for (const apart of [30, 40, 50, 60]) await fingers("touchMove", apart);
  await fingers("touchEnd", null);
  const after = apart(await placed(page));
  const sizes = await page.locator(".bar button").evaluateAll((all) => all.map((each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height)));
  return { before, after, sizes, errors };
}

const told = await browsing(async (open) => {
  const violations = [];
  const first = await begun(open, mapped);
  const map = { keyboard: await mapByKeyboard(first.page), pointer: await mapByPointer(first.page) };
  if (IS_LONG) await looked(first.page, "map", violations, pictures);
  const paper = async (theme) => (await first.page.waitForFunction((chosen) => {
    document.documentElement.dataset.theme = chosen;
    const drawn = document.querySelector(".hex");
    return drawn && getComputedStyle(drawn).fill;
  }, theme, POLLING)).jsonValue();
  const colours = [await paper("light"), await paper("dark")];
  const second = await begun(open, plain);
  const facts = { maps: await second.page.locator(".hex").count(), odds: await oddsOf(second.page), fight: await wholeFight(second.page) };
  const campaigns = IS_LONG ? await withCampaigns(second.page, violations) : {};
  const touch = await byTouch(open);
  const sent = await toHexes(open);
  return {
    map, colours, ...facts, ...campaigns, touch, sent, hostile: await hostile(open), violations,
    errors: [...first.errors, ...second.errors, ...touch.errors, ...sent.errors], strangers: [...first.strangers, ...second.strangers],
  };
});
console.log(JSON.stringify(told));
