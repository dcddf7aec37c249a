// Watches an encounter on the page for viewers while a referee acts, and says what the page drew before and after:
// node watch_fight.mjs ADDRESS FIGHT, where FIGHT is JSON with id, viewer, referee, procedure and request.
import { browsing } from "./browser.mjs";

const [address, fight] = [process.argv[2], JSON.parse(process.argv[3])];
const told = await browsing(async (open) => {
  const { page, errors, strangers } = await open(`${address}/docs/viewers/map`, { viewport: { width: 390, height: 800 }, reducedMotion: "reduce" });
  const asked = [];
  page.on("request", (each) => each.url().endsWith("/stream") && asked.push(each.headers()["last-event-id"]));
  const drawn = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("#map .token")].map((each) => {
    const { left, top, width, height } = each.querySelector("circle").getBoundingClientRect();
    const nose = each.querySelector("path")?.getAttribute("transform") ?? null;
    return [each.querySelector("text").textContent, { place: each.style.transform, x: left + width / 2, y: top + height / 2, nose }];
  })));
  const said = () => page.locator("#chat li").allInnerTexts();
  const version = (number) => page.getByText(`Live, version ${number}.`).waitFor();

  // The first stream is cut after its first entry: the page must come back and go on from there.
  let streams = 0;
  await page.route("**/stream", async (route) => {
    streams += 1;
    if (streams > 1) return route.continue();
    const whole = await fetch(route.request().url(), { headers: await route.request().allHeaders() });
    let text = "";
    const reader = whole.body.pipeThrough(new TextDecoderStream()).getReader();
    while (!/^id: 1\n.*^data: .*\n\n/ms.test(text)) text += (await reader.read()).value;
    await reader.cancel();
    return route.fulfill({ status: 200, contentType: "text/event-stream", body: text.slice(0, text.lastIndexOf("\n\n") + 2) });
  });
  await page.getByLabel("Encounter and viewer token").fill(`${fight.id}.${fight.viewer}`);
  await page.keyboard.press("Enter");
  await version(1);
  const before = { drawn: await drawn(), said: await said() };
  const answer = await fetch(`${address}/v1/encounters/${fight.id}/${fight.procedure}`, {
    method: "POST",
    headers: { authorization: `Bearer ${fight.referee}`, "content-type": "application/json", "if-match": '"1"' },
    body: JSON.stringify(fight.request),
  });
  await version(2);
  const after = { drawn: await drawn(), said: await said() };
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return { acted: answer.status, asked, before, after, sideways, address: page.url(), errors, strangers };
});
console.log(JSON.stringify(told));
