// The page /docs/verify: check a chosen file with the verifier of this service, in this browser; nothing is sent.
const form = document.getElementById("verify");
const said = document.getElementById("verdict");

/** The keys of the service that this page is of; null if there are none to be had. */
async function keysHere() {
  const answer = await fetch("/.well-known/umpire-keys").catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** Pairs of version and hash, one on each line. */
function seenIn(text) {
  const lines = text.split(/\s+/).filter(Boolean);
  return lines.map((each) => [Number(each.split(":")[0]), each.split(":")[1]]);
}

async function verify() {
  const { check, linesOf, wordsOf } = await import("/docs/verify.mjs");
  const file = form.elements.log.files[0];
  const keys = form.elements.here.checked ? await keysHere() : null;
  const found = await check(linesOf(await file.text()), keys, seenIn(form.elements.saw.value));
  said.dataset.verdict = found.verdict;
  said.textContent = wordsOf(found);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  said.textContent = "Checking…";
  verify().catch((error) => {
    said.textContent = `The file cannot be checked here: ${error.message}`;
  });
});
