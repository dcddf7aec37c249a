// @ts-check
// A campaign from the present figures: who wins if a number is another, as a heat map that fills while it is played.

import { filled, numbersOf } from "./deciding.js";
import { bodyOf, wholeFightOf } from "./fights.js";
import { Forecast } from "./forecast.js";
import { isAborted, refusalOf, slugOf } from "../fight/problems.js";
import { forgetCampaign, keepCampaign, keptCampaign } from "../fight/seat.js";
import { called, figuresOf, sidesOf } from "../words/state.js";
import { campaignOf, faultOf, gridOf, isOver, merged, progressSaid, rangeAround } from "./sweep.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @typedef {import("../words/state.js").Table} Table */
/** @typedef {import("./deciding.js").Figured} Figured */
/** @typedef {import("./sweep.js").Range} Range */
/** @typedef {import("./sweep.js").Axis} Axis */
/** @typedef {import("./sweep.js").Campaign} Told */
/** @typedef {{ operation: string, body: { input: Record<string, any> }, numbers: Figured[], sides: string[] }} Ground */
/** @typedef {ReturnType<Table["umpire"]["campaignById"]>} Running */
/** @typedef {{ running: Running, axes: Axis[], names: string[], told: Told | null }} Shown */

const FIGHTS = [200, 1000, 5000];

/**
 * Campaigns of the present fight, for its referee.
 * @param {Table} props
 */
export function Campaign(props) {
  const procedure = wholeFightOf(props.play);
  return props.role === "referee" && procedure ? html`<${Campaigns} ...${props} procedure=${procedure} />` : null;
}

/** @param {Table & { procedure: string }} props */
function Campaigns(props) {
  const { fight, procedure, say } = props;
  const [ground, setGround] = useState(/** @type {Ground | null} */ (null));
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null));
  const [fault, setFault] = useState("");
  const leaving = useRef(new AbortController());
  const played = useRef(/** @type {Running | null} */ (null));
  const leave = () => {
    leaving.current.abort();
    void played.current?.cancel().catch(() => {});
    played.current = null;
    forgetCampaign();
  };
  useEffect(() => setGround(null), [fight, props.version]);
  const guarded = (/** @type {() => Promise<void>} */ task) => {
    setFault("");
    task().catch((error) => isAborted(error) || setFault(refusalOf(error).text));
  };
  const watch = async (/** @type {Shown} */ begun, /** @type {AbortSignal} */ signal) => {
    played.current = begun.running;
    setShown(begun);
    for await (const told of begun.running.follow({ signal })) setShown((before) => follow(before, begun, told));
    if (signal.aborted) return;
    played.current = null;
    say("The campaign has ended.");
  };
  // A page that was loaded anew takes up the campaign that it showed; a page that is left ends it.
  useEffect(() => {
    const known = keptCampaign(fight.id);
    if (known) guarded(() => watch({ running: props.umpire.campaignById(known.id, known.token), axes: known.axes, names: known.names, told: null }, leaving.current.signal).catch(gone));
    return leave;
  }, []);
  const gone = (/** @type {unknown} */ error) => {
    if (slugOf(error) !== "unknown-campaign") throw error;
    forgetCampaign();
    setShown(null);
  };
  const start = (/** @type {Range[]} */ ranges, /** @type {number} */ fights) => guarded(async () => {
    if (!ground) return;
    leave();
    const { signal } = (leaving.current = new AbortController());
    const body = campaignOf(ground.operation, ground.body, ranges, fights);
    const running = await props.umpire.campaign(/** @type {any} */ (body), { signal });
    const names = ranges.map(({ pointer }) => nameOf(props, ground.numbers, pointer));
    keepCampaign({ encounter: fight.id, id: running.id, token: running.started.token, axes: body.axes, names });
    await watch({ running, axes: body.axes, names, told: null }, signal);
  });
  return html`<section class="campaign" aria-label="Campaign">
    <p>Play the fight many times with another number in each cell, and see who wins how often.</p>
    ${ground ? html`<${Plan} ground=${ground} table=${props} onStart=${start} />`
      : html`<button type="button" onClick=${() => guarded(async () => setGround(await groundOf(props, procedure)))}>Choose the numbers</button>`}
    ${fault && html`<p class="odds-none" role="alert">${fault}</p>`}
    ${shown && html`<${Heat} shown=${shown} table=${props} operation=${`${props.family}/${procedure}`} />`}
  </section>`;
}

