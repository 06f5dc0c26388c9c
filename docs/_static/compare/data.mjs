// @ts-check
/** The rule sets' data, fetched when needed, and the new addresses for retired ones. */

/** @import { Asked } from "./address.mjs" */
/** @import { RuleSet } from "./rules.mjs" */

/**
 * @typedef {{title: string, aliases: string[], year: string | null, family: string, extends: string | null, behaviour_hash: string}} Listed
 * @typedef {{version: string, rule_sets: Record<string, Listed>, retired: Record<string, string>, mechanisms: Record<string, {said: string, usual: Record<string, any>}>}} Index
 */

/** The root of the site, three levels above this script. */
export const ROOT = new URL("../../", import.meta.url).href;

/** @type {Map<string, Promise<any>>} */
const found = new Map();

/** @param {string} name */
function get(name) {
  const known = found.get(name);
  if (known) return known;
  const coming = fetch(`${ROOT}_data/${name}.json`).then((answer) => {
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.json();
  });
  found.set(name, coming);
  coming.catch(() => found.delete(name));
  return coming;
}

/** @returns {Promise<Index>} */
export const index = () => get("index");

/** @param {string} id @returns {Promise<RuleSet>} */
export const ruleSet = (id) => get(id);

/** The default value of each parameter. @param {Index} index */
export const usual = ({ mechanisms }) => Object.fromEntries(Object.entries(mechanisms).map(([name, { usual }]) => [name, usual]));

/** The rule sets by family, in the order of their titles. @param {Index} index @returns {[string, [string, Listed][]][]} */
export function byFamily({ rule_sets }) {
  const sets = Object.entries(rule_sets).sort(([, one], [, other]) => one.title.localeCompare(other.title, "en"));
  return [...new Set(Object.values(rule_sets).map(({ family }) => family))].map((family) => [family, sets.filter(([, set]) => set.family === family)]);
}

/**
 * The request in an address, with retired names replaced by their current ones; `gone` has each pair of names, old and
 * new.
 * @param {Asked} asked @param {Index} index @returns {{asked: Asked, gone: [string, string][]}}
 */
export function moved({ id, options, ...rest }, { retired }) {
  const now = last(id, retired);
  /** @type {[string, string][]} */
  const gone = now === id ? [] : [[id, now]];
  const pairs = Object.entries(options).map(([name, value]) => {
    const [place, anchor = ""] = last(`${now}#${name.replaceAll("-", "_")}.${value}`, retired).split("#");
    const [, newName, newValue] = /^([^.]+)\.(.+)$/.exec(anchor) ?? [];
    if (place !== now || !newName || anchor === `${name.replaceAll("-", "_")}.${value}`) return [name, value];
    gone.push([`${name}=${value}`, `${newName}=${newValue}`]);
    return [newName, newValue];
  });
  return { asked: { id: now, options: Object.fromEntries(pairs), ...rest }, gone };
}

/** The current address for a retired one; any other address is unchanged. @param {string} address @param {Record<string, string>} retired */
function last(address, retired) {
  const seen = new Set();
  while (Object.hasOwn(retired, address) && !seen.has(address)) {
    seen.add(address);
    address = retired[address];
  }
  return address;
}
