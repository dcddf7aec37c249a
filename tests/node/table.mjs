// What the scripts of the console have in common: reading the table, looking for violations, waiting for versions.
import axe from "axe-core";

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };
export const WIDE = { width: 1920, height: 1080 };

/** The version that a page shows; 0 before a fight is open. */
export const versionOf = (page) => page.evaluate(() => Number(document.querySelector(".play")?.dataset.version ?? 0));

/** How often a page is asked whether something has happened, in milliseconds: frames of pages that are not seen may never come. */
export const POLLING = { polling: 50 };

export const reaches = (page, version) => page.waitForFunction((wanted) => document.querySelector(".play")?.dataset.version === String(wanted) && document.querySelectorAll(".entry").length >= wanted, version, POLLING);

/** Wait until a fight is open and its referee may press something. */
export const playing = (page) => page.waitForFunction(() => document.querySelector(".bar .main"), null, POLLING);

/** What of some selectors is not wholly in the window, and whether the page could be scrolled. */
export const overflowing = (page, selectors) => page.evaluate((wanted) => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const out = wanted.filter((selector) => {
    const found = document.querySelector(selector);
    if (!found) return true;
    const { left, top, right, bottom, width } = found.getBoundingClientRect();
    return width === 0 || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  return [...out, ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? [`scrolls: ${scrollWidth} ${scrollHeight}`] : [])];
}, selectors);

