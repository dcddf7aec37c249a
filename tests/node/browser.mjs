// Chromium for the scripts of tests: the environment says where it is (see tools.py).
import { chromium } from "playwright-core";

/**
 * Start Chromium, let `use` open pages in it, and close it, whatever happens.
 *
 * Every page has its own context, so two pages are two people. A context needs a locale, else `Intl` fails in pages.
 * `opened` keeps what a test must know of each page: errors on its console and addresses of other hosts that it asked.
 */
export async function browsing(use) {
  const browser = await chromium.launch({ executablePath: process.env.CHROME });
  const open = async (address, options = {}) => {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    // Less than PATIENCE in tests/patience.py, so that it is said what was waited for.
    context.setDefaultTimeout(Number(process.env.WAITING ?? 240_000));
    const page = await context.newPage();
    const opened = { page, errors: [], strangers: [] };
    page.on("console", (said) => said.type() === "error" && opened.errors.push(said.text()));
    page.on("pageerror", (error) => opened.errors.push(String(error)));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http") && address.startsWith("http") && url.host !== new URL(address).host) opened.strangers.push(url.href);
    });
    await page.goto(address);
    return opened;
  };
  try {
    return await use(open, browser);
  } finally {
    await browser.close();
  }
}
