// Searches the pages by the index that the service makes: all words must occur, best matches first.
const field = document.getElementById("query"), list = document.getElementById("results"), count = document.getElementById("count");
const MOST = 60;
const index = fetch("/docs/search.json").then(reply => reply.json());

function rank(entry, words) {
  const title = entry.title.toLowerCase(), text = `${title} ${entry.kind} ${entry.text}`.toLowerCase();
  if (!words.every(word => text.includes(word))) return 0;
  return words.reduce((sum, word) => sum + (title === word ? 8 : title.startsWith(word) ? 4 : title.includes(word) ? 2 : 1), entry.weight);
}

async function search() {
  const asked = field.value.trim(), words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? (await index).map(entry => [rank(entry, words), entry]).filter(([points]) => points) : [];
  if (asked !== field.value.trim()) return;                     // somebody typed on
  found.sort(([one], [other]) => other - one);
  list.replaceChildren(...found.slice(0, MOST).map(([, entry]) => {
    const item = document.createElement("li"), link = item.appendChild(document.createElement("a"));
    link.href = entry.address;
    link.textContent = entry.title;
    item.append(` (${entry.kind})`, document.createElement("br"), entry.text.slice(0, 160));
    return item;
  }));
  count.textContent = words.length ? `${found.length} found for “${asked}”${found.length > MOST ? `; the first ${MOST} are shown` : ""}.` : "";
}

field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", search);
field.form.addEventListener("submit", event => {
  event.preventDefault();
  history.replaceState(null, "", `?${new URLSearchParams({ q: field.value })}`);
  search();
});
search();
