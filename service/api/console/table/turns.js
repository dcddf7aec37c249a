// @ts-check
// The list of turns: who chooses now, who waits, who is out of it and why, what each is to do, and how each one is.

import { poolSaid } from "../board/scene.js";
import { Mini, shareOf } from "../board/token.js";
import { consider, servedIn } from "../fight/choosing.js";
import { rowsOf } from "../words/facts.js";
import { Icon } from "../words/icons.js";
import { marksOf } from "../words/sides.js";
import { called, sidesOf } from "../words/state.js";
import { html } from "../vendor/preact.js";
import { capital, inWords, lettersOf, plain, pointed } from "../words/wording.js";

/**
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/facts.js").Row} Row
 * @typedef {import("../words/state.js").TurnEntry} TurnEntry
 *
 * @typedef {object} Listed   somebody in the list
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {TurnEntry | null} turn   null for one who takes no turns of its own
 * @property {Row | null} row   null for one whom the state does not list
 */

const MOST_BARS = 2;
/** @type {{[status: string]: string}} */
const STATUSES = { next: "chooses now", acted: "has acted", waiting: "waits", out: "is out of the fight" };

/** @param {{session: Session}} props */
export function Turns({ session }) {
  const { play, state, situation } = session.view;
  if (!play || !situation) return null;
  const marks = marksOf(sidesOf(play, state));
  const listed = listedIn(session);
  return html`<ol class=${`turn-list ${crowdOf(listed.length)}`} aria-label="Turns" style=${{ "--count": listed.length }}>${listed.map((each, place) => html`
    <${Turn} key=${each.id} session=${session} listed=${each} place=${place} mark=${marks.get(each.side)} />`)}</ol>`;
}

/**
 * Return how high rows can be: the fewer there are, the more is told in each.
 * @param {number} count
 */
function crowdOf(count) {
  return count < 6 ? "few" : count < 8 ? "some" : "many";
}

/**
 * Return who is in the list: all who take turns in their order, then all others of the state.
 * @param {Session} session
 * @returns {Listed[]}
 */
function listedIn({ view: { play, state, situation, request } }) {
  if (!play || !situation) return [];
  const rows = new Map(rowsOf(play, state, request?.state).map((row) => [row.id, row]));
  const turning = situation.order.map((turn) => ({ id: turn.id, name: called(play, state, turn.id), side: turn.side, turn, row: rows.get(turn.id) ?? null }));
  const known = new Set(situation.order.map(({ id }) => id));
  const others = [...rows.values()].filter(({ id }) => !known.has(id)).map((row) => ({ id: row.id, name: row.name, side: row.side, turn: null, row }));
  return [...turning, ...others];
}

/**
 * @param {{session: Session, listed: Listed, place: number, mark: import("../words/sides.js").Mark | undefined}} props
 */
function Turn({ session, listed: { id, name, turn, row }, place, mark }) {
  const { choosing: { choice }, situation, seat } = session.view;
  const pool = row?.pools[0];
  const share = pool?.full ? shareOf(pool) : null;
  const status = turn?.status ?? "";
  const isChoosing = choice.picks.has(id) && seat?.role === "referee" && situation?.decision !== "none";
  const { left, said, befallen } = howIs(turn, row);
  const content = html`<${Mini} mark=${mark} name=${name} share=${share} isOut=${status === "out"} />
    <span class="who"><span class="called"><b class=${status === "out" ? "is-out" : ""}>${capital(name)}</b><${Meant} session=${session} id=${id} /></span>
      <span class="unseen">${said}</span>${(row?.pools.length ?? 0) > 0 && html`<span class="is-left">${status !== "out" && html`<${Bars} row=${row} side=${mark?.colour ?? 0} /><small aria-hidden="true">${left}</small>`}</span>`}
      ${isChoosing ? html`<small class="unseen">${befallen}</small><${Ordered} session=${session} id=${id} />` : html`<small title=${befallen}>${befallen}</small>`}
    </span>${isChoosing && situation?.decision === "orders" && html`<${Given} session=${session} id=${id} />`}${turn && html`<span class="unseen">, ${STATUSES[status] ?? inWords(status)}</span>`}`;
  const kind = `turn ${status} ${choice.figure === id && isChoosing ? "is-looked" : ""}`;
  const style = { "--place": place };
  if (!isChoosing) return html`<li class=${kind} style=${style}><span class="turn-card">${content}</span></li>`;
  return html`<li class=${kind} style=${style}><button type="button" class="turn-card" aria-pressed=${String(choice.figure === id)} onClick=${() => consider(session, id)}>${content}</button></li>`;
}

