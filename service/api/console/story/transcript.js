// @ts-check
// What happened: the entries of the log, the newest first, each step with its dice, numbers and rules.
import { Mini } from "../board/token.js";
import { Dice } from "../dice/dice.js";
import { throwsOf } from "../dice/throws.js";
import { restingOf } from "../whole/seal.js";
import { marksOf } from "../words/sides.js";
import { called, figuresOf, ruleAddress, sidesOf } from "../words/state.js";
import { capital, inWords, plain } from "../words/wording.js";
import { exchangesOf } from "./exchanges.js";
import { asideIn, headlineOf, partiesOf } from "./headline.js";
import { html, useRef, useState } from "../vendor/preact.js";

/**
 * @typedef {import("../words/state.js").Entry} Entry
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Step} Step
 * @typedef {import("../words/state.js").Tally} Tally
 *
 * @typedef {object} Told   what the transcript is told of the encounter
 * @property {Play} play
 * @property {Loose} state
 */

const SHOWN = 30;
/**
 * The whole transcript.
 * @param {Told & {entries: Map<number, Entry>}} props
 */
export function Transcript({ play, state, entries }) {
  const [most, setMost] = useState(SHOWN);
  const made = useRef(/** @type {Map<number, {entry: Entry, isNewest: boolean, names: string, card: any}>} */ (new Map()));
  const names = JSON.stringify(figuresOf(play, state).map(({ id, name, side }) => [id, name, side]));
  /** A card is made once, and again when its entry is told more fully, or is no longer the newest. @param {Entry} entry @param {boolean} isNewest */
  const cardOf = (entry, isNewest) => {
    const known = made.current.get(entry.version);
    if (known && known.entry === entry && known.isNewest === isNewest && known.names === names) return known.card;
    const card = html`<${Passage} key=${entry.version} play=${play} state=${state} entry=${entry} isNewest=${isNewest} />`;
    made.current.set(entry.version, { entry, isNewest, names, card });
    return card;
  };
  const told = [...entries.values()].sort((one, other) => other.version - one.version);
  if (told.length === 0) return html`<p class="hint">Nothing has been read yet.</p>`;
  return html`<div><ol class="entries">
      ${told.slice(0, most).map((entry, place) => cardOf(entry, place === 0))}
    </ol>
    ${told.length > most && html`<button type="button" class="quiet" onClick=${() => setMost(most + SHOWN)}>Show earlier entries</button>`}
  </div>`;
}

/**
 * One entry: the sentence, and its steps when opened; those of the newest are open.
 * @param {Told & {entry: Entry, isNewest: boolean}} props
 */
function Passage({ play, state, entry, isNewest }) {
  const [open, setOpen] = useState(/** @type {boolean | null} */ (null));
  const steps = entry.steps ?? [];
  const exchanges = exchangesOf(play, state, entry);
  const isOpen = open ?? (isNewest && exchanges.length === 0);
  const resting = restingOf(entry);
  const { word, lines, chips, tone, isTold } = headlineOf(play, state, entry);
  const [actor, target] = partiesOf(play, state, entry);
  const marks = marksOf(sidesOf(play, state));
  const mark = marks.get(actor?.side ?? "");
  return html`<li class=${`entry ${entry.kind} tone-${tone} ${mark ? `of-side side-${mark.colour}` : ""}`}>
    <p class="entry-head">${actor && html`<${Mini} mark=${mark} name=${actor.name} size=${30} />`}<b class=${isTold ? "word telling" : "word"}>${word}</b>
      ${entry.secret && html`<span class="tag">not shown to viewers</span>`}<span class="version"><span class="unseen">Version </span>${entry.version}</span>${target && html`<${Mini} mark=${marks.get(target.side ?? "")} name=${target.name} size=${30} />`}</p>
    ${lines.length > 0 && html`<p class=${exchanges.length > 0 ? "telling unseen" : "telling"}>${lines.map((line, place) => html`${place > 0 && html`<br />`}${line}`)}</p>`}
    ${exchanges.length > 0 && html`<ol class="exchanges">${exchanges.map((exchange, place) => html`<li key=${place}><${OneExchange} play=${play} state=${state} exchange=${exchange} marks=${marks} /></li>`)}</ol>
      ${asideIn(play, state, lines).map((line) => html`<p key=${line} class="aside">${line}</p>`)}`}
    ${chips.length > 0 && html`<p class="chips">${chips.map((chip) => html`<span key=${chip} class="chip">${chip}</span> `)}</p>`}
    ${(entry.warnings ?? []).map((warning) => html`<p class="warning">${plain(warning)}</p>`)}
    ${steps.length > 0 && html`<details class="steps" open=${isOpen} onToggle=${(/** @type {any} */ event) => {
      if (event.target === event.currentTarget && event.currentTarget.open !== isOpen) setOpen(event.currentTarget.open); // pressed, and not drawn so
    }}>
      <summary>${steps.length === 1 ? "1 step" : `${steps.length} steps`}</summary>
      ${isOpen && html`<ol>${steps.map((step) => html`<li key=${step.n}><${OneStep} play=${play} state=${state} step=${step} isNewest=${isNewest} /></li>`)}</ol>${resting && html`<p class="resting hint">${resting}</p>`}`}
    </details>`}
  </li>`;
}

