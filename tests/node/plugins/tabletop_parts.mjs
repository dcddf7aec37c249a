// Says what the parts of the tabletop core make of what the test gives them: node tabletop_parts.mjs ASKED
// ASKED is JSON: a list of [name of a function, arguments]; an error is answered as {error}.
import * as core from "../../../clients/tabletop/src/index.js";

const answered = JSON.parse(process.argv[2]).map(([name, ...given]) => {
  try {
    const made = typeof core[name] === "function" ? core[name](...given) : core[name];
    return (made instanceof Map ? Object.fromEntries(made) : made) ?? null;
  } catch (error) {
    return { error: error.message };
  }
});
console.log(JSON.stringify(answered));
