// @ts-check
/** The rule sets' data, fetched as they are asked for; and the rule set that a wrong name may have meant. */

import { likeness, plain } from "../search/words.mjs";

/** @import { Asked } from "./address.mjs" */
/** @import { RuleSet } from "./rules.mjs" */

/**
 * @typedef {{title: string, aliases: string[], year: string | null, family: string, extends: string | null, behaviour_hash: string}} Listed
 * @typedef {{version: string, rule_sets: Record<string, Listed>, retired: Record<string, string>, mechanisms: Record<string, {said: string, usual: Record<string, any>}>}} Index
 */

/** The root of the site: these scripts lie two folders below it. */
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

/** What each parameter is where a record leaves it out. @param {Index} index */
export const usual = ({ mechanisms }) => Object.fromEntries(Object.entries(mechanisms).map(([name, { usual }]) => [name, usual]));

/** The rule sets by family, in order of their titles. @param {Index} index @returns {[string, [string, Listed][]][]} */
export function byFamily({ rule_sets }) {
  const sets = Object.entries(rule_sets).sort(([, one], [, other]) => one.title.localeCompare(other.title, "en"));
  return [...new Set(Object.values(rule_sets).map(({ family }) => family))].map((family) => [family, sets.filter(([, set]) => set.family === family)]);
}

/** Where a retired rule set, or retired values of options, have gone; null for what is none. @param {Asked} asked @param {Index} index @returns {Asked | null} */
export function moved({ id, options }, { retired }) {
  const now = retired[id] ?? id;
  const pairs = Object.entries(options).map(([name, value]) => retired[`${now}#${name}.${value}`]?.split("#")[1].split(".") ?? [name, value]);
  const found = { id: now, options: Object.fromEntries(pairs) };
  return JSON.stringify(found) === JSON.stringify({ id, options }) ? null : found;
}

/** The rule set of which the ID, the title or an alias is most like a wrong name; null where nothing is. @param {string} wrong @param {Index} index */
export function nearest(wrong, { rule_sets }) {
  const scored = Object.entries(rule_sets).map(([id, { title, aliases }]) =>
    ({ id, score: Math.max(...[id, id.split("/")[1], title, ...aliases].map((name) => likeness(letters(wrong), letters(name)))) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= 0.4 ? best.id : null;
}

/** The letters and digits of a name, its words run together. @param {string} name */
const letters = (name) => plain(name).replaceAll(" ", "");
