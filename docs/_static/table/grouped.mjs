// @ts-check
/** The options of a form in groups, the most wanted first, with a line about the changes so far, in total and in each group. */

import { field, spaced, told, written } from "./form.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Option } from "./form.mjs" */
/** @import { Node_, Value } from "./types.mjs" */

/** @typedef {{title: string, folded?: boolean, options: string[]}} Group  options by name */

/** The most changes named on one line; if there are more, it gives the number of the others. */
const NAMED = 3;
/** The most settings of a group named on its line. */
const SET = 2;
/** With at most this many options, no group is folded. */
const FEW = 6;
/** The greatest length of one change on a line, in characters, and the greatest length of an only change. */
const LONGEST = 44;
const ALONE = 120;

/** The options of these names, in their order. @param {string[]} names @param {Option[]} options */
export const members = (names, options) => names.flatMap((name) => options.filter((option) => option.name === name));

/** The fields of all options by group; a group can be folded to a line with its settings. The first group and those with changes are open. @param {Group[]} groups @param {Option[]} options */
export const folding = (groups, options) => groups.map(({ title, options: names }, i) => h("details", {
  class: "wt-group", open: i === 0 || options.length <= FEW || members(names, options).some((option) => option.chosen !== option.default),
}, h("summary", {}, h("span", {}, title), h("small", {})), ...members(names, options).map(field)));

/** Show the settings of each group on its line: the changes, or the usual values. @param {Element} box @param {Group[]} groups @param {Option[]} options @param {Record<string, Value>} chosen  the changed values, by name */
export function tellSet(box, groups, options, chosen) {
  [...box.querySelectorAll(".wt-group > summary > small")].forEach((line, i) => {
    const all = members(groups[i].options, options);
    const changed = all.filter(({ name }) => Object.hasOwn(chosen, name));
    line.classList.toggle("wt-set", changed.length > 0);
    const said = listed((changed.length ? changed : all).map((option) => change(option, chosen[option.name] ?? option.default)), SET);
    if (line.textContent !== said) line.textContent = said;
  });
}

/** Open the folded group that contains a field. @param {Element} at */
export function reveal(at) {
  const folded = at.closest("details");
  if (folded) folded.open = true;
}

/** "2 changed: target 50; no passing", in the order of the form. @param {Group[]} groups @param {Option[]} options @param {Record<string, Value>} chosen  the changed values, by name */
export function changes(groups, options, chosen) {
  const all = members(groups.flatMap((group) => group.options).filter((name) => Object.hasOwn(chosen, name)), options)
    .map((option, i, { length }) => change(option, chosen[option.name], length > 1 ? LONGEST : ALONE));
  return all.length ? say("{n} changed: {what}", { n: all.length, what: listed(all) }) : say("Nothing changed: these are the usual rules.");
}

/** The first items, and the number of the others. @param {string[]} all @param {number} [named] */
function listed(all, named = NAMED) {
  const left = all.length - named;
  return all.slice(0, named).join("; ") + (left > 0 ? say("; and {n} more", { n: left }) : "");
}

/** @param {Option} option @param {Value} value @param {number} [longest] */
function change(option, value, longest = LONGEST) {
  const thing = lowered(option.title.replace(/^(The|An?) (?=\S)/, ""));
  if (option.kind === "table") return cut(`${thing}: ${spaced(written(value))}`, longest);
  if (option.kind === "integer") return `${thing} ${value}`;
  if ((value === "none" || value === "off") && !thing.includes(" ")) return say("no {thing}", { thing });
  return cut(`${thing}: ${lowered(told(option, value))}`, longest);
}

/** @param {string} text @param {number} longest */
const cut = (text, longest) => (text.length > longest ? `${text.slice(0, longest).replace(/[,;:]?\s+\S*$/, "")} …` : text);

/** A text for use within a sentence: without an initial capital, except for names and cards. @param {string} text */
export const lowered = (text) => text.replace(/^(?!\w+[’']s)(?!Rook|Spread|Boston|Misère)[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
