// @ts-check
// What can be told about the whole fight from the present figures on, for its referee.

import { Asking } from "./asking.js";
import { askedOf, filled, numbersOf, worthOf, worthSaid } from "./deciding.js";
import { answered, bodyOf, wholeFightOf } from "./fights.js";
import { Forecast } from "./forecast.js";
import { figuresOf, sideCalled } from "../words/state.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { amount, capital } from "../words/wording.js";

/** @typedef {import("../words/state.js").Table} Table */
/** @typedef {import("./fights.js").FightOdds} FightOdds */
/** @typedef {import("./deciding.js").Sensitivity} Sensitivity */
/** @typedef {import("./deciding.js").Figured} Figured */
/** @typedef {{ version: number, operation: string, odds: FightOdds }} Known */

const PRECISIONS = [
  { label: "roughly, ± 10 points", half_width: 0.1 },
  { label: "well, ± 5 points", half_width: 0.05 },
  { label: "closely, ± 2 points", half_width: 0.02 },
];

/**
 * The odds of the whole fight; they are asked for by a button, since they take the service up to two seconds.
 * @param {Table} props
 */
export function FightOdds(props) {
  const procedure = wholeFightOf(props.play);
  return props.role === "referee" && procedure ? html`<${Whole} ...${props} procedure=${procedure} />` : null;
}

/**
 * Hold the latest answer to a question that is asked at once.
 * @returns {[import("./asking.js").Asked<any>, Asking<any>]}
 */
function useAsking() {
  const [asked, setAsked] = useState(/** @type {import("./asking.js").Asked<any>} */ ({ state: "nothing", answer: null, refusal: null }));
  const asking = useRef(/** @type {Asking<any> | null} */ (null));
  asking.current ??= new Asking(setAsked, { pause: 0 });
  useEffect(() => () => asking.current?.stop(), []);
  return [asked, asking.current];
}

/**
 * @param {Table & { procedure: string }} props
 */
function Whole(props) {
  const { fight, version, say, procedure } = props;
  const [precision, setPrecision] = useState(0);
  const [{ state, answer, refusal }, asking] = useAsking();
  const known = /** @type {Known | null} */ (answer);
  useEffect(() => asking.clear(), [fight]);
  const ask = () => asking.ask(async (signal) => {
    const forecast = { half_width: PRECISIONS[precision]?.half_width ?? 0.1 };
    const told = await fight.odds(procedure, {}, { forecast, signal });
    say("The odds of the whole fight are there.");
    return { version: told.version, operation: told.operation.replace(/\/odds$/, ""), odds: told.odds };
  });
  return html`<section class="whole-fight" aria-label="The whole fight" aria-busy=${String(state === "waiting")}>
    <div class="choosing">
      <label>How well <select value=${precision} onChange=${(/** @type {any} */ event) => setPrecision(Number(event.currentTarget.value))}>
        ${PRECISIONS.map(({ label }, place) => html`<option value=${place}>${label}</option>`)}
      </select></label>
      <button type="button" class="main" disabled=${state === "waiting"} onClick=${ask}>${known ? "Work it out again" : "Work out who wins"}</button>
    </div>
    ${state === "waiting" && html`<p class="odds-how">Fights are played …</p>`}
    ${refusal && html`<p class="odds-none">${refusal.kind === "too much" && html`<strong>Asks too much. </strong>`}${refusal.text}</p>`}
    ${known && known.version !== version && html`<p class="stale">The fight has gone on since: these are the odds of version ${known.version}.</p>`}
    ${known && html`<${Forecast} odds=${known.odds} table=${props} operation=${known.operation} />`}
    ${known && html`<${Deciding} known=${known} table=${props} />`}
  </section>`;
}

/**
 * What decides the fight: what one point of each number of a figure is worth to its side.
 * @param {{ known: Known, table: Table }} props
 */
