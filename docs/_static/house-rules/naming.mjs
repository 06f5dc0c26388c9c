// @ts-check
/** A name for house rules that can be read: the rule set's title and what is different. */

/** @import { Rules, Option } from "../compare/rules.mjs" */
/** @import { Value } from "../table/types.mjs" */

/** How many choices a name lists; of more it gives the number. */
const TOLD = 3;
/** A value that is not a word is given in the words of the form. */
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

/** Words that go into a sentence; a title in capitals or with a number stays as it is. @param {string} title */
const lowered = (title) => title.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** Whether a title says more than what the thing is called. @param {string} thing */
const long = (thing) => thing.split(" ").length > 2;
