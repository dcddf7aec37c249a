// Searches the pages while somebody types, by the index that the service makes: all words must occur, best matches first.
// The page of the search shows all that is found; every other page shows the first few below the field.
const field = document.getElementById("query"), panel = document.getElementById("found"), page = document.getElementById("all-found");
const [count, list] = (page ?? panel).children;
const most = page ? 60 : 8;
const SPELLINGS = { armour: "armor", colour: "color", defence: "defense", offence: "offense", honour: "honor", manoeuvre: "maneuver", centre: "center", grey: "gray", metre: "meter" };
const spelling = new RegExp(Object.keys(SPELLINGS).join("|"), "g");
let index;

const plain = text => text.toLowerCase().replace(spelling, word => SPELLINGS[word]);

async function load() {
  const entries = await (await fetch("/docs/search.json")).json();
  return entries.map(entry => ({ ...entry, heading: plain(entry.title), words: plain(`${entry.title} ${entry.kind} ${entry.text}`) }));
}

function rank({ heading, words: text, weight }, words) {
  if (!words.every(word => text.includes(word))) return 0;
  return words.reduce((sum, word) => sum + (heading === word ? 8 : heading.startsWith(word) ? 4 : heading.includes(word) ? 2 : 1), weight);
}

function excerpt(entry, word) {                                 // the words around the first match
  const at = Math.max(0, plain(entry.text).indexOf(word) - 60);
  return `${at ? "… " : ""}${entry.text.slice(at, at + 160)}`;
}

function item(entry, word) {
  const row = document.createElement("li"), link = row.appendChild(document.createElement("a"));
  link.href = entry.address;
  link.textContent = entry.title;
  row.append(` (${entry.kind})`, document.createElement("br"), excerpt(entry, word));
  return row;
}

async function search() {
  const asked = field.value.trim(), words = plain(asked).split(/\s+/).filter(Boolean);
  index ??= load();
  const found = words.length ? (await index).map(entry => [rank(entry, words), entry]).filter(([points]) => points) : [];
  if (asked !== field.value.trim()) return;                     // somebody typed on
  found.sort(([one], [other]) => other - one);
  list.replaceChildren(...found.slice(0, most).map(([, entry]) => item(entry, words[0])));
  const cut = found.length > most ? `; the first ${most} are shown` : "";
  count.textContent = words.length ? `${found.length} found for “${asked}”${cut}.` : "";
  if (!page) panel.hidden = !words.length;
}

field.addEventListener("input", search);
field.addEventListener("keydown", event => { if (event.key === "Escape" && !page) panel.hidden = true; });
if (page) {
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.form.addEventListener("submit", event => {
    event.preventDefault();
    history.replaceState(null, "", `?${new URLSearchParams({ q: field.value })}`);
    search();
  });
  search();
}