/**
 * Return what a fight from the present figures is played with.
 * @param {Table} table
 * @param {string} procedure
 * @returns {Promise<Ground>}
 */
async function groundOf({ fight, play, state }, procedure) {
  const told = await fight.odds(procedure, {}, { forecast: { method: "sampled", max_fights: 1 } });
  const odds = /** @type {import("./fights.js").FightOdds} */ (told.odds);
  const body = filled(play, state, bodyOf(odds) ?? { input: {} });
  const sides = odds.winner.map(({ side }) => side);
  return { operation: told.operation.replace(/\/odds$/, ""), body, numbers: numbersOf(play, state, body.input), sides };
}

/**
 * Return what is shown after an event; events of a campaign that is not shown any more change nothing.
 * @param {Shown | null} before
 * @param {Shown} begun
 * @param {any} told
 */
function follow(before, begun, told) {
  return before?.running === begun.running ? { ...begun, told: merged(before.told, told) } : before;
}

/**
 * Return what a number is called: "Ash: weapon rank".
 * @param {Table} table
 * @param {readonly Figured[]} numbers
 * @param {string} pointer
 */
function nameOf({ play, state }, numbers, pointer) {
  const found = numbers.find((each) => each.pointer === pointer);
  return found ? `${called(play, state, found.figure)}: ${found.label}` : pointer;
}

/**
 * The form of a campaign: one number or two, each with its values, and how many fights are played.
 * @param {{ ground: Ground, table: Table, onStart: (ranges: Range[], fights: number) => void }} props
 */
function Plan({ ground, table, onStart }) {
  const [ranges, setRanges] = useState(() => ground.numbers.slice(0, 1).map(rangeAround));
  const [fights, setFights] = useState(FIGHTS[0] ?? 200);
  const change = (/** @type {number} */ place, /** @type {Range} */ range) => setRanges(ranges.map((each, at) => (at === place ? range : each)));
  const other = ground.numbers.find(({ pointer, figure }) => figure !== ground.numbers[0]?.figure && pointer !== ranges[0]?.pointer) ?? ground.numbers[1];
  const fault = faultOf(ranges);
  if (!ranges.length) return html`<p>The figures of this fight have no numbers to change.</p>`;
  return html`<form class="plan" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); if (!fault) onStart(ranges, fights); }}>
    ${ranges.map((range, place) => html`<${AxisForm} key=${place} title=${place ? "Second number" : "Number"} range=${range} ground=${ground} table=${table} onChange=${(/** @type {Range} */ next) => change(place, next)} />`)}
    <div class="choosing">
      ${ranges.length === 1 && other && html`<button type="button" onClick=${() => setRanges([...ranges, rangeAround(other)])}>Add a second number</button>`}
      ${ranges.length === 2 && html`<button type="button" onClick=${() => setRanges(ranges.slice(0, 1))}>Only one number</button>`}
      <label>Fights in a cell <select value=${fights} onChange=${(/** @type {any} */ event) => setFights(Number(event.currentTarget.value))}>
        ${FIGHTS.map((count) => html`<option value=${count}>${`at most ${count}`}</option>`)}
      </select></label>
      <button class="main" disabled=${Boolean(fault)}>Play</button>
    </div>
    ${fault && html`<p class="odds-none" role="status">${fault}</p>`}
  </form>`;
}

/**
 * The values of one number.
 * @param {{ title: string, range: Range, ground: Ground, table: Table, onChange: (range: Range) => void }} props
 */
function AxisForm({ title, range, ground, table: { play, state }, onChange }) {
  const figures = figuresOf(play, state).filter(({ id }) => ground.numbers.some(({ figure }) => figure === id));
  const choose = (/** @type {any} */ event) => {
    const number = ground.numbers.find(({ pointer }) => pointer === event.currentTarget.value);
    if (number) onChange(rangeAround(number));
  };
  const set = (/** @type {Partial<Range>} */ changes) => onChange({ ...range, ...changes });
  const field = (/** @type {"from" | "to" | "step"} */ name, /** @type {string} */ label) => html`<label>${label}
    <input type="number" inputmode="numeric" value=${range[name]} onInput=${(/** @type {any} */ event) => set({ [name]: event.currentTarget.valueAsNumber })} /></label>`;
  return html`<fieldset class="axis"><legend>${title}</legend>
    <label>Which <select value=${range.pointer} onChange=${choose}>
      ${figures.map(({ id, name }) => html`<optgroup label=${name}>
        ${ground.numbers.filter(({ figure }) => figure === id).map(({ pointer, label, value }) => html`<option value=${pointer}>${`${name}: ${label} (${value})`}</option>`)}
      </optgroup>`)}
    </select></label>
    ${field("from", "from")} ${field("to", "to")} ${field("step", "in steps of")}
  </fieldset>`;
}

