// @ts-check
// Dice: as they are drawn, and as people who roll at the table tell them.
import { cardAfter, faceOf, isComplete, isDeck, JOKERS, keysOf, RANKS, sidesOfDice, SUITS } from "./faces.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

/** @type {{[sides: number]: string}} */
const OUTLINES = {
  4: "M24 3 46 42H2z",
  6: "M8 3h32a5 5 0 0 1 5 5v32a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5z",
  8: "M24 1 45 24 24 47 3 24z",
  10: "M24 2 46 22 42 31 24 46 6 31 2 22z",
  12: "M24 2 45 17 37 42H11L3 17z",
  20: "M24 1 44 12V36L24 47 4 36V12z",
  100: "M24 2a22 22 0 1 0 0 44 22 22 0 0 0 0-44z",
};
/** Spots of a die of six, by its face: each in a square of 48. @type {{[face: number]: [number, number][]}} */
const SPOTS = { 1: [[24, 24]], 2: [[14, 14], [34, 34]], 3: [[13, 13], [24, 24], [35, 35]], 4: [[14, 14], [34, 14], [14, 34], [34, 34]], 5: [[13, 13], [35, 13], [24, 24], [13, 35], [35, 35]], 6: [[14, 12], [34, 12], [14, 24], [34, 24], [14, 36], [34, 36]] };
const CARD = "M10 1h28a4 4 0 0 1 4 4v38a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z";
/** Signs of suits around the middle, drawn since not every font has them; without a suit it is a joker's star. @type {{[suit: string]: string}} */
const SIGNS = {
  S: "M0-9C3-5 8-2 8 2.5A4 4 0 0 1 1.2 5L2.4 9h-4.8L-1.2 5A4 4 0 0 1-8 2.5C-8-2-3-5 0-9z",
  H: "M0 9C-3 6-8 2-8-3a4.2 4.2 0 0 1 8-2 4.2 4.2 0 0 1 8 2C8 2 3 6 0 9z",
  D: "M0-10 7 0 0 10-7 0z",
  C: "M-2.4 9-1 4.6A4 4 0 1 1-3.6-2 4 4 0 1 1 3.6-2 4 4 0 1 1 1 4.6L2.4 9z",
  "": "M0-10 2.4-3.2 9.5-3 3.9 1.4 5.9 8.2 0 4.2-5.9 8.2-3.9 1.4-9.5-3-2.4-3.2z",
};

/**
 * One die or card with its face; its text is read by screen readers as it stands.
 * @param {{dice: string, face: number | string, size?: number}} props
 */
export function Die({ dice, face, size = 40 }) {
  const sides = sidesOfDice(dice);
  const isCard = typeof face === "string";
  const suit = isCard ? /[SHDC]$/.exec(face)?.[0] ?? "" : "";
  const shown = isCard ? face.replace(/[SHDC]$|^JOKER-?/, "") : face;
  const outline = isCard ? CARD : OUTLINES[sides ?? 6] ?? OUTLINES[6];
  const lower = sides === 4 ? 36 : 32;
  const spots = sides === 6 && !isCard ? SPOTS[face] : undefined;
  return html`<svg class=${`die ${isCard ? "card" : ""} ${isCard && /[HD]$/.test(face) ? "red" : ""}`} viewBox="0 0 48 48" width=${size} height=${size} aria-hidden="true" focusable="false">
    <path d=${outline} />${spots ? spots.map(([x, y]) => html`<circle cx=${x} cy=${y} r="4.6" />`)
    : html`<text x="24" y=${isCard ? 21 : lower} font-size="23" text-anchor="middle">${shown}</text>${isCard && html`<path class="suit" data-suit=${suit} d=${SIGNS[suit]} transform="translate(24 34) scale(.9)" />`}`}
  </svg>`;
}

/**
 * The dice of a step.
 * @param {{dice: string, faces: readonly (number | string)[], size?: number}} props
 */
export function Dice({ dice, faces, size }) {
  return html`<span class="dice"><span class="unseen">${dice}: ${faces.join(", ")}. </span>
    ${faces.map((face, place) => html`<${Die} key=${place} dice=${dice} face=${face} size=${size} />`)}
  </span>`;
}

/**
 * The roll that people are asked for: one field for each die, number keys, and on to the next; Escape puts them back.
 * @param {{asking: import("../fight/session.js").Asking}} props
 */
