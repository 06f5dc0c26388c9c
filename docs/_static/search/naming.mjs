// The names and addresses of the catalogue, loaded with search.
// @ts-check
import { likeness, plain } from "./words.mjs";

/** @typedef {{name: string, title: string, url: string, kind: string}} Named  a game found by one of its names */
/** @typedef {{title: string, url: string, kind: string, address: string, about: string, note?: string}} Place  the target of an address */
/**
 * The file written by the build: an anchor is a slug or name, with the index of its title.
 * @typedef {Omit<Naming, "clauses" | "options"> & {anchors: [string, number][], clauses: Record<string, number[]>, options: Record<string, number[]>}} File
 */
/**
 * @typedef {object} Naming
 * @property {[string, string, string, string][]} names  a name, the title, the address, the kind
 * @property {string[]} titles  of clauses and options
 * @property {Record<string, Record<string, number>>} clauses  by rule set, each clause's slug and the index of its title
 * @property {Record<string, Record<string, number>>} options  by rule set, each option's name and the index of its title
 * @property {Record<string, string>} pages  the titles of other pages, by address
 * @property {Record<string, string>} retired  new addresses, by retired ones
 */

/** The names and addresses in a file. @param {File} file @returns {Naming} */
export function unfolded({ anchors, ...file }) {
  const each = (/** @type {Record<string, number[]>} */ of) => Object.fromEntries(
    Object.entries(of).map(([rules, some]) => [rules, Object.fromEntries(some.map((number) => anchors[number]))]),
  );
  return { ...file, clauses: each(file.clauses), options: each(file.options) };
}

const ENOUGH = 0.45;
const NEAR = 4;

/**
 * Whether a query looks like an address instead of words: with a `#`, or a `/` and no space.
 * @param {string} asked
 */
export const likeAddress = (asked) => asked.includes("#") || /^[^\s"]*\/[^\s"]*$/.test(asked.trim());

/** The value of an object's own property, ignoring inherited ones. @template T @param {Record<string, T> | undefined} record @param {string} name */
export const held = (record, name) => (record && Object.hasOwn(record, name) ? record[name] : undefined);

/** The parts of an address: those of its path, and its anchor. @param {string} asked @returns {[string[], string]} */
function parts(asked) {
  const [path, anchor = ""] = asked.trim().toLowerCase().split("#");
  return [path.split("/").filter((part) => part && part !== "index.html"), anchor];
}

/**
 * The rule set, clause, option or page of an address, such as `hearts/black-lady#first-trick`, with a note if it is
 * retired; undefined if there is none.
 * @param {string} asked @param {Naming} naming @returns {Place | undefined}
 */
export function byAddress(asked, naming) {
  const [path, anchor] = parts(asked);
  for (let at = 0; at + 1 < path.length; at++) {
    const rules = `${path[at]}/${path[at + 1]}`;
    const old = anchor ? `${rules}#${anchor}` : rules;
    const set = held(naming.retired, rules);
    const now = held(naming.retired, old) ?? (set && anchor ? `${set}#${anchor}` : set);
    const place = ofRules(now ?? old, naming);
    if (place) return now ? { ...place, note: `${old} is retired; it is now ${now}.` } : place;
  }
  if (!likeAddress(asked)) return undefined;
  const whole = `${path.join("/")}/`;
  const url = Object.keys(naming.pages).find((page) => page === whole || (page && asked.includes("://") && whole.endsWith(`/${page}`)));
  return url ? { title: naming.pages[url], url, kind: "page", address: "", about: "" } : undefined;
}

/**
 * The title of a clause by its slug, or of an option by its name; undefined if the rule set has none.
 * @param {string} kind @param {string} rules @param {string} name @param {Naming} naming @returns {string | undefined}
 */
export const titleOf = (kind, rules, name, naming) => naming.titles[held(held(kind === "option" ? naming.options : naming.clauses, rules), name) ?? -1];

/**
 * The target of a current address.
 * @param {string} address @param {Naming} naming @returns {Place | undefined}
 */
function ofRules(address, naming) {
  const [rules, anchor] = address.split("#");
  const about = naming.names.find(([, , url]) => url === `${rules}/`)?.[1];
  if (about === undefined) return undefined;
  if (!anchor) return { title: about, url: `${rules}/`, kind: "rule set", address: rules, about: "" };
  const place = { about, address: `${rules}#${anchor}` };
  const title = titleOf("clause", rules, anchor, naming);
  if (title) return { ...place, title, url: `${rules}/#${anchor}`, kind: "clause" };
  const option = anchor.replace(/^option-/, "").split(".")[0];
  const named = titleOf("option", rules, option, naming);
  if (!named) return undefined;
  const at = anchor.includes(".") ? anchor : `option-${option}`;
  return { ...place, address: `${rules}#${at}`, title: named, url: `${rules}/#${at}`, kind: "option" };
}

