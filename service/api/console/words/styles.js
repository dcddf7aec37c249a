// @ts-check
// Style sheets that are asked for when what they are for is first shown.

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/**
 * Ask for style sheets, each once; done when the page has them.
 * @param {readonly string[]} names   of files in `look`
 */
export function styled(names) {
  return Promise.all(names.map((name) => {
    const known = asked.get(name) ?? added(name);
    asked.set(name, known);
    return known;
  }));
}

/**
 * @param {string} name
 * @returns {Promise<unknown>}
 */
function added(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../look/${name}.css`, import.meta.url).href;
  return new Promise((done) => {
    link.onload = link.onerror = done; // without its looks a panel can still be used
    document.head.append(link);
  });
}
