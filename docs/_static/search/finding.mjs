// Finds records: loads the files of the index at the first search, and answers queries.
// @ts-check
import { readIndex, soughtBy, understood } from "./asking.mjs";
import { byAddress, byName, gamesNamed, likeAddress, nearest, nearestAddresses, titleOf, undated, unfolded } from "./naming.mjs";
import { ranked } from "./ranking.mjs";
import { plain } from "./words.mjs";

/** @typedef {import("./asking.mjs").Question} Question */
/** @typedef {import("./naming.mjs").Naming} Naming */
/** A record as stored, without what its facts and its place on the site give; `off` is in how many of its games, the last ones, only an option puts it in force. @typedef {[url: string, title: string | 0, about: string, address: string | 0, off: number, text: string]} Stored */
/** @typedef {{url: string, kind: string, title: string, about: string, address: string, others: string[], off: string[], text: string}} Kept */
/** @typedef {{title: string, url: string, kind: string, about?: string, address?: string, note?: string, also?: number, off?: boolean, text?: string}} Shown */
/**
 * @typedef {object} Answer
 * @property {Shown[]} first  results found by address and by name
 * @property {number} total  the number of all results
 * @property {(most: number) => Promise<Shown[]>} more  the next results found by their words
 * @property {() => number} left  the number of results still to come
 * @property {string[]} notes  notes on how the words were understood
 * @property {(word: string) => boolean} sought  whether a plain word was searched for
 * @property {Shown[]} near  names similar to the words, if nothing was found
 */

const ROOT = new URL("../../", import.meta.url);
const FOLDER = new URL("_search/", ROOT);

/** @param {string} name @returns {Promise<any>} */
const brought = (name) => fetch(new URL(name, FOLDER)).then((response) => (response.ok ? response.json() : Promise.reject(new Error(name))));

/** @type {Map<string, Promise<any>>} */
const coming = new Map();

/** The parsed contents of a file of the index: read once, and again only after a failure. @template T @param {string} name @param {(file: any) => T} read @returns {Promise<T>} */
function file(name, read) {
  const known = coming.get(name) ?? brought(name).then(read);
  coming.set(name, known);
  known.catch(() => coming.delete(name));
  return known;
}

/** Load the files that every search needs. */
export const load = () => Promise.all([
  file("index.json", readIndex),
  file("names.json", unfolded),
]);

/** A record by its number. @param {number} number @param {import("./asking.mjs").Index} index @param {Naming} naming @returns {Promise<Kept>} */
async function record(number, { each, facts, games }, naming) {
  const digit = Math.floor(number / each).toString(16);
  const [place, named, about, address, off, text] = (await file(`records-${digit}.json`, (/** @type {Stored[]} */ all) => all))[number % each];
  const { kind } = facts[number], all = facts[number].games.map((game) => games[game]);
  const url = all.length ? `${all[0]}/${place}` : place;
  const title = named === 0 ? titleOf(kind, all[0], place.replace(/^#(option-)?/, ""), naming) ?? "" : named;
  return { url, kind, title, about: about || entitled(all[0], naming), address: address === 0 ? addressOf(url) : address, others: all.slice(1), off: all.slice(all.length - off), text };
}

/** The address in citations of a place on the site. @param {string} url */
const addressOf = (url) => url.replace(/\/(?=#|$)/, "");

/** The title of a rule set; "" if there is none. @param {string} game @param {Naming} naming */
const entitled = (game, naming) => naming.names.find(([, , at]) => at === `${game}/`)?.[1] ?? "";

/** Whether there is enough to search for. @param {string} words */
export const enough = (words) => plain(words).length > 1 || likeAddress(words);

/**
 * @param {string} words @param {{family?: string, kind?: string}} [only] @returns {Promise<Answer>}
 */
export async function find(words, only = {}) {
  const [index, naming] = await load();
  const place = byAddress(words, naming);
  const lost = likeAddress(words) && !place;
  const question = understood(words, index);
  const right = question.changed.reduce((said, [wrong, meant]) => said.replace(wrong, meant), plain(words));
  const games = gamesNamed(right, naming, index.silent);
  const named = lost ? nearestAddresses(words, naming) : [words, ...(question.changed.length ? [right] : [])].flatMap((said) => byName(said, naming, index.silent)).map(asShown);
  const fits = (/** @type {Shown} */ { kind, url }) => (!only.kind || kind === only.kind) && (!only.family || url.startsWith(`${only.family}/`));
  const first = [...(place ? [place] : []), ...named].filter(fits);
  const numbers = lost || place?.note ? [] : await quoted(ranked(question, index, only, games), question.phrases, (number) => record(number, index, naming));
  let at = 0;
  const more = async (/** @type {number} */ most) => {
    const some = await Promise.all(numbers.slice(at, (at += most)).map((number) => record(number, index, naming)));
    return some.map((kept) => asRecord(kept, games, naming));
  };
  const notes = lost ? [`There is no such address${first.length ? ": the nearest is shown" : ""}.`] : place?.note ? [place.note] : notesOn(question, numbers.length > 0, first.length > 0);
  const near = first.length || numbers.length ? [] : nearest(words, naming).map(asShown);
  return { first, total: Math.max(numbers.length, first.length), more, left: () => numbers.length - at, notes, sought: soughtBy(question, index), near };
}

/** The records that contain the quoted phrases. @param {number[]} numbers @param {string[]} phrases @param {(number: number) => Promise<Kept>} read */
async function quoted(numbers, phrases, read) {
  if (!phrases.length) return numbers;
  const records = await Promise.all(numbers.map(read));
  return numbers.filter((_, i) => {
    const { title, about, text } = records[i];
    return phrases.every((phrase) => ` ${plain([title, about, text].join(" | "))} `.includes(` ${phrase} `));
  });
}

/** @param {Question} question @param {boolean} any  whether anything was found @param {boolean} named  whether anything has that name */
const notesOn = ({ changed, unknown, silent }, any, named) => [
  ...(silent && !named ? ["These words are too common. Add a more specific one."] : []),
  ...changed.map(([wrong, right]) => `“${wrong}” was not found. Showing results for “${right}”.`),
  ...(any ? unknown.map((word) => `“${word}” was not found.`) : []),
];

/** @param {import("./naming.mjs").Named} named @returns {Shown} */
function asShown({ name, title, url, kind }) {
  return { title, url, kind, address: addressOf(url), note: name === title || name === undated(title) ? "" : `Also called ${name}.` };
}

/**
 * A record as shown: for one shared by several games, the version of a game in the query, or else of the best known.
 * @param {Kept} kept @param {string[]} games  in the query @param {Naming} naming @returns {Shown}
 */
function asRecord({ url, kind, title, about, address, others, off, text }, games, naming) {
  const [own, part] = address.split("#");
  const game = games.includes(own) ? own : others.find((other) => games.includes(other)) ?? own;
  const shown = { title, kind, also: others.length, off: off.includes(game), text };
  if (game === own) return { ...shown, url, about, address };
  return { ...shown, url: `${game}/#${part}`, about: entitled(game, naming) || about, address: `${game}#${part}` };
}