const HOW = /^how (to|do you|do we|do i) play /;

/**
 * The words of a plain text without “how to play” and those without meaning; all words if none is left.
 * @param {string} said  plain @param {Set<string>} small
 */
function meaningful(said, small) {
  const every = said.replace(HOW, "").split(" ");
  const telling = every.filter((word) => !small.has(word));
  return (telling.length ? telling : every).join(" ");
}

/** A title without its year. @param {string} title */
export const undated = (title) => title.replace(/, \d{4}$/, "");

/**
 * The games with a name, first the one whose title it is, with or without its year, and the option with that name.
 * Words without meaning do not count.
 * @param {string} asked @param {Naming} naming @param {Set<string>} small  words without meaning @returns {Named[]}
 */
export function byName(asked, naming, small) {
  const said = plain(asked);
  if (!said) return [];
  const meant = meaningful(said, small);
  /** @type {Map<string, Named>} */
  const found = new Map();
  for (const [name, title, url, kind] of naming.names) {
    const as = [name, ...(name === title ? [undated(title)] : [])].find((one) => meaningful(plain(one), small) === meant);
    if (as && !found.has(url)) found.set(url, { name: as, title, url, kind });
  }
  const option = asked.includes("_") ? byOption(said, naming) : undefined;
  const own = (/** @type {Named} */ { name, title }) => (name === title ? 2 : Number(name === undated(title)));
  return [...[...found.values()].sort((a, b) => own(b) - own(a)), ...(option ? [option] : [])];
}

/**
 * The rule sets with a name whose meaningful words are all in the query; of overlapping names, only the longest counts.
 * @param {string} asked  plain @param {Naming} naming @param {Set<string>} small  words without meaning
 */
export function gamesNamed(asked, naming, small) {
  const words = new Set(asked.split(" "));
  const families = new Set(naming.names.filter(([, , , kind]) => kind === "family").map(([name]) => plain(name)));
  const told = naming.names
    .filter(([name, , , kind]) => kind === "rule set" && !families.has(plain(name)))
    .map(([name, title, url]) => ({ game: url.replace(/\/$/, ""), own: name === title, telling: plain(name).split(" ").filter((word) => !small.has(word)) }))
    .filter(({ telling }) => telling.length && telling.every((word) => words.has(word)));
  const within = (/** @type {string[]} */ a, /** @type {string[]} */ b) => a.length < b.length && a.every((word) => b.includes(word));
  const longest = told.filter(({ telling }) => !told.some((other) => within(telling, other.telling)));
  const own = longest.filter(({ own }) => own); // a title is not another game's name
  return [...new Set((own.length ? own : longest).map(({ game }) => game))];
}

/** The option with this name in links and on the command line, in the first game that has it. @param {string} said  plain @param {Naming} naming */
function byOption(said, naming) {
  for (const [rules, options] of Object.entries(naming.options)) {
    const name = Object.keys(options).find((one) => plain(one) === said);
    if (name) return { name, title: naming.titles[options[name]], url: `${rules}/#option-${name}`, kind: "option" };
  }
  return undefined;
}

/**
 * The addresses most like one that does not exist, the nearest first.
 * @param {string} asked @param {Naming} naming @returns {Place[]}
 */
export function nearestAddresses(asked, naming) {
  const [path, anchor] = parts(asked);
  const wrong = path.slice(-2).join("/");
  const known = (/** @type {string} */ id) => Math.max(...[id, id.split("/")[1]].map((name) => likeness(wrong, name)));
  const sets = ranked(Object.keys(naming.clauses), known);
  if (!anchor) return places(sets, naming);
  const exact = places(sets.map((id) => `${id}#${anchor}`), naming);
  if (exact.length || !sets.length) return exact;
  const [own] = sets;
  const anchors = new Set([...Object.keys(naming.clauses[own]), ...Object.keys(naming.options[own] ?? {})]);
  const near = ranked([...anchors], (name) => likeness(anchor, name));
  return places([...near.map((name) => `${own}#${name}`), own], naming);
}

/** @param {string[]} addresses @param {Naming} naming */
const places = (addresses, naming) => addresses.flatMap((address) => ofRules(address, naming) ?? []);

/** The few that are similar enough, the most similar first. @param {string[]} all @param {(one: string) => number} like */
const ranked = (all, like) => all
  .map((one) => ({ one, is: like(one) }))
  .filter(({ is }) => is > ENOUGH)
  .sort((a, b) => b.is - a.is)
  .slice(0, NEAR)
  .map(({ one }) => one);

/**
 * The names most like words that found nothing, the nearest first.
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
