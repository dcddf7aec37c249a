// @ts-check
// Fields of a form as controls: figures to choose, words, numbers, records, lists, and JSON for all that is left.
import { arranged, blank, resolved, shapeOf, variantsOf } from "./fields.js";
import { isFaulty } from "../words/faults.js";
import { nameOf, worded } from "../words/state.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/**
 * @typedef {import("./fields.js").Shape} Shape
 * @typedef {import("../words/state.js").Loose} Loose
 * @typedef {import("../words/state.js").Play} Play
 * @typedef {import("../words/state.js").Schema} Schema
 *
 * @typedef {object} Form   what all fields of a form share
 * @property {Play} play
 * @property {Loose} state
 * @property {import("./fields.js").References} references
 * @property {Map<string, string>} faults   messages by JSON Pointer into the input
 * @property {(id: string) => string[]} beside   the ids that one may be chosen from: those of the same list of a figure
 * @property {(pointer: string, message: string | null) => void} onBroken   told of text that is no JSON
 *
 * @typedef {object} FieldProps
 * @property {Form} form
 * @property {string} name
 * @property {Schema} schema
 * @property {string} pointer
 * @property {any} value
 * @property {boolean} required
 * @property {(value: any) => void} onChange   undefined: the field is left out
 *
 * @typedef {FieldProps & {shape: Shape, id: string, told: {id: string, "aria-describedby"?: string, "aria-invalid"?: string}}} ControlProps
 */

export const KNOWN = "known-ids";

/** @type {{[kind: string]: (props: ControlProps) => any}} */
const GROUPS = { record: Record, union: Union, list: List, figures: Several, hex: HexInput };
/** @type {{[kind: string]: (props: ControlProps) => any}} */
const CONTROLS = { figure: Figure, choice: Choice, switch: Switch, number: NumberInput, text: TextInput, json: JsonInput };

/**
 * A field with its label, what it is for, and what is wrong with it.
 * @param {FieldProps} props
 */
export function Field(props) {
  const { form, name, schema, pointer } = props;
  const shape = shapeOf(form.play, form.references, name, schema);
  if (shape.kind === "fixed") return null;
  const id = `input${pointer.replaceAll(/[^\w-]/g, "-")}`;
  const Group = GROUPS[shape.kind];
  const fault = faultAt(form.faults, pointer, !Group || shape.kind === "hex");
  const described = [shape.about && `${id}-about`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const told = { id, ...(described && { "aria-describedby": described }), ...(fault && { "aria-invalid": "true" }) };
  const about = shape.about && html`<p class=${shape.kind === "figure" ? "unseen" : "hint"} id=${`${id}-about`}>${prose(shape.about)}</p>`;
  const wrong = fault && html`<p class="fault" id=${`${id}-fault`}>${fault}</p>`;
  const inner = { ...props, shape, id, told };
  if (Group) {
    return html`<fieldset class="group" aria-describedby=${described || undefined}>
      <legend>${worded(name)}</legend>${about}${wrong}<${Group} ...${inner} />
    </fieldset>`;
  }
  const Control = CONTROLS[shape.kind] ?? JsonInput;
  const label = html`<label for=${id}>${worded(name)}</label>`;
  const control = html`<${Control} ...${inner} />`;
  return html`<div class=${`field ${shape.kind}`}>
    ${shape.kind === "switch" ? html`<span class="check">${control}${label}</span>` : html`${label}${control}`}${about}${wrong}
  </div>`;
}

/**
 * Return a description with its names of fields and values set apart.
 * @param {string} text
 */
function prose(text) {
  return text.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part));
}

/**
 * The fields of a record: those that count at once, all others when asked for.
 * @param {Pick<ControlProps, "form" | "schema" | "pointer" | "value" | "onChange"> & {shape?: Shape, skip?: string}} props
 */
export function Record({ form, schema, pointer, value, onChange, shape, skip }) {
  const known = value ?? {};
  const of = shape?.schema ?? schema;
  const [{ first, more }] = useState(() => arranged(form.play, form.references, of, known));
  const field = (/** @type {string} */ name) => name !== skip && html`<${Field} key=${name} form=${form} name=${name}
    schema=${of.properties?.[name]} pointer=${`${pointer}/${name}`} value=${known[name]}
    required=${of.required?.includes(name) ?? false} onChange=${(/** @type {any} */ next) => onChange(without(known, name, next))} />`;
  const hidden = more.filter((name) => name !== skip && !isFixed(of.properties?.[name]));
  return html`<div class="fields">${first.map(field)}</div>
    ${hidden.length > 0 && html`<${More} label=${moreLabel(hidden)} isOpen=${hidden.some((name) => isFaulty(form.faults, `${pointer}/${name}`))}>
      <div class="fields">${hidden.map(field)}</div>
    </${More}>`}`;
}

