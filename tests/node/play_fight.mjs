// A referee and a viewer at the console, each with a browser of their own: node play_fight.mjs ADDRESS
// PICTURES, in the environment, is a folder for pictures of what they see.
import { browsing } from "./browser.mjs";
import { allOptions, DESK, looked, PHONE, reaches, rolled, tellings, versionOf } from "./table.mjs";
import { twoReferees } from "./two_referees.mjs";

const address = process.argv[2];
const pictures = process.env.PICTURES;
const told = await browsing(async (open) => {
  const violations = [];
  const referee = await open(`${address}/play`, { viewport: DESK, permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = referee;
  const policy = (await page.request.get(`${address}/play`)).headers();

  // Begin, and play what is suggested: two clicks to the first act; the odds of an attack are among all options.
  await page.getByRole("button", { name: "Begin" }).waitFor();
  await looked(page, "begin", violations, pictures);
  const clicks = ["Begin", "Play the round"];
  await page.getByRole("button", { name: "Begin" }).click();
  await reaches(page, 1);
  await page.locator("#go:not(:disabled)").waitFor();
  await allOptions(page);
  await page.locator(".odds meter").first().waitFor();
  const odds = await page.locator(".odds").innerText();
  await looked(page, "options", violations, pictures);
  await page.getByRole("button", { name: "Back to the table" }).click();
  await page.locator("#go").click();
  await reaches(page, 2);
  const first = await tellings(page);
  await looked(page, "table", violations, pictures);

  // An exchange opens to its steps, and a step to its number, whose terms lead to their rules.
  const exchange = page.locator(".entry").first().locator(".exchange > summary");
  if (await exchange.count()) await exchange.first().click();
  const step = page.locator(".entry").first().locator(".step", { has: page.locator(".dice") }).first();
  await step.locator(":scope > summary").click();
  await step.locator(".rules a").first().waitFor();
  const because = await step.innerText();
  const [rule] = await Promise.all([page.context().waitForEvent("page"), step.locator(".rules a").first().click()]);
  await rule.waitForLoadState();
  const landed = { address: rule.url(), found: await rule.evaluate(() => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.innerText ?? null) };
  await rule.close();

  // Another fight, in which nothing is left to luck, and the link for viewers: a phone that follows from now on.
  await page.getByRole("button", { name: "Fights", exact: true }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await reaches(page, 1);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  await looked(page, "share", violations, pictures);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("The link is copied.").first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("Escape");
  const viewer = await open(link, { viewport: PHONE, hasTouch: true, isMobile: true });
  await reaches(viewer.page, 1);
  const watching = { address: viewer.page.url(), first: await tellings(viewer.page), orders: await viewer.page.locator(".bar, #go").count() };

  // Dice of the table: put back, then typed, a wrong one among them.
  await page.getByRole("button", { name: "Our dice" }).click();
  await page.locator("#go").click();
  await page.locator(".asked").waitFor();
  const asked = await page.locator(".asked").innerText();
  await looked(page, "dice", violations, pictures);
  await page.locator(".die-field input").first().focus();
  await page.keyboard.press("Escape");
  await page.locator(".asking").waitFor({ state: "detached" });
  const putBack = { version: await versionOf(page), said: await page.locator("[aria-live]").innerText() };
  await page.locator("#go").click();
  await page.locator(".die-field input").first().waitFor();
  await page.locator(".die-field input").first().fill("9999");
  const wrong = await page.locator(".die-field .fault").first().innerText();
  await page.locator(".die-field input").first().fill("");
  await page.locator(".die-field input").first().focus();
  const faces = await rolled(page, 1);
  await reaches(page, 2);
  await reaches(viewer.page, 2);
  const own = { asked, putBack, wrong, faces, seen: await tellings(viewer.page) };
  await looked(viewer.page, "viewer", violations, pictures);

  // Undo says what it takes back, viewers see it, redo brings it again; a reload keeps the seat.
  const back = await page.locator("#undo-what").innerText();
  const newest = (await tellings(page))[0];
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, 3);
  const forth = `Redo. ${await page.locator("#redo-what").innerText()}`;
  await page.getByRole("button", { name: "Redo" }).click();
  await reaches(viewer.page, 4);
  await page.reload();
  await reaches(page, 4);
  await page.getByRole("button", { name: "Share" }).waitFor();
  const reloaded = { address: page.url(), entries: (await tellings(page)).length, history: await page.locator("#undo-what").innerText() };

  // What the service refuses is said at its field; until then no console has an error.
  const errors = [...referee.errors, ...viewer.errors];
  await allOptions(page);
  await page.getByText("The input as JSON").click();
  const whole = page.getByLabel("Input", { exact: true });
  const input = JSON.parse(await whole.inputValue());
  const field = Object.keys(input).find((name) => typeof input[name] === "string");
  await whole.fill("{");
  const broken = await page.locator(".fault").last().innerText();
  await whole.fill(JSON.stringify({ ...input, [field]: "nobody at all" }));
  await page.getByRole("button", { name: "Act", exact: true }).click();
  await page.locator(".more-sheet").getByRole("alert").waitFor();
  const refused = { broken, alert: await page.locator(".more-sheet").getByRole("alert").innerText(), field: await page.locator("[aria-invalid=true]").evaluate((each) => each.id) };
  await looked(page, "refused", violations, pictures);
  const tokens = await page.evaluate(() => sessionStorage.getItem("umpire.seat"));

  // Another tab has the referee's token, too.
  await whole.fill(JSON.stringify(input));
  const referees = await twoReferees(open, address, page);
  const later = [...referee.errors, ...viewer.errors].slice(errors.length).concat(referees.errors);
  const strangers = [...referee.strangers, ...viewer.strangers, ...referees.strangers];
  return { policy, clicks, odds, first, because, landed, link, copied, watching, own, back, newest, forth, reloaded, refused, field, violations, errors, later, tokens, strangers, referees };
});
console.log(JSON.stringify(told));