export function AskForDice({ asking }) {
  const { need, steps, done, cancel } = asking;
  const [texts, setTexts] = useState(() => Array.from({ length: need.missing }, () => ""));
  const [checked, setChecked] = useState(false);
  const fields = useRef(/** @type {(HTMLInputElement | null)[]} */ ([]));
  const [at, setAt] = useState(0);
  useLayoutEffect(() => fields.current[0]?.focus(), []);
  const read = texts.map((text) => faceOf(text, need.dice));

  const finish = (/** @type {string[]} */ told) => {
    const faces = told.map((text) => faceOf(text, need.dice));
    setChecked(true);
    const wrong = faces.findIndex((each) => "fault" in each);
    if (wrong >= 0) fields.current[wrong]?.focus();
    else done(faces.flatMap((each) => ("face" in each ? [each.face] : [])));
  };
  const put = (/** @type {string} */ text) => setTexts(texts.map((each, place) => (place === at ? text : each)));
  const next = Math.min(at + 1, texts.length - 1);
  const type = (/** @type {string} */ text) => {
    put(text);
    if (isComplete(text, need.dice)) fields.current[next]?.focus();
  };
  // A key leaves the focus where it is: on a phone a field would bring up its keyboard.
  const press = (/** @type {string} */ text) => {
    put(text);
    if ("face" in faceOf(text, need.dice)) setAt(next);
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    cancel();
  };
  const last = steps[steps.length - 1];
  return html`<form class="asking" aria-labelledby="asked" onKeyDown=${onKey} onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    const empty = texts.findIndex((text, place) => place > at && text === "");
    if (texts[at] !== "" && empty > 0) fields.current[empty]?.focus();
    else finish(texts);
  }}>
    ${last?.text && html`<p class="so-far">${last.text}</p>`}
    <p id="asked" class="asked">${need.text}</p>
    <div class="asked-dice">${texts.map((text, place) => html`<${DieField} key=${place} dice=${need.dice} place=${place} of=${texts.length}
      text=${text} isNext=${place === at} fault=${checked || text !== "" ? faultOf(read[place]) : null} field=${(/** @type {any} */ element) => (fields.current[place] = element)}
      onFocus=${() => setAt(place)} onInput=${type} />`)}</div>
    ${keysOf(need.dice).length > 0 && html`<div class="keys" role="group" aria-label="Faces">${keysOf(need.dice).map((face) => html`
      <button type="button" key=${face} onClick=${() => press(String(face))}>${face}</button>`)}</div>`}
    ${isDeck(need.dice) && html`<${CardKeys} text=${texts[at] ?? ""} press=${press} />`}
    <p class="row"><button class="main">Next</button><button type="button" class="quiet" onClick=${cancel}>${isDeck(need.dice) ? "Put the cards back" : "Put the dice back"}</button></p>
    <p class="hint">${isDeck(need.dice) ? "Type rank and suit, such as QH or 10S, or press them: Enter goes on, Escape puts the cards back"
    : "Number keys fill in the faces, Enter goes on, Escape puts the dice back"}: then nothing has happened.</p>
  </form>`;
}

/**
 * Keys for a card: its rank and its suit, in either order, or a joker.
 * @param {{text: string, press: (card: string) => void}} props
 */
function CardKeys({ text, press }) {
  return html`<div class="keys suits" role="group" aria-label="Suits">${SUITS.map(({ key, sign, name }) => html`
      <button type="button" key=${key} class=${"HD".includes(key) ? "red" : ""} aria-label=${name} onClick=${() => press(cardAfter(text, { suit: key }))}>${sign}</button>`)}
      ${JOKERS.map((joker, place) => html`<button type="button" key=${joker} aria-label=${`joker ${place + 1}`} onClick=${() => press(joker)}>★${place + 1}</button>`)}</div>
    <div class="keys ranks" role="group" aria-label="Ranks">${RANKS.map((rank) => html`
      <button type="button" key=${rank} onClick=${() => press(cardAfter(text, { rank }))}>${rank}</button>`)}</div>`;
}

/** @param {ReturnType<typeof faceOf> | undefined} read */
function faultOf(read) {
  return read && "fault" in read ? read.fault : null;
}

/**
 * The field of one die.
 * @param {{dice: string, place: number, of: number, text: string, isNext: boolean, fault: string | null, field: (element: any) => void, onFocus: () => void, onInput: (text: string) => void}} props
 */
function DieField({ dice, place, of, text, isNext, fault, field, onFocus, onInput }) {
  const sides = sidesOfDice(dice);
  const what = isDeck(dice) ? "Card" : `d${sides ?? "?"}`;
  const id = `die-${place}`;
  return html`<div class=${`die-field ${isNext ? "next" : ""}`}>
    <label for=${id}>${what}${of > 1 && html` <span class="unseen">, die</span> ${place + 1} <span class="unseen">of ${of}</span>`}</label>
    <input id=${id} ref=${field} type="text" inputmode=${isDeck(dice) ? "text" : "numeric"} autocomplete="off" maxlength="8"
      aria-invalid=${fault ? "true" : undefined} aria-describedby=${fault ? `${id}-fault` : undefined} value=${text}
      onFocus=${(/** @type {any} */ event) => {
        onFocus();
        event.currentTarget.select();
      }} onInput=${(/** @type {any} */ event) => onInput(event.currentTarget.value)} />
    ${fault && html`<p class="fault" id=${`${id}-fault`}>${fault}</p>`}
  </div>`;
}
