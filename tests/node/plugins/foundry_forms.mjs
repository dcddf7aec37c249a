// A stand-in for Foundry's windows: which HTML their cleaning leaves, as its documentation lists it, and the fields of a form.

const TAGS = new Set("header main section article aside nav footer div address h1 h2 h3 h4 h5 h6 hr br p blockquote summary details span code pre a label abbr cite mark q ruby rp rt small time var kbd samp dfn sub sup strong em b i u s del ins ol ul li dl dd dt menu table thead tbody tfoot tr th td col colgroup form input select option button datalist fieldset legend meter optgroup progress textarea output figure figcaption caption img".split(" "));
const EVERYWHERE = /^(class|data-[\w-]+|id|title|style|aria-[\w-]+|tabindex|role|lang|hidden|spellcheck|autofocus)$/;
const ATTRIBUTES = {
  a: ["href", "name", "target", "rel"],
  button: ["disabled", "name", "type", "value"],
  details: ["open"],
  fieldset: ["disabled"],
  input: ["checked", "disabled", "name", "value", "placeholder", "type", "max", "min", "readonly", "required", "size", "step"],
  label: ["for"],
  option: ["disabled", "selected", "label", "value"],
  select: ["name", "disabled", "multiple", "size", "required"],
  textarea: ["rows", "cols", "disabled", "name", "readonly", "wrap", "required"],
  th: ["abbr", "colspan", "rowspan", "scope"],
  td: ["colspan", "headers", "rowspan"],
};
const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

const plain = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (each) => ENTITIES[each]);

/** Return HTML of which the cleaning leaves everything; it throws for what would be lost. */
export function cleaned(html) {
  for (const [, tag, told] of html.matchAll(/<([\w-]+)((?:\s[^>]*)?)>/g)) {
    if (!TAGS.has(tag)) throw new Error(`<${tag}> would be taken out.`);
    for (const [, name] of told.matchAll(/\s([\w-]+)="[^"]*"/g)) {
      if (!EVERYWHERE.test(name) && !(ATTRIBUTES[tag] ?? []).includes(name)) throw new Error(`${name} of <${tag}> would be taken out.`);
    }
  }
  return html;
}

/** Return the form that some HTML is, with values in its fields; of a list only what it offers can be chosen. */
export function formIn(html, values) {
  const selects = [...html.matchAll(/<select name="([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(([, name, held]) => {
    const options = [...held.matchAll(/<option value="([^"]*)"( selected="")?>(.*?)<\/option>/gs)].map(([, value, isChosen, text]) => ({ value: plain(value), isChosen, text: plain(text) }));
    const wanted = values[name] ?? (options.find(({ isChosen }) => isChosen) ?? options[0])?.value ?? "";
    if (options.length && !options.some(({ value }) => value === wanted)) throw new Error(`${name} does not offer ${wanted}.`);
    return { name, value: wanted, options };
  });
  const inputs = [...html.matchAll(/<input type="\w+" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => ({ name, value: values[name] ?? plain(value) }));
  const areas = [...html.matchAll(/<textarea name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)].map(([, name, value]) => ({ name, value: values[name] ?? plain(value) }));
  const buttons = [...html.matchAll(/<button/g)].map(() => ({ name: "", value: "" }));
  return { elements: [...selects, ...inputs, ...areas, ...buttons] };
}
