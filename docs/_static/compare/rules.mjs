// @ts-check
/**
 * A rule set with options applied as in the engine, but from the rule set's data, so that Python is not needed.
 * `engine/whister/rulesets/options.py` is the original; a test compares the two for every value of every option.
 */

/** @import { Value } from "../table/types.mjs" */

/**
 * @typedef {{key: string, relation: string}} Source
 * @typedef {{slug: string, id: string, origin: string, url: string, section: string, title: string, text: string, enabled: boolean, barred: string,
 *   own: boolean, evidence: string, rule: Record<string, Record<string, any>>}} Clause
 * @typedef {{clause: string, mechanism: string, parameter: string}} Target
 * @typedef {{value: Value, line: string, text: string, also: Value[], sets: (Target & {value: any})[], enable: string[], disable: string[],
 *   requires: string[], excludes: string[], excluded: string | null, evidence: string, sources: Source[]}} OptionValue
 * @typedef {{name: string, title: string, text: string, kind: "choice" | "integer" | "table", default: Value, range: [number, number] | null,
 *   example: string, clauses: string[], sets: Target | null, values: OptionValue[], requires: string[], excludes: string[],
 *   fixed: string | null, excluded: string | null, evidence: string, sources: Source[]}} Option
 * @typedef {{id: string, url: string, family: string, title: string, year: string | null, extends: string | null,
 *   derives_from: {id: string, evidence: string}[], players: number[],
 *   sections: {slug: string, title: string}[], clauses: Clause[], repealed: {slug: string, why: string}[], options: Option[],
 *   groups: {title: string, options: string[]}[], behaviour_hash: string, unsourced: {when: Chosen, said: Unpaid[]}[]}} RuleSet
 * @typedef {{text: string, title: string, url: string}} Unpaid  a result without a price in any source, and the clause that needs it
 * @typedef {Record<string, Value>} Chosen
 * @typedef {{rules: RuleSet, clauses: Map<string, Clause>, options: Map<string, Option>, chosen: Chosen}} Rules
 */

/** An error for choices that a rule set does not allow. `clash`: two that cannot be combined; `option`: the one at fault. */
export class Refused extends Error {
  /** @param {string} message @param {{option?: string, clash?: import("../table/types.mjs").Clash}} [about] */
  constructor(message, { option, clash } = {}) {
    super(message);
    this.option = option;
    this.clash = clash;
  }
}

/** A rule set with these options in force. Throws `Refused`. @param {RuleSet} rules @param {Chosen} [asked] @returns {Rules} */
export function chosen(rules, asked = {}) {
  const options = new Map(rules.options.map((option) => [option.name, option]));
  /** @type {Chosen} */
  const found = {};
  for (const name of Object.keys(asked).sort()) found[name] = checked(rules, options.get(name), name, asked[name]);
  const offered = [...options.values()].filter(({ excluded }) => !excluded);
  const effective = new Map(offered.map((option) => [option.name, found[option.name] ?? option.default]));
  for (const name of Object.keys(found)) {
    const option = /** @type {Option} */ (options.get(name));
    if (found[name] !== option.default) keepCompany(option, option, effective, options);
    for (const value of option.values) if (value.value === found[name]) keepCompany(value, option, effective, options);
  }
  return { rules, options, chosen: found, clauses: overlaid(rules, offered, effective) };
}

/** A value of an option, as spelt in the record. Throws `Refused` if the rule set does not allow it. @param {RuleSet} rules @param {Option | undefined} option @param {string} name @param {Value} value */
function checked(rules, option, name, value) {
  if (!option) throw new Refused(`${rules.title} has no option “${name}”.`, { option: name });
  if (option.excluded) throw new Refused(`${rules.title} does not allow the option “${option.title}”: ${option.excluded}`, { option: name });
  const joined = typeof value === "string" ? value.replaceAll("_", "-") : value;
  const spelt = option.values.find((one) => one.value === joined || one.also.includes(value))?.value ?? value;
  if (option.fixed && spelt !== option.default) throw new Refused(`${rules.title} fixes “${option.title}”: ${option.fixed}`, { option: name });
  if (option.kind === "choice") {
    const taken = option.values.find((one) => one.value === spelt);
    if (!taken) throw new Refused(`“${value}” is not a choice of “${option.title}”. Choose one of: ${option.values.filter((one) => !one.excluded).map((one) => anchorWord(one.value)).join(", ")}.`, { option: name });
    if (taken.excluded) throw new Refused(`${rules.title} does not allow “${anchorWord(spelt)}” for “${option.title}”: ${taken.excluded}`, { option: name });
  } else if (option.kind === "integer") {
    const [low, high] = option.range ?? [-1e9, 1e9];
    if (typeof spelt !== "number" || !Number.isInteger(spelt) || spelt < low || spelt > high) {
      throw new Refused(`“${option.title}” must be a whole number from ${low} to ${high}${value === "" ? "" : `, not “${value}”`}.`, { option: name });
    }
  } else if (typeof spelt !== "string" || tableText(readTable(spelt)) !== spelt) {
    throw new Refused(`“${option.title}” must list each name once, each with a whole number, as in a:5.b:10.`, { option: name });
  }
  return spelt;
}