function Deciding({ known, table }) {
  const { play, state, umpire, say } = table;
  const figures = figuresOf(play, state);
  const [chosen, setChosen] = useState(figures[0]?.id ?? "");
  const [{ state: asked, answer, refusal }, asking] = useAsking();
  useEffect(() => asking.clear(), [known.odds]);
  const played = bodyOf(known.odds);
  const body = played && filled(play, state, played);
  const figure = figures.find(({ id }) => id === chosen) ?? figures[0];
  if (!body || !figure) return null;
  const numbers = numbersOf(play, state, body.input).filter(({ figure: id }) => id === figure.id);
  const side = figure.side ?? known.odds.winner[0]?.side ?? "";
  const ask = () => asking.ask(async (signal) => {
    const told = await answered(umpire, `${known.operation}/sensitivity`, askedOf(body, numbers, side), signal);
    say(`It is known what the numbers of ${figure.name} are worth.`);
    return { told, numbers, name: figure.name };
  });
  return html`<section>
    <h3>What decides it <span class="tag">sampled</span></h3>
    <div class="choosing">
      <label>Numbers of <select value=${figure.id} onChange=${(/** @type {any} */ event) => setChosen(event.currentTarget.value)}>
        ${figures.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
      </select></label>
      <button type="button" disabled=${asked === "waiting" || !numbers.length} onClick=${ask}>What is a point worth?</button>
    </div>
    ${asked === "waiting" && html`<p class="odds-how">Variants are played …</p>`}
    ${refusal && html`<p class="odds-none">${refusal.text}</p>`}
    ${answer && html`<${Worth} answer=${answer.told} numbers=${answer.numbers} name=${answer.name} side=${sideCalled(play, state, answer.told.side)} />`}
  </section>`;
}

/**
 * What the numbers of a figure are worth; those whose worth may be luck are behind a summary.
 * @param {{ answer: Sensitivity, numbers: readonly Figured[], name: string, side: string }} props
 */
function Worth({ answer, numbers, name, side }) {
  const { rows, reach } = worthOf(answer, numbers);
  const [sure, luck] = [rows.filter(({ isLuck }) => !isLuck), rows.filter(({ isLuck }) => isLuck)];
  return html`<div>
    <p class="odds-how">${worthSaid(answer, side)}</p>
    ${sure.length > 0 ? html`<${WorthTable} rows=${sure} reach=${reach} name=${name} />` : html`<p>No single point makes a difference that is more than luck.</p>`}
    ${luck.length > 0 && html`<details><summary>${amount(luck.length, "number")} whose change may be luck</summary>
      <${WorthTable} rows=${luck} reach=${reach} name=${name} /></details>`}
  </div>`;
}

/**
 * Numbers with what one less and one more of them changes, as bars to both sides of nothing, and in words.
 * @param {{ rows: ReturnType<typeof worthOf>["rows"], reach: number, name: string }} props
 */
function WorthTable({ rows, reach, name }) {
  return html`<div class="scrolled" tabindex="0" role="group" aria-label=${`What the numbers of ${name} are worth`}><table class="worth">
    <thead><tr><th scope="col">${name}</th><th scope="col">What it changes</th></tr></thead>
    <tbody>${rows.map(({ pointer, label, value, bars }) => html`<tr key=${pointer}>
      <th scope="row">${capital(label)} <span class="now">now ${value}</span></th>
      <td>${bars.map((bar) => html`<${Bar} key=${bar.value} bar=${bar} reach=${reach} />`)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}

/**
 * @param {{ bar: import("./deciding.js").Bar, reach: number }} props
 */
function Bar({ bar: { value, said, share, low, high, isLuck }, reach }) {
  const at = (/** @type {number} */ change) => 50 + (48 * change) / reach;
  return html`<div class=${isLuck ? "change luck" : "change"}>
    <span class="change-said">with ${String(value).replace("-", "−")}: ${said}${isLuck ? ", may be luck" : ""}</span>
    <svg width="100%" height="14" aria-hidden="true" focusable="false">
      <rect class="change-bar" x=${`${Math.min(50, at(share))}%`} width=${`${Math.abs(at(share) - 50)}%`} y="2" height="10" />
      <line class="change-bounds" x1=${`${at(low)}%`} x2=${`${at(high)}%`} y1="7" y2="7" />
      <line class="change-zero" x1="50%" x2="50%" y1="0" y2="14" />
    </svg>
  </div>`;
}
