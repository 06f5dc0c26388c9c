// @ts-check
/** The options of a form under headings, those that players ask for first on top; and in a line what is changed so far. */

import { field, spaced, told, written } from "./form.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Option } from "./form.mjs" */
/** @import { Node_, Value } from "./types.mjs" */

/** @typedef {{title: string, folded?: boolean, options: string[]}} Group  options by name */

/** So many changes are named in a line; of more it says how many. */
const NAMED = 3;
/** So long is what a line says of one change, in letters. */
const LONGEST = 44;

/** The fields of all options, each in its group; the folded groups together at the end, open where something in them is changed. @param {Group[]} groups @param {Option[]} options */
export function grouped(groups, options) {
  const folded = groups.filter((group) => group.folded);
  const changed = folded.some((group) => group.options.some((name) => options.some((option) => option.name === name && option.chosen !== option.default)));
  return [
    ...groups.filter((group) => !group.folded).map((group) => drawn(group, options)),
    folded.length > 0 && h("details", { class: "wt-more", open: changed },
      h("summary", {}, say("More: {what}", { what: folded.map(({ title }) => lowered(title)).join("; ") })),
      ...folded.map((group) => drawn(group, options))),
  ];
}

/** @param {Group} group @param {Option[]} options */
const drawn = ({ title, options: names }, options) => h("fieldset", { class: "wt-group" },
  h("legend", {}, title),
  ...names.flatMap((name) => options.filter((option) => option.name === name)).map(field));

/** Let a field be seen that is folded away. @param {Element} at */
export function reveal(at) {
  const folded = at.closest("details");
  if (folded) folded.open = true;
}

/** "2 changed: target 50; no passing", in the order of the form. @param {Group[]} groups @param {Option[]} options @param {Record<string, Value>} chosen  what is not the usual, by name */
export function changes(groups, options, chosen) {
  const all = groups.flatMap((group) => group.options).filter((name) => Object.hasOwn(chosen, name))
    .flatMap((name) => options.filter((option) => option.name === name)).map((option) => change(option, chosen[option.name]));
  const left = all.length - NAMED;
  const what = all.slice(0, NAMED).join("; ") + (left > 0 ? say("; and {n} more", { n: left }) : "");
  return all.length ? say("{n} changed: {what}", { n: all.length, what }) : say("Nothing is changed: these are the usual rules.");
}

/** @param {Option} option @param {Value} value */
function change(option, value) {
  const thing = lowered(option.title.replace(/^(The|An?) (?=\S)/, ""));
  if (option.kind === "table") return cut(`${thing}: ${spaced(written(value))}`);
  if (option.kind === "integer") return `${thing} ${value}`;
  if ((value === "none" || value === "off") && !thing.includes(" ")) return say("no {thing}", { thing });
  return cut(`${thing}: ${lowered(told(option, value))}`);
}

/** @param {string} text */
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[,;:]?\s+\S*$/, "")} …` : text);

/** Words that go into a sentence: no capital at the beginning, unless it is a name's or a card's. @param {string} text */
const lowered = (text) => text.replace(/^(?!\w+[’']s)(?!Rook|Spread|Boston|Misère)[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