/**
 * The heat map of a campaign: a table whose cells are shaded, each with its number, and opened by a press.
 * @param {{ shown: Shown, table: Table, operation: string }} props
 */
function Heat({ shown: { running, axes, names, told }, table, operation }) {
  const fought = new Set((told?.results ?? []).flatMap(({ winner }) => winner.map(({ side }) => side)));
  const sides = [...sidesOf(table.play, table.state).filter((each) => fought.has(each)), ...fought].filter((each, place, all) => all.indexOf(each) === place);
  const [chosen, setChosen] = useState("");
  const [opened, setOpened] = useState(/** @type {{ cell: number, name: string, odds: any } | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => setOpened(null), [running]);
  const side = sides.includes(chosen) ? chosen : (sides[0] ?? "");
  const grid = gridOf(axes, told, side);
  const open = async (/** @type {import("./sweep.js").Square} */ { cell, name }) => {
    setFault("");
    try {
      setOpened({ cell, name, odds: await running.cell(cell) });
    } catch (error) {
      setFault(refusalOf(error).text);
    }
  };
  return html`<div>
    <p role="status">${told ? progressSaid(told) : "It waits for its turn."}</p>
    <progress max="1" value=${told?.share ?? 0} aria-label="How much is played"></progress>
    <div class="choosing">
      ${sides.length > 1 && html`<label>Won by <select value=${side} onChange=${(/** @type {any} */ event) => setChosen(event.currentTarget.value)}>
        ${sides.map((each) => html`<option value=${each}>${called(table.play, table.state, each)}</option>`)}
      </select></label>`}
      ${!(told && isOver(told)) && html`<button type="button" onClick=${() => void running.cancel()}>Cancel</button>`}
    </div>
    <${HeatTable} grid=${grid} names=${names} side=${called(table.play, table.state, side)} opened=${opened?.cell ?? null} onOpen=${open} />
    ${fault && html`<p class="odds-none" role="alert">${fault}</p>`}
    ${opened && html`<section class="opened" aria-label=${`Cell ${opened.name}`}><h3>${names.join(" and ")}: ${opened.name}</h3>
      <${Forecast} odds=${opened.odds} table=${table} operation=${operation} /></section>`}
  </div>`;
}

/**
 * @param {{ grid: ReturnType<typeof gridOf>, names: string[], side: string, opened: number | null, onOpen: (square: import("./sweep.js").Square) => void }} props
 */
function HeatTable({ grid: { rows, columns }, names: [down = "", across], side, opened, onOpen }) {
  return html`<div class="scrolled heat-map" tabindex="0" role="group" aria-label="Heat map"><table>
    <caption>${side ? `How many fights are won by ${side}` : "How many fights are won"}; press a cell to open it.</caption>
    <thead>
      ${across !== undefined && html`<tr><td></td><th scope="colgroup" colspan=${columns.length}>${across}</th></tr>`}
      <tr><th scope="col">${down}</th>${columns.map((label) => html`<th scope="col">${label || "won"}</th>`)}</tr>
    </thead>
    <tbody>${rows.map(({ label, squares }) => html`<tr key=${label}>
      <th scope="row">${label}</th>
      ${squares.map((square) => html`<td key=${square.cell}>
        <button type="button" class=${`heat heat-${square.shade ?? "none"}`} disabled=${square.shade === null} aria-pressed=${String(square.cell === opened)}
          title=${square.said} aria-label=${`${square.name}: ${square.said}${square.isDone ? "" : ", not finished"}`} onClick=${() => onOpen(square)}>${square.percent}</button>
      </td>`)}
    </tr>`)}</tbody>
  </table></div>`;
}
