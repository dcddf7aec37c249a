// @ts-check
// The order bar: one question, with what is suggested as its answer; else another kind of move, another target, another way.

import { throwsOf } from "../dice/throws.js";
import { chosenOrder, givenIn, goOn, pick, servedIn } from "../fight/choosing.js";
import { firstOf, followingIn, kindsOf, moveOf } from "../fight/choice.js";
import { open } from "../options/filling.js";
import { Icon, iconOf } from "../words/icons.js";
import { Problem } from "../words/faults.js";
import { Mini } from "../board/token.js";
import { marksOf } from "../words/sides.js";
import { called, chanceSaid, figuresOf, sidesOf, worded } from "../words/state.js";
import { html } from "../vendor/preact.js";
import { capital, plain, pointed, sentencesOf } from "../words/wording.js";
import { HarmBefore } from "./harm.js";

/**
 * @typedef {import("../fight/choice.js").Kind} Kind
 * @typedef {import("../fight/session.js").Session} Session
 * @typedef {import("../words/state.js").FigureMoves} FigureMoves
 * @typedef {import("../words/state.js").LegalMove} LegalMove
 */

/**
 * The bar of a referee.
 * @param {{session: Session}} props
 */
export function Bar({ session }) {
  const { situation, offers, problem, more } = session.view;
  if (!situation) return null;
  const trouble = problem !== null && !more && html`<div class="trouble"><${Problem} problem=${problem} /></div>`;
  if (situation.over) return html`<section class="bar over" aria-label="The end"><${End} session=${session} />${trouble}</section>`;
  if (!offers || situation.next.length === 0) return html`<section class="bar" aria-label="Order"><${Unlisted} session=${session} />${trouble}</section>`;
  return html`<section class=${`bar ${sideOf(session)}`} aria-labelledby="question"><${Ask} session=${session} /><${Go} session=${session} />${trouble}</section>`;
}

/**
 * Return the classes of the side of the figure that is asked for.
 * @param {Session} session
 */
function sideOf({ view: { play, state, choosing: { choice } } }) {
  const side = play ? figuresOf(play, state).find(({ id }) => id === choice.figure)?.side : null;
  const mark = play ? marksOf(sidesOf(play, state)).get(side ?? "") : undefined;
  return mark ? `of-side side-${mark.colour}` : "";
}

/** @param {{session: Session}} props */
function End({ session }) {
  const { situation, request, busy } = session.view;
  const [first = "", ...rest] = sentencesOf(situation?.text ?? "");
  return html`<div class="ask"><p class="winner" role="status"><strong>${first}</strong> ${rest.join(" ")}</p></div>
    <div class="go"><button type="button" class="main" disabled=${busy || !request} onClick=${() => void session.fightAgain()}>Fight again</button></div>`;
}

/**
 * A fight whose moves are not listed, or in which nobody chooses before something else is done.
 * @param {{session: Session}} props
 */
function Unlisted({ session }) {
  const { situation, offers, choosing, version, problem } = session.view;
  if (choosing.version === version && choosing.suggested) return html`<div class="ask"><h2 class="question" id="question">Who is next?</h2><p class="answer" role="status"><strong>${plain(situation?.text ?? "")}</strong></p></div>
    <div class="kinds"></div><div class="how"></div><${Go} session=${session} />`;
  if (offers && choosing.version !== version && problem === null) return html`<${Waiting} session=${session} /><${Go} session=${session} />`;
  return html`<div class="ask"><h2 class="question">${offers ? plain(situation?.text ?? "") : "What happens now?"}</h2>
      <p class="hint">${offers ? "What comes first is among all options." : "These rules do not list their moves yet: choose one of all options."}</p></div>
    <div class="go"><button type="button" class="main" onClick=${() => open(session)}>All options</button></div>`;
}

/**
 * The question, and the answers to it.
 * @param {{session: Session}} props
 */
function Ask({ session }) {
  const { play, state, version, choosing: { version: of, choice, lists, suggestions }, hint } = session.view;
  const figure = choice.figure ?? "";
  const known = of === version ? lists.get(figure) : undefined;
  const chosen = choice.picks.get(figure);
  if (!play || !known || !chosen) return html`<${Waiting} session=${session} />`;
  const move = moveOf(choice);
  const kinds = kindsOf(known).filter(({ moves }) => moves.length > 0);
  const kind = kinds.find((each) => each.kind === move?.kind) ?? null;
  const told = chosen.moves.map(({ label }) => pointed(label)).join(", then ");
  const isPlaced = chosen.isOwn && move?.hex === null && kind?.moves.some(({ hex }) => hex !== null);
  const chance = chosen.moves.length === 1 && move ? chanceSaid(move) : "";
  const side = figuresOf(play, state).find(({ id }) => id === figure)?.side ?? "";
  return html`<div class="ask">
      <h2 class="question" id="question"><${Mini} mark=${marksOf(sidesOf(play, state)).get(side)} name=${called(play, state, figure)} size=${40} /><span>What does ${capital(called(play, state, figure))} do?</span></h2>
      <p class="answer" role="status"><strong>${told || "Nothing"}</strong>${chance && html` <b class="chance">· ${chance}</b>`} <span class="hint">${hint || (isPlaced ? "Or press a lit place on the board." : chosen.isOwn ? "" : plain(suggestions.get(figure)?.why ?? ""))}</span></p>
    </div>
    <div class="kinds" role="group" aria-label="Kinds of moves">
      ${kinds.map((each) => html`<${KindButton} key=${each.kind} session=${session} kind=${each} isChosen=${each === kind} before=${move} />`)}
      <${Barred} known=${known} />
    </div>
    <div class="how">${chosen.moves.length === 1 && move && (move.odds || move.chance !== null) && html`<${HarmBefore} session=${session} move=${move} />`}${kind && move && html`<${How} session=${session} kind=${kind} move=${move} />`}</div>`;
}