/**
 * A part that is drawn when it is opened.
 * @param {{label: string, isOpen: boolean, children?: any}} props
 */
function More({ label, isOpen, children }) {
  const [open, setOpen] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setOpen(true);
  }, [isOpen]);
  return html`<details class="more" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>${label}</summary>${open && children}
  </details>`;
}

/** @param {ControlProps} props */
function Union(props) {
  const { form, shape, value, pointer, onChange, id } = props;
  const { field, variants } = variantsOf(form.play, shape.schema);
  const word = value?.[field] ?? "";
  const schema = variants.get(word);
  const choose = (/** @type {string} */ next) => {
    const kept = Object.entries(value ?? {}).filter(([name]) => name in (variants.get(next)?.properties ?? {}));
    onChange(next === "" ? undefined : { ...Object.fromEntries(kept), [field]: next });
  };
  return html`<div class="field"><label for=${id}>${worded(field)}</label>
      <${Options} told=${{ id }} value=${word} words=${[...variants.keys()]} none=${schema ? null : "Choose"} onChange=${choose} />
    </div>
    ${schema && html`<${Record} key=${word} form=${form} schema=${schema} pointer=${pointer} value=${value} skip=${field} onChange=${onChange} />`}`;
}

/** @param {ControlProps} props */
function List({ form, name, shape, value, pointer, onChange }) {
  const items = /** @type {Schema} */ (shape.schema.items);
  const known = /** @type {any[]} */ (value ?? []);
  const { schema } = resolved(form.play, items);
  const put = (/** @type {number} */ place, /** @type {any} */ next) => onChange(known.map((each, n) => (n === place ? next : each)));
  const drop = (/** @type {number} */ place) => onChange(known.filter((_, n) => n !== place));
  const add = () => onChange([...known, schema.discriminator ? {} : blank(schema)]);
  return html`<ol class="list">${known.map((each, place) => html`<li key=${place}>
      <${Field} form=${form} name=${`${singular(name)} ${place + 1}`} schema=${items} pointer=${`${pointer}/${place}`} value=${each}
        required=${true} onChange=${(/** @type {any} */ next) => put(place, next ?? {})} />
      <button type="button" class="quiet" onClick=${() => drop(place)}>Remove ${singular(name)} ${place + 1}</button>
    </li>`)}</ol>
    <button type="button" class="quiet" onClick=${add}>Add ${singular(name)}</button>`;
}

/** @param {ControlProps} props */
function Several({ form, shape, value, onChange }) {
  const named = /** @type {string[]} */ (value ?? []);
  const toggle = (/** @type {string} */ id) => onChange(named.includes(id) ? named.filter((each) => each !== id) : [...named, id]);
  return html`<div class="several">${figuresIn(form, shape).map((each) => html`<label key=${each.id} class="check">
    <input type="checkbox" checked=${named.includes(each.id)} onChange=${() => toggle(each.id)} />${nameOf(each)}
  </label>`)}</div>`;
}

/** @param {ControlProps} props */
function Figure({ form, shape, value, required, onChange, told }) {
  const known = figuresIn(form, shape);
  const words = known.map((each) => each.id);
  if (value !== undefined && value !== null && !words.includes(value)) words.push(value);
  const names = new Map(known.map((each) => [each.id, nameOf(each)]));
  return html`<${Options} told=${told} value=${value ?? ""} words=${words} names=${names}
    none=${required && value ? null : required ? "Choose" : "Nobody"} onChange=${(/** @type {string} */ next) => onChange(next || undefined)} />`;
}

/** @param {ControlProps} props */
function Choice({ shape, value, required, onChange, told }) {
  const words = (shape.schema.enum ?? []).map(String);
  const usual = shape.schema.default;
  const none = required ? (value === undefined ? "Choose" : null) : usual === undefined || usual === null ? "None" : `Usual: ${worded(String(usual)).toLowerCase()}`;
  return html`<${Options} told=${told} value=${value ?? ""} words=${words} none=${none}
    onChange=${(/** @type {string} */ next) => onChange(next === "" ? undefined : shape.schema.enum?.find((each) => String(each) === next))} />`;
}

/**
 * @param {{told: object, value: string, words: string[], names?: Map<string, string>, none: string | null, onChange: (word: string) => void}} props
 */
function Options({ told, value, words, names, none, onChange }) {
  return html`<select ...${told} value=${String(value)} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
    ${none !== null && html`<option value="" selected=${value === ""}>${none}</option>`}
    ${words.map((word) => html`<option key=${word} value=${word} selected=${String(value) === word}>${names?.get(word) ?? (names ? word : worded(word))}</option>`)}
  </select>`;
}

/** @param {ControlProps} props */
function Switch({ shape, value, onChange, told }) {
  const on = value ?? shape.schema.default ?? false;
  return html`<input ...${told} type="checkbox" checked=${on} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} />`;
}

