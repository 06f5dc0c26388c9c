// @ts-check
/** Requests in an address that cannot be met: a sentence that says so, with the nearest alternative and ways to continue. */

import { likeness, plain } from "../search/words.mjs";
import { spelling, typed } from "./address.mjs";
import { ROOT } from "./data.mjs";
import { fault } from "./rules.mjs";

/** @import { Asked } from "./address.mjs" */
/** @import { Index } from "./data.mjs" */
/** @import { Option, RuleSet } from "./rules.mjs" */

/**
 * A way to continue: the text of its link, and what it requests instead or where it leads.
 * @typedef {{label: string, asked?: Asked, href?: string}} Way
 * @typedef {{said: string, ways: Way[]}} Astray
 * @typedef {{name: string, text: string, said: string, instead: Record<string, string> | null, label: string}} Stray  a choice that a rule set does not have
 */

/** Two names less alike than this are not suggested for each other. */
const ALIKE = 0.5;

/** The reason why an address names no rule set; null if it names one. @param {Asked} asked @param {Index} index @returns {Astray | null} */
export function strayRuleSet({ id, options }, { rule_sets }) {
  if (Object.hasOwn(rule_sets, id)) return null;
  const family = Object.values(rule_sets).find(({ family }) => family === id.toLowerCase())?.family;
  if (family) {
    return { said: `“${id}” is a family of games, not a rule set. Choose one of its rule sets.`,
      ways: [{ label: `The rule sets of ${capital(family)}`, href: `${ROOT}${family}/` }] };
  }
  const near = nearest(id, Object.entries(rule_sets).map(([known, { title, aliases }]) => [known, [known, known.split("/")[1], title, ...aliases]]));
  return { said: near ? `No rule set is called “${id}”.` : `No rule set is called “${id}”, and no name is close to it. Choose one from the list.`,
    ways: near ? [{ label: `Did you mean ${rule_sets[near].title}, ${near}?`, asked: { id: near, options } }] : [] };
}

/** The choices in an address that a rule set does not have, each with a likely alternative. @param {RuleSet} rules @param {Record<string, string>} options @returns {Stray[]} */
export function strayChoices(rules, options) {
  return Object.entries(options).flatMap(([given, text]) => {
    const said = wrong(rules, given, text);
    if (!said) return [];
    const own = rules.options.find(({ name }) => name === given.replaceAll("-", "_"));
    const offered = rules.options.filter(({ excluded, fixed }) => !excluded && !fixed);
    const near = own ? offered.find((one) => one === own) : offered.find(({ name }) => name === nearest(given, offered.map(({ name, title }) => [name, [name, title]])));
    if (!near) return [{ name: given, text, said, instead: null, label: "" }];
    const value = own || wrong(rules, near.name, text) ? nearestValue(near, text) : text;
    const instead = value && !wrong(rules, near.name, value) ? { [near.name]: value } : null;
    return [{ name: given, text, said: own ? said : `${said} The nearest is “${near.title}”, ${near.name}.`, instead,
      label: instead ? `Did you mean ${near.name}=${value}, “${near.title}”?` : "" }];
  });
}

/** The value of an option that is nearest to a string; null if none is near. @param {Option} option @param {string} text */
function nearestValue({ values, range }, text) {
  if (range) return /^-?\d{1,9}$/.test(text) ? String(Math.min(Math.max(Number(text), range[0]), range[1])) : null;
  const offered = values.filter(({ excluded }) => !excluded);
  return nearest(text, offered.map(({ value, also, line }) => [spelling(value), [spelling(value), ...also.map(String), line]]));
}

/** The reason why a rule set does not have a choice; null if it has it. @param {RuleSet} rules @param {string} given @param {string} text */
function wrong(rules, given, text) {
  const [[name, value]] = Object.entries(typed(rules, { [given]: text }));
  return fault(rules, name, value);
}

/** Ways to continue after choices that a rule set does not have: the likely alternatives, the other choices only, or none. @param {RuleSet} rules @param {Record<string, string>} options @param {Stray[]} strays @returns {Way[]} */
export function waysOn({ id, title }, options, strays) {
  const left = Object.fromEntries(Object.entries(options).filter(([name]) => !strays.some((stray) => stray.name === name)));
  const meant = strays.flatMap(({ name, instead, label }) => (instead
    ? [{ label, asked: { id, options: { ...Object.fromEntries(Object.entries(options).filter(([one]) => one !== name)), ...instead } } }] : []));
  const without = { label: strays.length > 1 ? "Continue without these choices" : "Continue without this choice", asked: { id, options: left } };
  return [...meant, ...(Object.keys(left).length ? [without] : []), { label: `${title} without changes`, asked: { id, options: {} } }];
}

/** The thing with the name most like a wrong one; null if none is near. @param {string} wrong @param {[string, string[]][]} known  each with its names */
function nearest(wrong, known) {
  const scored = known.map(([thing, names]) => ({ thing, score: Math.max(...names.map((name) => likeness(letters(wrong), letters(name)))) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { thing: "", score: 0 });
  return best.score >= ALIKE ? best.thing : null;
}

/** The letters and digits of a name, without spaces between its words. @param {string} name */
const letters = (name) => plain(name).replaceAll(" ", "");

/** A family as written in titles. @param {string} family */
export const capital = (family) => family.replace(/^./, (letter) => letter.toUpperCase());