/**
 * One exchange: its result first, between who struck and who was struck, and the rolls that had a goal: those for damage would read as the result.
 * Its steps when opened.
 * @param {Told & {exchange: import("./exchanges.js").Exchange, marks: ReadonlyMap<string, import("../words/sides.js").Mark>}} props
 */
function OneExchange({ play, state, exchange: { who, whom, isMutual, word, isHurt, steps }, marks }) {
  const [isOpen, setOpen] = useState(false);
  const mini = (/** @type {import("../words/state.js").Figure} */ { side, name }) => html`<${Mini} mark=${marks.get(side ?? "")} name=${name} size=${30} />`;
  const mark = marks.get(who.side ?? "");
  const rolled = throwsOf({ steps }).filter(({ said, tone }) => said !== "" && (isMutual || tone !== "plain")).map(({ label, said }) => `${label} ${said}`).join(", ");
  const head = html`${mini(who)}<span class="exchange-word"><b class=${isHurt ? "hurt" : ""}>${word}</b> <small>${capital(who.name)} ${isMutual ? "and" : "at"} ${capital(whom.name)}${rolled && `: ${rolled}`}</small></span>${mini(whom)}`;
  const kind = `exchange of-side side-${mark?.colour ?? 0}`;
  if (steps.length === 0) return html`<div class=${kind}>${head}</div>`;
  return html`<details class=${kind} open=${isOpen} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
    <summary>${head}</summary>${isOpen && html`<ol>${steps.map((step) => html`<li key=${step.n}><${OneStep} play=${play} state=${state} step=${step} isNewest=${false} /></li>`)}</ol>`}</details>`;
}

/**
 * One step: dice and sentence at once; where its number comes from, and its rules, when opened.
 * @param {Told & {step: Step, isNewest: boolean}} props
 */
function OneStep({ play, state, step, isNewest }) {
  const [isSeen, setSeen] = useState(false);
  const faces = step.card ? [step.card] : step.faces ?? [];
  const cites = step.cites ?? [];
  const actor = called(play, state, step.actor ?? null);
  const text = step.text ?? [actor, step.label].filter(Boolean).join(": ");
  const dice = step.dice && faces.length > 0 && html`<${Dice} dice=${step.dice} faces=${faces} size=${isNewest ? 28 : 26} />`;
  const side = figuresOf(play, state).find(({ id }) => id === step.actor)?.side ?? step.actor ?? "";
  const mark = dice ? marksOf(sidesOf(play, state)).get(side) : undefined;
  return html`<details class=${mark ? `step of-side side-${mark.colour}` : "step"} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && event.currentTarget.open && setSeen(true)}><summary><span class="step-line">${dice}<span class="step-text">${plain(text)}</span></span></summary>
    ${isSeen && html`<div class="because">
      ${step.dice && faces.length > 0 && html`<p class="rolled">${step.dice}: ${faces.join(" + ")}${faces.length > 1 && step.total != null ? ` = ${step.total}` : ""}${ROLLED[step.source ?? ""] ?? ""}</p>`}
      ${step.target && html`<${Sum} tally=${step.target} />`}
      ${step.margin != null && html`<p>Margin ${step.margin}</p>`}
      <p class="rules">Rule: <${RuleLink} rule=${step.rule} text=${step.label} /></p>
      ${cites.length > 0 && html`<details class="more"><summary>${cites.length === 1 ? "1 more rule" : `${cites.length} more rules`}</summary>
        <p class="rules">${cites.map((rule, place) => html`${place > 0 && ", "}<${RuleLink} rule=${rule} />`)}</p></details>`}
    </div>`}
  </details>`;
}

/** @type {{[source: string]: string}} */
const ROLLED = { seeded: ", rolled by the service", supplied: ", rolled at the table", mixed: ", rolled at the table and by the service" };

/**
 * A number and what it is the sum of; each term leads to the rule that grants it.
 * @param {{tally: Tally}} props
 */
function Sum({ tally }) {
  if (tally.terms.length === 0) return html`<p class="sum">Against ${tally.total}</p>`;
  return html`<table class="sum"><caption class="unseen">What ${tally.total} is the sum of</caption><tbody>
    <tr><td>${tally.base}</td><th scope="row">base</th></tr>
    ${tally.terms.map(({ rule, label, value }) => html`<tr key=${`${rule} ${label}`}>
      <td>${value < 0 ? `−${-value}` : `+${value}`}</td><th scope="row"><${RuleLink} rule=${rule} text=${label} /></th></tr>`)}
    <tr class="total"><td>${tally.total}</td><th scope="row">in all</th></tr>
  </tbody></table>`;
}

/**
 * A link to the explanation of a rule, in another tab: the fight stays where it is.
 * @param {{rule: string, text?: string}} props
 */
function RuleLink({ rule, text }) {
  return html`<a href=${ruleAddress(rule)} target="_blank" rel="noopener">${text ?? inWords(rule.slice(rule.lastIndexOf("/") + 1))}</a>`;
}