/** @param {ControlProps} props */
function NumberInput({ shape, value, onChange, told }) {
  const { minimum, maximum, type } = shape.schema;
  const usual = shape.schema.default;
  const read = (/** @type {string} */ text) => onChange(text.trim() === "" ? undefined : Number.isNaN(Number(text)) ? text : Number(text));
  return html`<input ...${told} type="number" min=${minimum} max=${maximum} step=${type === "integer" ? 1 : "any"}
    placeholder=${usual === undefined || usual === null ? "" : String(usual)} value=${value ?? ""}
    onInput=${(/** @type {any} */ event) => read(event.currentTarget.value)} />`;
}

/** @param {ControlProps} props */
function TextInput({ form, shape, value, required, onChange, told }) {
  const usual = shape.schema.default;
  const [among] = useState(() => (typeof value === "string" ? form.beside(value) : []));
  const known = typeof value === "string" && !among.includes(value) ? form.beside(value) : among;
  if (known.length > 0) {
    return html`<${Options} told=${told} value=${value ?? ""} words=${known} none=${required && value ? null : "None"}
      onChange=${(/** @type {string} */ next) => onChange(next || undefined)} />`;
  }
  return html`<input ...${told} type="text" maxlength=${shape.schema.maxLength} list=${(shape.schema.maxLength ?? 65) < 65 ? KNOWN : undefined}
    placeholder=${typeof usual === "string" ? usual : ""} value=${value ?? ""} autocomplete="off" spellcheck=${false}
    onInput=${(/** @type {any} */ event) => onChange(event.currentTarget.value || undefined)} />`;
}

/** @param {Pick<ControlProps, "form" | "value" | "pointer" | "onChange" | "told">} props */
export function JsonInput({ form, value, pointer, onChange, told }) {
  const written = value === undefined ? "" : JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  const [text, setText] = useState(written);
  const [mine, setMine] = useState(written);
  useEffect(() => {
    if (written !== mine) setText(written);
  }, [written]);
  const read = (/** @type {string} */ next) => {
    setText(next);
    try {
      const told = next.trim() === "" ? undefined : JSON.parse(next);
      setMine(told === undefined ? "" : JSON.stringify(told, null, 1).replaceAll(/\n\s*/g, " "));
      form.onBroken(pointer, null);
      onChange(told);
    } catch (error) {
      form.onBroken(pointer, `This is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  };
  return html`<textarea ...${told} class="json" rows=${Math.min(12, Math.max(1, Math.ceil(text.length / 44)))} spellcheck=${false}
    value=${text} onInput=${(/** @type {any} */ event) => read(event.currentTarget.value)}></textarea>`;
}

/**
 * A hex as two numbers, or chosen on the map.
 * @param {ControlProps} props
 */
function HexInput({ value, onChange, id }) {
  const held = Array.isArray(value) ? value : [undefined, undefined];
  const put = (/** @type {number} */ place, /** @type {string} */ text) => {
    const next = held.map((each, n) => (n !== place ? each : text.trim() === "" ? undefined : Number(text)));
    onChange(next.every((each) => each === undefined) ? undefined : next.map((each) => each ?? null));
  };
  return html`<div class="row hex">${["q", "r"].map((axis, place) => html`<label key=${axis} class="axis-of" for=${`${id}-${axis}`}>${axis}
      <input id=${`${id}-${axis}`} type="number" step="1" value=${held[place] ?? ""} onInput=${(/** @type {any} */ event) => put(place, event.currentTarget.value)} /></label>`)}</div>`;
}

/**
 * @param {Form} form
 * @param {Shape} shape
 * @returns {Loose[]}
 */
function figuresIn({ state }, { list }) {
  return list && Array.isArray(state[list]) ? state[list].filter((/** @type {Loose} */ each) => typeof each?.id === "string") : [];
}

/**
 * @param {Map<string, string>} faults
 * @param {string} pointer
 * @param {boolean} isWhole   whether faults below it are its own
 */
function faultAt(faults, pointer, isWhole) {
  const below = isWhole ? [...faults].find(([each]) => each.startsWith(`${pointer}/`))?.[1] : undefined;
  return faults.get(pointer) ?? below;
}

/**
 * @param {Loose} record
 * @param {string} name
 * @param {any} value
 */
function without(record, name, value) {
  const { [name]: _, ...rest } = record;
  return value === undefined ? rest : { ...record, [name]: value };
}

/** @param {Schema | undefined} schema */
function isFixed(schema) {
  return schema !== undefined && "const" in schema;
}

/** @param {string[]} names */
function moreLabel(names) {
  return names.length === 1 ? "1 more field" : `${names.length} more fields`;
}

/** @param {string} name */
function singular(name) {
  return name.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");
}
