// @ts-check
// What the page leaves outside of itself: files that are saved, and values that the browser keeps.

/**
 * Let the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type   its media type
 */
export function saveFile(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Keep a value in this browser as JSON; null forgets it. A browser that keeps nothing lets one play all the same.
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is forgotten when the page is left.
  }
}
