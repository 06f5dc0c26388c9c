// @ts-check
/** A citation in each form: the patterns that the site was built with, filled in; and what house rules add to it. */

/**
 * One item of CSL-JSON, as far as it is read here.
 * @typedef {{id: string, type: string, title: string, URL?: string, note?: string, version: string,
 *   issued: {"date-parts": number[][]}}} Item
 * @typedef {"chicago" | "mla" | "apa" | "bibtex" | "ris"} Pattern
 * @typedef {Record<"rule" | "page" | "whole", Record<Pattern, string>>} Patterns
 * @typedef {Record<Pattern | "csl-json", string>} Forms
 * @typedef {{title: string, hash: string, options: Record<string, unknown>, in_force: {url: string}[]}} Played
 */

/** What stands in a pattern for the key, the title, the address and the note. */
const KEY = "markkey", TITLE = "Marktitle", URL_ = "https://mark.invalid/url", NOTE = "Marknote.";

/** Letters that mean something to TeX. */
const TEX = /[#$%&_]/g;

/** The key of what is cited, by its address: letters, digits and hyphens. @param {string[]} parts */
export const key = (...parts) => ["whister", ...parts.filter(Boolean).map((part) => part.replace(/[^A-Za-z0-9]+/g, "-"))].join("-");

/** An item in every form. @param {Item} item @param {Patterns} patterns @returns {Forms} */
export function forms(item, patterns) {
  const kind = item.note ? "rule" : item.type === "software" ? "whole" : "page";
  /** @type {(pattern: string, tex?: boolean) => string} */
  const filled = (pattern, tex = false) => {
    const told = (/** @type {string | undefined} */ text) => (tex ? (text ?? "").replace(TEX, "\\$&") : text ?? "");
    return [[URL_, item.URL ?? ""], [KEY, item.id], [NOTE, told(item.note)], [TITLE, told(item.title)]]
      .reduce((text, [mark, value]) => text.replace(mark, () => value), pattern);
  };
  const { chicago, mla, apa, bibtex, ris } = patterns[kind];
  return {
    chicago: filled(chicago), mla: filled(mla), apa: filled(apa), bibtex: filled(bibtex, true), ris: filled(ris),
    "csl-json": `${JSON.stringify([item], null, 2)}\n`,
  };
}

/** An item of a rule set, or of a clause of it, under the house rules of a table. @param {Item} item @param {string} cited @param {Played} played @returns {Item} */
export function underHouseRules(item, cited, { title, hash, options, in_force }) {
  const chosen = in_force.map(({ url }) => choice(url, options)).sort(({ name: a }, { name: b }) => (a < b ? -1 : 1));
  const named = chosen.map(({ name, value, table }) => (table ? name : `${name}=${value}`)).join(", ");
  const spelt = chosen.map(({ name, value }) => `${name}=${value}`).join(", ");
  const plain = title.replaceAll("'", "’");
  return {
    ...item, id: key(cited, hash),
    title: `${plain}, house rules ${hash} (${named})${item.title.slice(plain.length)}`,
    note: `${item.note} Options in force: ${spelt}. Behaviour hash: ${hash}.`,
  };
}

/** An option in force, from the address where it is told: `#moon.new` for a choice, `#option-target` for a number or a table. @param {string} url @param {Record<string, unknown>} options */
function choice(url, options) {
  const anchor = url.split("#")[1];
  const free = anchor.startsWith("option-");
  const name = free ? anchor.slice("option-".length) : anchor.split(".")[0];
  const value = options[name];
  return { name, value: typeof value === "boolean" ? (value ? "on" : "off") : String(value), table: free && typeof value === "string" };
}
