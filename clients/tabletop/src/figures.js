// @ts-check
/**
 * The figures of a state, and the tokens that play them.
 *
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Token} Token
 * @typedef {import("./types.js").Row} Row
 * @typedef {{pointer: string, value: any}} Correction
 */
import { laidOver } from "./mapping.js";

/**
 * Return every figure of a state, with the list that it stands in.
 * @param {Play} play
 * @param {Row} state
 * @returns {{list: string, figure: Row}[]}
 */
export function figuresOf(play, state) {
  return play.figures.flatMap((list) => (state[list] ?? []).map((/** @type {Row} */ figure) => ({ list, figure })));
}

/**
 * Return what players call a figure.
 * @param {Row} figure
 * @returns {string}
 */
export function calledOf(figure) {
  return figure.name ?? figure.id;
}

/**
 * Return where a figure stands and faces: on its `hex`, or in yards by the state's `positions`; null if nowhere.
 * @param {Row} state
 * @param {Row} figure
 * @returns {Place | null}
 */
export function placeOf(state, figure) {
  const facing = typeof figure.facing === "number" ? { facing: figure.facing } : {};
  if (Array.isArray(figure.hex) && figure.hex.length === 2) return { hex: [figure.hex[0], figure.hex[1]], ...facing };
  if (!Array.isArray(state.positions)) return null;
  const { x = 0, y = 0 } = state.positions.find((each) => each.unit === figure.id) ?? {};
  return { yards: { x, y } };
}

/**
 * Return the fields that a figure of a list may have, by the definitions of the family.
 * @param {Play} play
 * @param {string} list
 * @returns {Set<string>}
 */
export function fieldsOf(play, list) {
  const held = play.definitions[play.state ?? ""]?.properties?.[list]?.items ?? {};
  const name = String(held.$ref ?? "").split("/").pop() ?? "";
  return new Set(Object.keys(play.definitions[name]?.properties ?? {}));
}

/**
 * Return a state in which tokens play its figures, and which figure each token is.
 *
 * The first token of a figure is that figure; each further one is a copy with an id of its own: "orc-2", "orc-3". A copy
 * is alone at first: it is engaged with nobody, and follows nobody.
 * Figures without a token stay as they are. The token's id is kept in the figure's `meta`.
 *
 * @param {Play} play
 * @param {Row} state
 * @param {readonly Token[]} tokens
 * @returns {{state: Row, figures: Map<string, string>}}
 */
export function stateWith(play, state, tokens) {
  const ids = new Set(figuresOf(play, state).map(({ figure }) => figure.id));
  const taken = new Set(ids);
  const figures = new Map();
  /** @type {Row} */
  let made = { ...state };
  for (const list of play.figures) {
    const known = fieldsOf(play, list);
    made[list] = (state[list] ?? []).flatMap((/** @type {Row} */ figure) => {
      const players = tokens.filter((each) => each.figure === figure.id);
      if (!players.length) return [figure];
      return players.map((token, count) => {
        const id = count === 0 ? figure.id : unused(figure.id, taken);
        figures.set(token.token, id);
        return played(count === 0 ? figure : { ...unattached(figure, ids), id }, token, known);
      });
    });
  }
  made = placed(made, tokens, figures);
  return { state: made, figures };
}

/**
 * Return a figure without its fields that name figures, and without figures in its lists.
 * @param {Row} figure
 * @param {Set<string>} ids
 * @returns {Row}
 */
function unattached({ id, ...fields }, ids) {
  const kept = Object.entries(fields).filter(([, value]) => !ids.has(value));
  const alone = kept.map(([name, value]) => [name, Array.isArray(value) ? value.filter((each) => !ids.has(each)) : value]);
  return { id, ...Object.fromEntries(alone) };
}

/**
 * Return an id that no figure has, and take it.
 * @param {string} id
 * @param {Set<string>} taken
 */
function unused(id, taken) {
  let count = 2;
  while (taken.has(`${id}-${count}`)) count += 1;
  taken.add(`${id}-${count}`);
  return `${id}-${count}`;
}

/**
 * Return the record of a figure that a token plays: only fields that the family knows.
 * @param {Row} figure
 * @param {Token} token
 * @param {Set<string>} known
 */
function played(figure, token, known) {
  const { hex, facing } = token.place ?? {};
  const said = { ...token.fields, ...(hex && { hex: [...hex] }), ...(facing !== undefined && { facing }) };
  const kept = Object.fromEntries(Object.entries(said).filter(([name]) => known.has(name)));
  return { ...laidOver(figure, kept), id: figure.id, meta: { ...figure.meta, token: token.token } };
}

/**
 * Put yards into the state's `positions`, if it has them.
 * @param {Row} state
 * @param {readonly Token[]} tokens
 * @param {Map<string, string>} figures
 */
function placed(state, tokens, figures) {
  const inYards = tokens.filter((each) => each.place?.yards);
  if (!Array.isArray(state.positions) || !inYards.length) return state;
  const units = inYards.map((each) => ({ unit: figures.get(each.token), .../** @type {Place} */ (each.place).yards }));
  const others = state.positions.filter((each) => !units.some(({ unit }) => unit === each.unit));
  return { ...state, positions: [...others, ...units] };
}

/**
 * Return the corrections of a state that put a figure elsewhere.
 * @param {Play} play
 * @param {Row} state
 * @param {string} figure
 * @param {Place} place
 * @returns {Correction[]}
 */
export function correctionsFor(play, state, figure, { hex, yards, facing }) {
  const list = play.figures.find((each) => (state[each] ?? []).some((/** @type {Row} */ one) => one.id === figure));
  if (list === undefined) return [];
  const at = `/${list}/${state[list].findIndex((/** @type {Row} */ one) => one.id === figure)}`;
  if (yards) return [{ pointer: "/positions", value: [...(state.positions ?? []).filter((/** @type {Row} */ each) => each.unit !== figure), { unit: figure, ...yards }] }];
  return [
    ...(hex ? [{ pointer: `${at}/hex`, value: [...hex] }] : []),
    ...(facing === undefined ? [] : [{ pointer: `${at}/facing`, value: facing }]),
  ];
}
