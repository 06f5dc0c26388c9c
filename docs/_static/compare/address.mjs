// @ts-check
/** House rules in an address: `a=hearts/black-lady&a.moon=new`, with values spelt as in the site's anchors. */

/** @import { Value } from "../table/types.mjs" */
/** @import { Chosen, RuleSet } from "./rules.mjs" */

/** A rule set requested in an address, with the options' values as strings, and the name given to these rules. @typedef {{id: string, options: Record<string, string>, name?: string}} Asked */

/** The greatest length of a name for house rules, also in the fields for it. */
export const LONGEST_NAME = 120;

/** A name in the form that the fields accept. @param {string | null} name */
export const clipped = (name) => name?.trim().slice(0, LONGEST_NAME).trim();

/** @param {URLSearchParams} query @param {string} key @returns {Asked | null} */
export function asked(query, key) {
  const id = query.get(key)?.trim().replace(/^\/+|\/+$/g, "");
  const options = [...query].filter(([name]) => name.startsWith(`${key}.`)).map(([name, value]) => [name.slice(key.length + 1), value]);
  const name = clipped(query.get(`${key}-name`));
  return id ? { id, options: Object.fromEntries(options), ...(name && { name }) } : null;
}

/** The part of an address that requests this rule set. @param {string} key @param {Asked} asked @returns {[string, string][]} */
export const pairs = (key, { id, options, name }) => [
  [key, id], .../** @type {[string, string][]} */ (Object.entries(options).map(([name, value]) => [`${key}.${name}`, value])),
  .../** @type {[string, string][]} */ (name ? [[`${key}-name`, name]] : []),
];

/** An address's query, with the slashes in IDs left unencoded. @param {[string, string][]} pairs */
export const query = (pairs) => (pairs.length ? `?${new URLSearchParams(pairs).toString().replaceAll("%2F", "/").replaceAll("%3A", ":")}` : "");

/** The options' values as in the engine; a string that is not a value of the option stays as it is. @param {RuleSet} rules @param {Record<string, string>} options @returns {Chosen} */
export function typed(rules, options) {
  return Object.fromEntries(Object.entries(options).map(([given, text]) => {
    const option = rules.options.find(({ name }) => name === given.replaceAll("-", "_"));
    const value = option?.values.find((one) => [one.value, ...one.also].some((known) => spellings(known).some((said) => plain(said) === plain(text))))?.value;
    const number = option?.kind === "integer" && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
    return [option?.name ?? given, value ?? number ?? text];
  }));
}

/** The chosen options that differ from the usual ones, as strings. @param {{options: Map<string, {default: Value}>, chosen: Chosen}} rules @returns {Record<string, string>} */
export function spelt({ options, chosen }) {
  const found = Object.entries(chosen).filter(([name, value]) => value !== options.get(name)?.default);
  return Object.fromEntries(found.map(([name, value]) => [name, spelling(value)]));
}

/** A value as written in addresses. @param {Value} value */
export const spelling = (value) => spellings(value)[0];

/** The possible spellings of a value, the best first. @param {Value} value @returns {string[]} */
function spellings(value) {
  const same = [["on", "yes", "true"], ["off", "no", "false"]].find((words) => words.includes(plain(String(value))));
  return typeof value === "boolean" ? same ?? [] : [...new Set([String(value), ...(same ?? [])])];
}

/** A value in the form used for comparison, ignoring case and treating underscores as hyphens. @param {string} text */
const plain = (text) => text.toLowerCase().replaceAll("_", "-");