/** The reason why a rule set does not allow a value of an option; null if it does. @param {RuleSet} rules @param {string} name @param {Value} value */
export function fault(rules, name, value) {
  try {
    checked(rules, rules.options.find((option) => option.name === name), name, value);
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.message;
  }
}

/** Check what a choice requires of the others and what it excludes. Throws `Refused`. @param {Option | OptionValue} choice @param {Option} of @param {Map<string, Value>} effective @param {Map<string, Option>} options */
function keepCompany(choice, of, effective, options) {
  for (const kind of /** @type {const} */ (["requires", "excludes"])) {
    for (const condition of choice[kind]) {
      const [name, words] = condition.split(/=(.*)/s);
      const now = effective.get(name);
      if (now === undefined) continue;
      const met = words ? words.split("|").includes(String(now)) : now !== options.get(name)?.default;
      if (met === (kind === "excludes")) {
        const wanted = kind === "excludes" ? null : words ? words.split("|") : [];
        const value = /** @type {Value} */ (effective.get(of.name));
        throw new Refused(`${of.name} ${kind} ${condition}`, { clash: { option: of.name, value, other: name, now, wanted } });
      }
    }
  }
}

/** The clauses with the options applied; an option at its default changes nothing. Throws `Refused`. @param {RuleSet} rules @param {Option[]} offered @param {Map<string, Value>} effective */
function overlaid(rules, offered, effective) {
  const clauses = new Map(rules.clauses.map((clause) => [clause.slug, clause]));
  /** @type {Map<string, {name: string, value: any}>} */
  const setBy = new Map();
  for (const option of offered) {
    const value = /** @type {Value} */ (effective.get(option.name));
    if (value === option.default) continue;
    for (const [path, effect] of effects(option, value)) {
      const before = setBy.get(path);
      if (before && canonical(before.value) !== canonical(effect.value)) {
        const clash = { option: before.name, value: /** @type {Value} */ (effective.get(before.name)), other: option.name, now: value, wanted: null };
        throw new Refused(`${before.name} and ${option.name} both set ${path}`, { clash });
      }
      setBy.set(path, { name: option.name, value: effect.value });
      lay(clauses, effect);
    }
    tell(clauses, option, value);
  }
  return clauses;
}

/** The values that a choice sets, by path; a path without a mechanism sets whether a clause is in force. @param {Option} option @param {Value} value @returns {[string, Target & {value: any}][]} */
function effects(option, value) {
  const found = option.values.find((one) => one.value === value);
  /** @type {(Target & {value: any})[]} */
  const set = option.sets ? [{ ...option.sets, value: option.kind === "table" ? readTable(String(value)) : value }]
    : [...found?.sets ?? [], ...(found?.enable ?? []).map((clause) => force(clause, true)), ...(found?.disable ?? []).map((clause) => force(clause, false))];
  return set.map((one) => [`${one.clause}:${one.mechanism}.${one.parameter}`, one]);
}

/** @param {string} clause @param {boolean} value */
const force = (clause, value) => ({ clause, mechanism: "", parameter: "", value });

/** @param {Map<string, Clause>} clauses @param {Target & {value: any}} effect */
function lay(clauses, { clause: slug, mechanism, parameter, value }) {
  const clause = /** @type {Clause} */ (clauses.get(slug));
  const rule = { ...clause.rule, [mechanism]: { ...clause.rule[mechanism], [parameter]: value } };
  clauses.set(slug, mechanism ? { ...clause, rule } : { ...clause, enabled: value });
}

