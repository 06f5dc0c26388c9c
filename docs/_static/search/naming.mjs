// What search knows by heart: the names and addresses of the catalogue, and every word of it.
// @ts-check
import { likeness, meant, plain } from "./words.mjs";

/** @typedef {{name: string, title: string, url: string, kind: string}} Named  a game by one of its names */
/** @typedef {{title: string, url: string, kind: string, address: string, about: string}} Place  what an address leads to */
/**
 * The file that the build writes.
 * @typedef {object} Naming
 * @property {[string, string, string, string][]} names  a name, the title, the address, the kind
 * @property {string[]} titles  of clauses
 * @property {Record<string, Record<string, number>>} clauses  by rule set, each clause's slug and the number of its title
 * @property {Record<string, string>} options  by rule set, the names of its options
 * @property {string} words  every word, plain
 */

const ENOUGH = 0.45;

/**
 * The clause, option or rule set of an address, such as `hearts/black-lady#first-trick`; nothing where there is none.
 * @param {string} asked @param {Naming} naming @returns {Place | undefined}
 */
export function byAddress(asked, naming) {
  const found = asked.trim().toLowerCase().match(/([a-z0-9-]+\/[a-z0-9-]+)\/?(?:#([\w.-]+))?$/);
  if (!found) return undefined;
  const [, rules, anchor] = found;
  const about = naming.names.find(([, , url]) => url === `${rules}/`)?.[1];
  if (about === undefined) return undefined;
  if (!anchor) return { title: about, url: `${rules}/`, kind: "rule set", address: rules, about: "" };
  const place = { about, address: `${rules}#${anchor}` };
  const title = naming.titles[naming.clauses[rules]?.[anchor] ?? -1];
  if (title) return { ...place, title, url: `${rules}/#${anchor}`, kind: "clause" };
  const option = anchor.replace(/^option-/, "").split(".")[0];
  if (!(naming.options[rules] ?? "").split(" ").includes(option)) return undefined;
  return { ...place, title: anchor, url: anchor.includes(".") ? `${rules}/#${anchor}` : `${rules}/#option-${option}`, kind: "option" };
}

/**
 * The games that go by a name, or by one that begins so; the whole name first.
 * @param {string} asked @param {Naming} naming @returns {Named[]}
 */
export function byName(asked, naming) {
  const said = plain(asked);
  if (!said) return [];
  /** @type {Map<string, Named & {exact: boolean}>} */
  const found = new Map();
  for (const [name, title, url, kind] of naming.names) {
    const own = plain(name);
    const exact = own === said;
    if (exact || (said.length > 3 && ` ${own}`.includes(` ${said}`))) {
      if (!found.has(url) || (exact && !found.get(url)?.exact)) found.set(url, { name, title, url, kind, exact });
    }
  }
  return [...found.values()].sort((a, b) => Number(b.exact) - Number(a.exact));
}

/**
 * The words asked for, with each that no word begins with put right; `changed` says which, `unknown` which cannot be.
 * @param {string} asked @param {Naming} naming
 */
export function putRight(asked, naming) {
  const vocabulary = naming.words.split(" ");
  /** @type {[string, string][]} */
  const changed = [];
  /** @type {string[]} */
  const unknown = [];
  const words = asked.replace(/[\p{L}\p{M}\p{N}'’♠♥♦♣]+/gu, (word) => {
    const parts = plain(word).split(" ");
    if (parts.length > 1 || /^\d*$/.test(parts[0])) return parts.join(" ");
    const right = meant(parts[0], vocabulary);
    if (!right) unknown.push(word);
    else if (right !== parts[0]) changed.push([word, right]);
    return right && right !== parts[0] ? right : word;
  });
  return { words, changed, unknown };
}

/**
 * The names that are most like words that found nothing, the nearest first.
 * @param {string} asked @param {Naming} naming @returns {Named[]}
 */
export function nearest(asked, naming) {
  const said = plain(asked);
  const ranked = naming.names
    .map(([name, title, url, kind]) => ({ name, title, url, kind, like: likeness(said, plain(name)) }))
    .filter(({ like }) => like > ENOUGH)
    .sort((a, b) => b.like - a.like);
  return ranked.filter(({ url }, i) => ranked.findIndex((other) => other.url === url) === i).slice(0, 4);
}
