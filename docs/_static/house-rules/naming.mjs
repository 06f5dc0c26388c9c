// @ts-check
/** A readable name for house rules: the rule set's title and the differences. */

/** @import { Rules, Option } from "../compare/rules.mjs" */
/** @import { Value } from "../table/types.mjs" */

/** The most choices that a name lists; if there are more, it gives only their number. */
const TOLD = 3;
/** A value that is not a word is given as worded on the form. */
const CODE = /[A-Z]|[a-z]-?\d|\d[a-z]|^[^aeiouy\d]+$/;

/** "Black Lady with new moon and target 50". @param {Rules} rules */
export function nameOf({ rules, options, chosen }) {
  const parts = [...options.values()].filter(({ name, default: usual }) => Object.hasOwn(chosen, name) && chosen[name] !== usual)
    .map((option) => part(option, chosen[option.name]));
  if (parts.length === 0) return rules.title;
  const more = parts.length - TOLD;
  const said = more > 1 ? [...parts.slice(0, TOLD), `${more} more choices`] : parts;
  return `${rules.title} with ${said.length > 1 ? `${said.slice(0, -1).join(", ")} and ${said.at(-1)}` : said[0]}`;
}

/** @param {Option} option @param {Value} value */
function part({ title, kind, values }, value) {
  const [, article, thing] = /** @type {RegExpExecArray} */ (/^(The |An? )?(.*)$/s.exec(/^(The|An?) \S/.test(title) ? title : lowered(title)));
  if (value === true || kind === "table") return `${article ? lowered(article) : ""}${thing}`;
  if (value === false || value === "off" || value === "none") return long(thing) ? `${thing}: no` : `no ${thing}`;
  if (typeof value === "number") return `${thing} ${value}`;
  if (CODE.test(value)) return `${thing}: ${lowered(values.find((one) => one.value === value)?.line ?? value)}`;
  const word = value.replaceAll("-", " ");
  return word.includes(" ") || thing.includes(" ") || /\d/.test(word) ? `${thing}: ${word}` : `${word} ${thing}`;
}

/** A title for use within a sentence; one in capitals or with a number is unchanged. @param {string} title */
const lowered = (title) => title.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** Whether a title is more than the name of a thing. @param {string} thing */
const long = (thing) => thing.split(" ").length > 2;