/** Add a sentence about an option to each clause that it changed. @param {Map<string, Clause>} clauses @param {Option} option @param {Value} value */
function tell(clauses, option, value) {
  const found = option.values.find((one) => one.value === value);
  const slugs = option.sets ? [option.sets.clause] : (found?.sets ?? []).map(({ clause }) => clause);
  const said = option.kind === "choice" ? found?.text : `${value}.`;
  for (const slug of new Set(slugs)) {
    const clause = /** @type {Clause} */ (clauses.get(slug));
    clauses.set(slug, { ...clause, text: `${clause.text} Here the option “${option.title}” applies: ${said}` });
  }
}

/** A table of whole numbers parsed from text; entries without a whole number are left out. @param {string} text @returns {Record<string, number>} */
function readTable(text) {
  const pairs = text.split(".").filter(Boolean).map((entry) => entry.split(/:(.*)/s));
  return Object.fromEntries(pairs.filter(([, number]) => /^-?\d+$/.test(number ?? "")).map(([name, number]) => [name, Number(number)]));
}

/** @param {Record<string, number>} table */
const tableText = (table) => Object.entries(table).map(([name, number]) => `${name}:${number}`).join(".");

/** JSON in ASCII with sorted keys, so that equal values give equal strings. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Whether this browser can compute hashes, which it does only on pages loaded over a secure connection. */
export const canName = () => Boolean(globalThis.crypto?.subtle);

/** The engine's behaviour hash of the rules. @param {Rules} rules @returns {Promise<string>} */
export async function behaviour({ clauses }) {
  const play = [...clauses.values()].filter(({ enabled }) => enabled).flatMap(({ rule }) => Object.entries(rule));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical(play)));
  return `b1-${[...new Uint8Array(digest).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The chosen options that differ from the usual ones, in words, each with its address. @param {Rules} rules */
export function inForce({ rules, options, chosen }) {
  return Object.entries(chosen).flatMap(([name, value]) => {
    const option = /** @type {Option} */ (options.get(name));
    const anchor = option.kind === "choice" ? `${name}.${anchorWord(value)}` : `option-${name}`;
    return value === option.default ? [] : [{ title: option.title, value: told(option, value), url: `${rules.id}/#${anchor}` }];
  });
}

/** The chosen value as worded in the list; for a table, its beginning. @param {Option} option @param {Value} value */
function told(option, value) {
  if (option.kind !== "table") return option.values.find((one) => one.value === value)?.line || String(value);
  const text = String(value).replaceAll(":", " ").replaceAll(".", ", ");
  return text.length > 90 ? `${text.slice(0, 90).replace(/,?\s+\S*$/, "")} …` : text;
}

/** The results that may go unpaid with these choices. @param {Rules} rules @returns {Unpaid[]} */
export function unsourced({ rules, options, chosen }) {
  return rules.unsourced.find(({ when }) => Object.entries(when).every(([name, value]) => (chosen[name] ?? options.get(name)?.default) === value))?.said ?? [];
}

const TO_WRITE = "List each name once, followed by a colon and a whole number, with spaces between. Leave it empty for the usual values.";

/** Every option that can be chosen, as needed by the table's form, with its current value. @param {Rules} rules @returns {import("../table/form.mjs").Option[]} */
export function form({ rules, options, chosen }) {
  return [...options.values()].filter(({ fixed, excluded }) => !fixed && !excluded).map(({ name, title, text, kind, default: usual, range, values, example, clauses, evidence, sources }) => ({
    name, title, text: kind === "table" ? `${text} ${TO_WRITE}` : text, kind, default: usual, chosen: chosen[name] ?? usual, range,
    values: values.filter((value) => !value.excluded).map(({ value, line, text, evidence, sources }) => (
      { value, line, text, url: `${rules.id}/#${name}.${anchorWord(value)}`, ...rests(evidence, sources) })),
    example, clauses, url: `${rules.id}/#option-${name}`, ...rests(evidence, sources),
  }));
}

/** The evidence for a choice: its grade and the keys of its sources. @param {string} evidence @param {Source[]} sources */
const rests = (evidence, sources) => ({ evidence: sources.length ? evidence : "", sources: sources.filter(({ relation }) => !relation).map(({ key }) => key) });

/** A value as spelt in anchors. @param {Value} value */
const anchorWord = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