/** Texts on the table that no player should read: words of the schema, hexes in brackets, ids of rules; and those that are too small. */
export const worded = (page) => page.evaluate(() => {
  const found = [];
  const scaleOf = ({ a, b }) => Math.hypot(a, b); // dice and figures are turned, too
  const walker = document.createTreeWalker(document.querySelector(".play"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    if (!text || node.parentElement.closest("script, style, .more-sheet")) continue;
    if (/_|\[|\bnull\b|undefined|\b[a-z]+\/[a-z-]+\/[a-z-]+/.test(text)) found.push(text);
    const drawing = node.parentElement.closest("svg");
    const size = parseFloat(getComputedStyle(node.parentElement).fontSize) * (drawing ? scaleOf(node.parentElement.getScreenCTM()) : 1);
    if (size < 11.99 && node.parentElement.checkVisibility()) found.push(`${size} px: ${text}`);
  }
  for (const each of document.querySelectorAll(".play [aria-label], .play [title]")) {
    const text = `${each.getAttribute("aria-label") ?? ""} ${each.getAttribute("title") ?? ""}`;
    if (/_|\[|\bnull\b|undefined/.test(text)) found.push(text);
  }
  return found;
});

/**
 * Texts in drawings whose contrast is less than 4.5 to what is drawn below them, which axe does not see; a text with a broad
 * outline stands on that.
 */
export const faint = (page) => page.evaluate(() => {
  const parsed = (colour) => {
    const srgb = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(colour);
    if (srgb) return [...srgb.slice(1, 4).map((each) => 255 * Number(each)), Number(srgb[4] ?? 1)];
    const told = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return /^rgba?\(/.test(colour) ? [told[0], told[1], told[2], told[3] ?? 1] : null;
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((each, place) => each * a + below[place] * (1 - a));
  const light = (colour) => colour.map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)).reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  /** The colour that an element covers a point with, and its share; nothing if it is clear. */
  const filled = (each) => {
    const style = getComputedStyle(each);
    const isShape = each instanceof SVGElement && !(each instanceof SVGSVGElement);
    const told = parsed(isShape ? style.fill : style.backgroundColor);
    if (!told || each instanceof SVGTextElement || each.tagName === "g") return [];
    const share = told[3] * (isShape ? Number(style.fillOpacity) : 1);
    return share > 0 ? [[...told.slice(0, 3), share]] : [];
  };
  const board = parsed(getComputedStyle(document.querySelector(".stage")).backgroundColor).slice(0, 3);
  return [...document.querySelectorAll(".play svg text")].flatMap((text) => {
    const { left, top, width, height } = text.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const seen = document.elementsFromPoint(x, y);
    const at = seen.indexOf(text);
    if (at < 0 || seen.slice(0, at).some((each) => filled(each).length > 0)) return []; // something lies over it
    const style = getComputedStyle(text);
    const outline = parsed(style.stroke);
    const isOutlined = outline && parseFloat(style.strokeWidth) >= 3 && Number(style.strokeOpacity) === 1;
    const ground = isOutlined ? outline.slice(0, 3) : seen.slice(at + 1).flatMap(filled).reverse().reduce((lower, layer) => over(layer, lower), [255, 255, 255]);
    let opacity = 1;
    for (let each = text; each && each.tagName !== "svg"; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    const ink = over([...parsed(style.fill).slice(0, 3), opacity], isOutlined ? board : ground);
    const contrast = ratio(ink, over([...ground, opacity], isOutlined ? board : ground));
    return contrast < 4.5 ? [`${contrast.toFixed(2)}: ${text.textContent} (${text.getAttribute("class") || text.parentElement.getAttribute("class")})`] : [];
  });
});

/** Open the form of all options. */
export async function allOptions(page) {
  await page.getByRole("button", { name: "All options" }).first().click();
  await page.locator(".more-sheet .move").waitFor();
}

/** The entries of the transcript, the newest first: on a phone the tab is opened for it. */
export const tellings = (page) => page.locator(".entry").evaluateAll((entries) => entries.map((entry) => [...entry.querySelectorAll(".telling")].map((each) => each.innerText).join("\n")));

/** What axe tries in a scheme of colours: every rule in light, those of colours in dark; the others would say the same. */
export const rulesIn = (scheme) => ({ resultTypes: ["violations"], ...(scheme === "dark" && { runOnly: ["color-contrast", "link-in-text-block"] }) });

/** Whether `make test-all` runs the tests (tests/rings.py). */
export const IS_LONG = process.env.UMPIRE_RING === "long";

/**
 * What axe finds in light and dark, on a phone and on a wide screen, and where the page is wider than the screen.
 * `make test` tries a phone in light, where every rule is tried, and a wide screen in dark.
 */
export async function looked(page, name, found, pictures) {
  const before = page.viewportSize();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"), null, POLLING);
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"]) {
    for (const size of IS_LONG || pictures ? [PHONE, DESK] : colorScheme === "light" ? [PHONE] : [DESK]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${name}, ${size.width}: too wide`);
      const told = await page.evaluate((rules) => axe.run(rules), rulesIn(colorScheme));
      for (const { id, nodes } of told.violations) found.push(`${name}, ${colorScheme}, ${size.width}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${size.width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Press a key until the element with the focus is one of a selector; say how often, or -1 if it never is. */
export async function pressed(page, key, selector, most = 120) {
  for (let presses = 0; presses <= most; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return presses;
    await page.keyboard.press(key);
  }
  return -1;
}

/** Type a face for each die that is asked for until nobody asks any more, those of a list first; return the faces. */
export async function rolled(page, version, first = []) {
  const faces = [];
  while ((await versionOf(page)) === version) {
    const field = page.locator(".die-field input").first();
    if (!(await field.isVisible())) {
      await page.waitForFunction((seen) => document.querySelector(".die-field input") || document.querySelector(".play")?.dataset.version !== String(seen), version, POLLING);
      continue;
    }
    // The same sentence may be asked twice: what is waited for is that this form is gone.
    const form = await page.waitForFunction(() => document.activeElement?.closest(".die-field")?.closest(".asking"), null, POLLING);
    const labels = await page.locator(".die-field label").allTextContents();
    for (const label of labels) {
      const sides = Number(/d(\d+)/.exec(label)?.[1] ?? 6);
      const face = first[faces.length] ?? (sides > 20 ? 15 : 2);
      faces.push(face);
      await page.keyboard.type(String(face));
      if (String(face).length === 1 && face * 10 <= sides && labels.length > 1) await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => !before.isConnected, form, POLLING);
  }
  return faces;
}