/**
 * Tell whether the dice of the last act fall, before anybody chooses again.
 * @param {import("../fight/session.js").View} view
 */
function isFalling({ choosing, version, thrown, problem }) {
  if (choosing.version === version || thrown?.version !== version || problem !== null) return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && throwsOf(thrown).length > 0;
}

/** End what falls. */
function skip() {
  /** @type {HTMLElement | null} */ (document.querySelector(".tray"))?.click();
}

/**
 * The question, as long as it is not known what can be done.
 * @param {{session: Session}} props
 */
function Waiting({ session: { view } }) {
  const { play, state, situation } = view;
  const [next = null, ...others] = situation?.next ?? [];
  const who = play && next !== null && others.length === 0 ? called(play, state, next) : "";
  return html`<div class="ask"><h2 class="question" id="question">${who ? `What does ${capital(who)} do?` : next === null ? "Who is next?" : "Who does what?"}</h2><p class="answer hint">${isFalling(view) ? "The dice fall…" : "Looking what can be done…"}</p></div>
    <div class="kinds"></div><div class="how"></div>`;
}

/**
 * @param {{session: Session, kind: Kind, isChosen: boolean, before: LegalMove | null}} props
 */
function KindButton({ session, kind, isChosen, before }) {
  const move = firstOf(kind, before);
  return html`<button type="button" class="kind" aria-pressed=${String(isChosen)} onClick=${() => move && pick(session, move)}><${Icon} name=${iconOf(kind.kind)} size=${16} />${worded(kind.kind)}</button>`;
}

/**
 * At whom, and in which way.
 * @param {{session: Session, kind: Kind, move: LegalMove}} props
 */
function How({ session, kind, move }) {
  const { play, state } = session.view;
  const targets = [...new Set(kind.moves.map(({ target }) => target))];
  const ways = kind.moves.filter(({ target }) => target === move.target);
  const aim = (/** @type {any} */ event) => {
    const wanted = targets[Number(event.currentTarget.value)];
    const found = firstOf({ ...kind, moves: kind.moves.filter(({ target }) => target === wanted) }, move);
    if (found) pick(session, found);
  };
  const change = (/** @type {any} */ event) => pick(session, ways[Number(event.currentTarget.value)]);
  return html`${targets.length > 1 && html`<label class="choose"><span>At</span>
      <select onChange=${aim}>${targets.map((each, place) => html`<option key=${each} value=${place} selected=${each === move.target}>${each === null || !play ? "nobody" : capital(called(play, state, each))}</option>`)}</select></label>`}
    ${ways.length > 1 && html`<label class="choose"><span>How</span>
      <select onChange=${change}>${ways.map((each, place) => html`<option key=${each.key} value=${place} selected=${each.key === move.key}>${[plain(each.label), chanceSaid(each)].filter(Boolean).join(" · ")}</option>`)}</select></label>`}`;
}

/**
 * What is not possible now, each with its reason.
 * @param {{known: FigureMoves}} props
 */
function Barred({ known: { barred } }) {
  if (barred.length === 0) return null;
  return html`<details class="barred"><summary>${barred.length} not possible</summary>
    <ul>${barred.map(({ kind, label, why }) => html`<li key=${`${kind} ${label} ${why}`}><b>${plain(label)}</b> ${plain(why)}</li>`)}</ul></details>`;
}

/**
 * The button that plays on.
 * @param {{session: Session}} props
 */
function Go({ session }) {
  const { busy, situation, choosing, how, version } = session.view;
  const order = chosenOrder(session.view);
  const move = choosing.version === version ? moveOf(choosing.choice) : null;
  const needing = move !== null && move.needs.length > 0 ? move : null;
  const { given, asked } = givenIn(session.view);
  const left = asked - given;
  const following = followingIn(choosing.choice, servedIn(session.view));
  const text = situation?.decision === "orders" ? `Play the round${left > 0 ? ` (${left} still as suggested)` : ""}` : pointed(move?.label ?? (situation?.next.length ? "Play" : "Roll for who is next"));
  const toggle = (/** @type {"own" | "secret"} */ name, /** @type {string} */ label) => html`<button type="button" class="toggle" id=${name} aria-pressed=${String(how[name])}
    onClick=${() => session.set({ how: { ...how, [name]: !how[name] } })}>${label}</button>`;
  return html`<div class="go">
    ${isFalling(session.view) ? html`<button type="button" class="main" id="skip" onClick=${skip}>Skip the dice</button>` : needing ? html`<button type="button" class="main" id="go" onClick=${() => open(session, { procedure: needing.procedure, input: needing.input })}>Fill in the rest</button>`
    : html`<button type="button" class="main" id="go" disabled=${busy || !order} onClick=${() => void session.playChoice()}>${text}</button>`}
    <span class="toggles">
      ${situation?.decision === "orders" && situation.next.length > 1 && html`<button type="button" class="toggle" id="next" title="Key: N" disabled=${following === null} onClick=${() => goOn(session)}>Next one</button>`}
      ${toggle("own", "Our dice")}${toggle("secret", "Secret")}
    </span>
  </div>`;
}
