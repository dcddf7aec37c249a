// @ts-check
/**
 * A mapping between the records of a tabletop and those of the service, given as data.
 *
 * Each field of the result has a rule: a path into the source, or `{value}`, `{number}`, `{path, default, values}`,
 * `{record}`, `{list}`, `{each, where, first, record}`. What the source lacks is left out, unless the rule has a default.
 *
 * @typedef {import("./types.js").Rule} Rule
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {import("./types.js").Row} Row
 */

/** A rule cannot be followed: the message names the field and the path. */
export class MappingFails extends Error {
  name = "MappingFails";
}

/**
 * Return what stands at a path of names and indices, joined by dots; undefined if nothing does.
 * @param {any} source
 * @param {string} path
 * @returns {any}
 */
export function at(source, path) {
  if (path === "") return source;
  return path.split(".").reduce((found, name) => (has(found, name) ? found[name] : undefined), source);
}

/**
 * Tell whether a record has a field, which is never one that every object inherits.
 * @param {any} record
 * @param {string} name
 */
function has(record, name) {
  return record !== null && typeof record === "object" && name in record && !(name in Object.prototype);
}

/**
 * Make a record by rules.
 * @param {Rules} rules
 * @param {any} source
 * @returns {Row}
 */
export function mapped(rules, source) {
  const made = Object.entries(rules).map(([field, rule]) => [field, followed(rule, source, field)]);
  return Object.fromEntries(made.filter(([, value]) => value !== undefined));
}

/**
 * Return the value that a rule makes; undefined if the source lacks it.
 * @param {Rule} rule
 * @param {any} source
 * @param {string} field
 * @returns {any}
 */
function followed(rule, source, field) {
  if (typeof rule === "string") return at(source, rule);
  if (rule === null || typeof rule !== "object") throw new MappingFails(`The rule of ${field} is no path and no object: ${JSON.stringify(rule)}.`);
  if ("value" in rule) return rule.value;
  if ("number" in rule) return numberAt(source, rule.number, field);
  if ("list" in rule) return rule.list.map((each) => followed(each, source, field)).filter((made) => made !== undefined);
  if ("each" in rule) return listed(rule, source, field);
  if ("record" in rule) return mapped(rule.record, source);
  const found = at(source, rule.path);
  const word = rule.values === undefined ? found : rule.values[String(found)];
  return word === undefined ? rule.default : word;
}

/**
 * Return the number at a path, which may be a text such as "5.75"; undefined if nothing stands there.
 * @param {any} source
 * @param {string} path
 * @param {string} field
 */
function numberAt(source, path, field) {
  const found = at(source, path) ?? "";
  if (found === "") return undefined;
  const number = Number(found);
  if (Number.isNaN(number)) throw new MappingFails(`${field} is to be a number, and at ${path} stands ${JSON.stringify(found)}.`);
  return number;
}

/**
 * Return a record of each item of a list that the rule wants, or of the first one; of an object its values are the items.
 * @param {Extract<Rule, {each: string}>} rule
 * @param {any} source
 * @param {string} field
 */
function listed({ each, where, first, record }, source, field) {
  const found = at(source, each) ?? [];
  if (typeof found !== "object") throw new MappingFails(`${field} is made of each of ${each}, and there stands ${JSON.stringify(found)}.`);
  const items = (Symbol.iterator in found ? [...found] : Object.values(found)).filter((item) => where === undefined || at(item, where.path) === where.is);
  const records = items.map((item) => mapped(record, item));
  return first ? records[0] : records;
}

/**
 * Put one record over another: records in it too, field by field; lists and values take the place of the old ones.
 * @param {any} under
 * @param {any} over
 * @returns {any}
 */
export function laidOver(under, over) {
  if (!isRecord(under) || !isRecord(over)) return over;
  const both = Object.entries(over).map(([name, value]) => [name, name in under ? laidOver(under[name], value) : value]);
  return { ...under, ...Object.fromEntries(both) };
}

/** @param {any} value */
function isRecord(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