/**
 * Whether a figure has an order: a sign, for phones too.
 * @param {{session: Session, id: string}} props
 */
function Given({ session: { view }, id }) {
  const isOwn = view.choosing.choice.picks.get(id)?.isOwn === true;
  const [sign, kind, words] = isOwn ? [html`<${Icon} name="check" size=${14} />`, "own", "has its order"] : servedIn(view).has(id) ? ["S", "served", "ordered by the service"] : ["…", "", "has no order of its own yet"];
  return html`<span class=${`given ${kind}`} title=${words}><span aria-hidden="true">${sign}</span><span class="unseen">, ${words}</span></span>`;
}

/**
 * What a figure is to do: faint as long as it is only suggested.
 * @param {{session: Session, id: string}} props
 */
function Ordered({ session, id }) {
  const pick = session.view.choosing.choice.picks.get(id);
  const [move, ...more] = pick?.moves ?? [];
  if (!pick || !move) return html`<small class="ordered" />`;
  const text = [move, ...more].map(({ label }) => pointed(label)).join(", then ");
  const short = capital(text.replace(/^\p{Lu}\p{Ll}+: /u, "")); // how it fights is told where it is chosen
  return html`<small title=${text} class=${pick.isOwn ? "ordered own" : "ordered"}>${short}${!pick.isOwn && html`<span class="unseen">, as suggested</span>`}</small>`;
}

/**
 * What a foe means to do when its turn comes: at whom, or else what.
 * @param {{session: Session, id: string}} props
 */
function Meant({ session: { view }, id }) {
  const meant = view.choosing.meant.find(({ figure }) => figure === id);
  if (!meant || !view.play) return null;
  const { label, target, why } = meant;
  const name = target === null || target === id ? null : called(view.play, view.state, target);
  return html`<span class="meant" title=${`${pointed(label)}: ${plain(why)}`}><span aria-hidden="true"><${Icon} name="move" size=${13} /><span class="wide-only">${name === null ? pointed(label) : capital(name)}</span><span class="phone-only">${name === null ? "" : lettersOf(name)}</span></span><span class="unseen">, means to: ${pointed(label)}</span></span>`;
}

/**
 * What is left of somebody as thin bars, one for each of what it has first.
 * @param {{row: Row | null, side: number}} props
 */
function Bars({ row, side }) {
  const pools = (row?.pools ?? []).filter(({ isSpent, left, full }) => !isSpent && left !== null && full).slice(0, MOST_BARS);
  return html`<span class=${`bars side-${side}`}>${pools.map((pool) => html`<span key=${pool.name} class=${shareOf(pool) <= 1 / 3 ? "pool low" : "pool"}><span style=${{ transform: `scaleX(${shareOf(pool)})` }} /></span>`)}</span>`;
}

/**
 * Return how somebody is: what is left of it as a number and in words, or what has become of it; and what has befallen it, and what it is forced to do.
 * @param {TurnEntry | null} turn
 * @param {Row | null} row
 * @returns {{left: string, said: string, befallen: string}}
 */
function howIs(turn, row) {
  const pools = row?.pools ?? [];
  const [first] = pools.filter(({ isSpent }) => !isSpent);
  const taken = pools.filter(({ left, isSpent }) => isSpent && (left ?? 0) > 0).map(poolSaid);
  const said = pools.filter(({ isSpent }) => !isSpent).map(poolSaid).filter(Boolean).join(", ");
  const left = !first || first.left === null ? "" : [first.left, first.full].filter((each) => each !== null).join(" of ").replace(/^-/, "−");
  const forced = turn?.forced ? `must ${inWords(turn.forced)}` : "";
  const hidden = row?.isHidden ? "hidden from viewers" : "";
  if (turn?.fate) return { left: "", said: "", befallen: [capital(inWords(turn.fate)), hidden, forced].filter(Boolean).join(", ") };
  return { left, said, befallen: [hidden, ...taken, ...(row?.conditions ?? []), forced].filter(Boolean).join(", ") };
}
