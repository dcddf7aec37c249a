// Two browsers with the referee's token: one of them is late, and its connection is cut for a while.
import { allOptions, DESK, reaches, tellings, versionOf } from "./table.mjs";

const MANY = 34;
const inputOf = (page) => page.locator("#whole").inputValue();

/** Open a second browser with the seat of a page, as a duplicated tab has it. */
async function seated(open, address, page) {
  const other = await open(`${address}/play`, { viewport: DESK });
  const seat = await page.evaluate(() => sessionStorage.getItem("umpire.seat"));
  await other.page.evaluate((kept) => sessionStorage.setItem("umpire.seat", kept), seat);
  return { ...other, seat: JSON.parse(seat) };
}

/** Cut the stream of a page after its first entry; each further one waits until the connection is given back. */
async function cut(page) {
  let streams = 0, restore = () => {};
  const restored = new Promise((done) => { restore = done; });
  await page.route("**/stream", async (route) => {
    streams += 1;
    if (streams > 1) {
      await restored;
      return route.continue();
    }
    const whole = await fetch(route.request().url(), { headers: await route.request().allHeaders() });
    let text = "";
    const reader = whole.body.pipeThrough(new TextDecoderStream()).getReader();
    while (!/^id: 1\n.*^data: .*\n\n/ms.test(text)) text += (await reader.read()).value;
    await reader.cancel();
    return route.fulfill({ status: 200, contentType: "text/event-stream", body: text.slice(0, text.indexOf("\n\n") + 2) });
  });
  return restore;
}

/** One referee takes an act back while the other, who does not know it yet, gives the order of another move's example. */
async function late(page, other) {
  const version = await versionOf(page);
  const restore = await cut(other);
  await other.reload();
  await other.locator(".live.cut").waitFor();
  const lost = await other.locator(".live").innerText();
  await allOptions(other);
  await other.locator("#procedure").selectOption({ index: 0 });
  await other.getByText("The input as JSON").click();
  const order = await inputOf(other);
  if (await page.locator(".more-sheet").count()) await page.getByRole("button", { name: "Back to the table" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(page, version + 1);
  await other.getByRole("button", { name: "Act", exact: true }).click();
  await other.locator(".more-sheet").getByRole("alert").waitFor();
  const refused = { said: await other.locator(".more-sheet").getByRole("alert").innerText(), version: await versionOf(other), kept: (await inputOf(other)) === order };
  restore();
  await other.locator(".live.live").waitFor();
  await reaches(other, version + 1);
  const caughtUp = { live: await other.locator(".live").innerText(), same: JSON.stringify(await tellings(other)) === JSON.stringify(await tellings(page)) };
  await other.getByRole("button", { name: "Act", exact: true }).click();
  await reaches(other, version + 2);
  await reaches(page, version + 2);
  return { version, lost, refused, caughtUp, alerts: await other.getByRole("alert").count() };
}

/** A long fight: the newest entries are shown, and earlier ones when they are asked for. */
async function long(address, page, { id, token }) {
  for (let version = await versionOf(page), kind = "undo"; version < MANY; version += 1, kind = kind === "undo" ? "redo" : "undo") {
    const headers = { authorization: `Bearer ${token}`, "if-match": `"${version}"`, "idempotency-key": `a-long-fight-${version}-${kind}` };
    const answer = await fetch(`${address}/v1/encounters/${id}/${kind}`, { method: "POST", headers });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await page.waitForFunction((wanted) => document.querySelector(".play").dataset.version === String(wanted) && document.querySelector(".entry .version").textContent.endsWith(String(wanted)), MANY);
  const shown = await page.locator(".entry").count();
  await page.getByRole("button", { name: "Show earlier entries" }).click();
  await page.locator(".entry").nth(shown).waitFor();
  return { shown, all: await page.locator(".entry").count(), buttons: await page.getByRole("button", { name: "Show earlier entries" }).count() };
}

/** What happens to two referees, the first of whom has a page already. */
export async function twoReferees(open, address, page) {
  const other = await seated(open, address, page);
  const told = await late(page, other.page);
  const history = await long(address, other.page, other.seat);
  await other.page.context().close();
  return { ...told, history, errors: other.errors, strangers: other.strangers };
}
