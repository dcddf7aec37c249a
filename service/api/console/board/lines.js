// @ts-check
// The board of lines: two ranks that face each other, in stripes by distance, with who fights whom face to face.

/**
 * @typedef {object} Standing   a figure as far as its place depends on it
 * @property {string} id
 * @property {number} place   0 for the first side, which stands below; all others stand above
 * @property {boolean} isOut   whether it is out of the fight
 * @property {{x: number, y: number} | null} at   where it stands on the field, in yards
 *
 * @typedef {{name: string, up_to: number | null}} Band   a distance that has a name; null: all that is farther
 *
 * @typedef {object} Lines
 * @property {ReadonlyMap<string, {x: number, y: number}>} places   by figure
 * @property {number} radius   of figures
 * @property {{y: number, height: number, name: string}[]} stripes   from top to bottom
 * @property {number} gap   from the middle to the first ranks
 */

const LARGEST = 40;
/** What share of a high board a radius may have. */
const SHARE = 0.075;
const SMALLEST = 15;
const GAP = 58;
/** Pixels from the middle to the first ranks, at most. */
const EDGE = 32;
/** Pixels that rings and signs need above a figure. */
const NAME = 24;
/** Pixels of a name and of slots below the last rank. */
const FOOT = 38;
/** Pixels of a name below its figure. */

/**
 * Return where figures stand.
 * @param {readonly Standing[]} figures
 * @param {readonly (readonly [string, string])[]} bonds   who is tied to whom
 * @param {readonly Band[]} bands   the nearest first; none: one rank a side
 * @param {{width: number, height: number}} size
 * @returns {Lines}
 */
export function linesOf(figures, bonds, bands, { width, height }) {
  const sides = [figures.filter(({ place }) => place === 0), figures.filter(({ place }) => place !== 0)];
  const ranks = new Map(figures.map((each) => [each.id, rankOf(each, figures, bonds, bands)]));
  const ranked = figures.filter(({ isOut }) => !isOut).map(({ id }) => ranks.get(id) ?? 0);
  const depth = Math.max(bands.length > 0 ? 1 : 0, ...ranked) + 1;
  const half = height / 2;
  const gap = Math.min(GAP, height * (bands.length > 0 ? 0.1 : 0.125));
  const row = (half - gap) / (depth + (figures.some(({ isOut }) => isOut) ? 0.75 : 0));
  const widest = Math.max(1, ...sides.map((side) => side.length));
  const radius = Math.max(SMALLEST, Math.min(Math.max(LARGEST, height * SHARE), (width / widest) * 0.3, (row - NAME) * 0.46));
  const across = acrossOf(sides, bonds, width);
  /** @type {Map<string, {x: number, y: number}>} */
  const places = new Map();
  for (const each of figures) {
    const rank = each.isOut ? depth + 0.1 : ranks.get(each.id) ?? 0;
    const away = gap + row * (rank + 0.5);
    const y = each.place === 0 ? half + away - NAME / 2 : half - away - NAME / 2 + 6;
    places.set(each.id, { x: across.get(each.id) ?? width / 2, y: Math.max(radius + EDGE, Math.min(height - radius - FOOT, y)) });
  }
  return { places, radius, stripes: stripesOf(bands, depth, row, half, gap), gap };
}

/**
 * Return how many ranks from the middle a figure stands: by its distance to the nearest foe in the fight, where that is
 * known; else those that are tied to nobody stand one rank behind those that are.
 * @param {Standing} figure
 * @param {readonly Standing[]} figures
 * @param {readonly (readonly [string, string])[]} bonds
 * @param {readonly Band[]} bands
 */
function rankOf(figure, figures, bonds, bands) {
  if (bonds.some((pair) => pair.includes(figure.id))) return 0;
  if (bands.length === 0) return bonds.length > 0 ? 1 : 0;
  const others = figures.filter((each) => each.place !== figure.place);
  const standing = others.filter(({ isOut }) => !isOut);
  const foes = standing.length > 0 ? standing : others; // after the end they stand where they stood
  const { x, y } = figure.at ?? { x: 0, y: 0 };
  const nearest = Math.min(...foes.map(({ at }) => Math.hypot((at?.x ?? 0) - x, (at?.y ?? 0) - y)));
  const rank = bands.findIndex(({ up_to: limit }) => limit === null || nearest <= limit);
  return rank < 0 ? bands.length - 1 : rank;
}

/**
 * Return how far from the left each figure stands: those below in their order, those above facing whom they are tied to.
 * @param {readonly (readonly Standing[])[]} sides
 * @param {readonly (readonly [string, string])[]} bonds
 * @param {number} width
 */
function acrossOf([below = [], above = []], bonds, width) {
  /** @type {Map<string, number>} */
  const across = new Map();
  const spread = (/** @type {readonly Standing[]} */ rank) => rank.forEach(({ id }, place) => across.set(id, (width * (place + 0.5)) / rank.length));
  spread(below);
  const wish = (/** @type {string} */ id) => {
    const tied = bonds.filter((pair) => pair.includes(id)).flatMap((pair) => pair.filter((each) => each !== id && across.has(each)));
    return tied.length > 0 ? tied.reduce((sum, each) => sum + (across.get(each) ?? 0), 0) / tied.length : null;
  };
  const wished = above.map((each, place) => ({ each, at: wish(each.id) ?? (width * (place + 0.5)) / above.length }));
  spread(wished.sort((one, other) => one.at - other.at).map(({ each }) => each));
  return across;
}

/**
 * @param {readonly Band[]} bands
 * @param {number} depth   how many ranks are drawn
 * @param {number} row   height of a rank
 * @param {number} half   where the middle is
 * @param {number} gap   between the middle and the first rank
 */
function stripesOf(bands, depth, row, half, gap) {
  const drawn = bands.slice(0, depth);
  const above = drawn.map(({ name }, rank) => ({ name, y: half - gap - row * (rank + 1), height: row }));
  const below = drawn.map(({ name }, rank) => ({ name, y: half + gap + row * rank, height: row }));
  return [...above.reverse(), ...below];
}
