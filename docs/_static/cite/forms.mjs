// @ts-check
/** A citation in each form, made from the site's patterns, with additions for house rules. */

import { pairs, query } from "../compare/address.mjs";

/**
 * One item of CSL-JSON, with the fields used here.
 * @typedef {{id: string, type: string, title: string, URL?: string, note?: string, genre?: string, version?: string,
 *   edition?: string, issued: {"date-parts": number[][]}}} Item
 * @typedef {"chicago" | "mla" | "apa" | "bibtex" | "ris"} Pattern
 * @typedef {Record<"house" | "rule" | "page" | "whole", Record<Pattern, string>>} Patterns
 * @typedef {Record<Pattern | "csl-json", string>} Forms
 * @typedef {{title: string, hash: string, options: Record<string, unknown>, in_force: {title: string, value: string, url: string}[],
 *   name?: string}} Played
 */

/** Placeholders in a pattern for the key, the title, the address, the note and the genre. */
const KEY = "markkey", TITLE = "Marktitle", URL_ = "https://mark.invalid/url", NOTE = "Marknote.", GENRE = "Markgenre";

/** The most choices that a title lists; if there are more, it gives only their number. */
const TOLD = 3;

/** Characters with a meaning in TeX, and the commands for some; the others take a backslash. The same as in `whister.reference.styles.tex`. */
const TEX = /[#$%&_\\{}~^<>]/g;
const COMMANDS = new Map([["\\", "backslash"], ["{", "braceleft"], ["}", "braceright"], ["~", "asciitilde"], ["^", "asciicircum"], ["<", "less"], [">", "greater"]]);

/** A text in TeX. @param {string} text */
const tex = (text) => text.replace(TEX, (mark) => (COMMANDS.has(mark) ? `\\text${COMMANDS.get(mark)}{}` : `\\${mark}`));

/** The key of a citation, from its address: letters, digits and hyphens. @param {string[]} parts */
export const key = (...parts) => ["whister", ...parts.filter(Boolean).map((part) => part.replace(/^\/+|\/+$/g, "").replace(/[^A-Za-z0-9]+/g, "-"))].join("-");

/** An item in every form. @param {Item} item @param {Patterns} patterns @returns {Forms} */
export function forms(item, patterns) {
  const kind = item.genre ? "house" : item.note ? "rule" : item.type === "book" ? "whole" : "page";
  /** @type {(pattern: string, title?: string, told?: (text: string) => string) => string} */
  const filled = (pattern, title = item.title, told = (text) => text) =>
    [[URL_, item.URL ?? ""], [KEY, item.id], [NOTE, told(item.note ?? "")], [GENRE, item.genre ?? ""], [TITLE, told(title)]]
      .reduce((text, [mark, value]) => text.replace(mark, () => value), pattern);
  const { chicago, mla, apa, bibtex, ris } = patterns[kind];
  return {
    chicago: stopped(filled(chicago, nested(item.title))), mla: stopped(filled(mla, nested(item.title))), apa: stopped(filled(apa)),
    bibtex: filled(bibtex, item.title, tex), ris: filled(ris),
    "csl-json": `${JSON.stringify([item], null, 2)}\n`,
  };
}

/** A title for use within quotation marks, with single marks inside it. @param {string} title */
const nested = (title) => title.replaceAll("“", "‘").replaceAll("”", "’");

/** A line with full stops placed as in American typography; see `whister.reference.styles.stopped`. @param {string} line */
const stopped = (line) => line.replace(/([?!][’”]*|\.[’”]+)\.(?=\s|$)/g, "$1").replace(/(‘[^‘’”]*)’”([.,])/g, "$1$2’”").replace(/”([.,])/g, "$1”");

/** A title with typographic quotation marks; every single mark is an apostrophe. @param {string} title */
const curled = (title) => title.replaceAll("'", "’").replace(/(^|[\s(])"/g, "$1“").replaceAll('"', "”");

/**
 * The item for a page, with its title; without an address it is the item for the whole site.
 * @param {string} cited @param {string} title @param {{items: {page: Item, whole: Item}}} shared
 * @param {string} [hashes]  behaviour hashes of the house rules that the page compares
 * @param {string} [note]  what the page is based on, without a full stop
 * @returns {Item}
 */
export function pageItem(cited, title, { items }, hashes, note) {
  if (!cited) return items.whole;
  const told = hashes && `Behaviour hash${hashes.includes(" ") ? "es" : ""} ${hashes}`;
  return { ...items.page, id: key(cited), title: curled(title), ...(note && { note: `${note}.` }), ...(told && { genre: told, note: `${told}.` }) };
}

/**
 * The item for a rule set or one of its clauses under a table's house rules: see `whister.reference.citable.citable`.
 * @param {Item} item @param {string} cited @param {Played} played
 * @param {string} name  given to the rules, or empty
 * @param {string} root  the address of the site
 * @returns {Item}
 */
export function underHouseRules(item, cited, { title, hash, options, in_force }, name, root) {
  const [id, slug] = cited.split("#");
  const chosen = in_force.map((one) => ({ name: option(one.url), told: `${one.title}: ${said(one, options)}` })).sort(({ name: a }, { name: b }) => (a < b ? -1 : 1));
  const values = Object.fromEntries(chosen.map(({ name }) => [name, spelt(options[name])]));
  const more = chosen.length - TOLD;
  const choices = [...chosen.map(({ told }) => told).slice(0, more > 1 ? TOLD : undefined), ...(more > 1 ? [`${more} more choices`] : [])].join("; ");
  const named = name ? `${name} (house rules after ${title}; ${choices})` : `House rules after ${title} (${choices})`;
  const asked = query([...pairs("base", { id, options: values }), ...(name ? [/** @type {[string, string]} */ (["name", name])] : [])]);
  const note = `${item.note} Options in force: ${Object.entries(values).map((pair) => pair.join("=")).join(", ")}.`;
  return {
    ...item, id: key(cited, hash), title: curled(named) + item.title.slice(curled(title).length),
    ...(hash ? { genre: `Behaviour hash ${hash}`, note: `${note} Behaviour hash: ${hash}.` } : { note }), // not every page can compute it
    URL: `${root}house-rules/${asked}${slug ? `#${slug}` : ""}`,
  };
}

/** The option at an address: `#moon.new` is one of its choices, `#option-target` a number or a table. @param {string} url */
const option = (url) => url.split("#")[1].replace(/^option-/, "").split(".")[0];

/**
 * A choice as worded on the form, or its short name if the form shortens the wording; for a table, its beginning.
 * @param {{value: string, url: string}} told @param {Record<string, unknown>} options
 */
function said({ value, url }, options) {
  if (url.includes("#option-") || !value.includes(" …")) return value;
  const chosen = options[option(url)];
  return typeof chosen === "boolean" ? (chosen ? "yes" : "no") : String(chosen).replaceAll("-", " ");
}

/** @param {unknown} value */
const spelt = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
