// How the index of search reads words, and how it is stored in its file: the same when the site is built (docs/_search/index.mjs) and
// when somebody searches.
// @ts-check
import { plain, stem } from "./words.mjs";

/**
 * The data of a record besides its words, as stored in the file: of `rule` those have the same that say what games of a family have under
 * one name; `games` are the numbers of the rule sets that it is a part of; `likely` is how likely a reader is to mean it.
 * @typedef {[kind: string, family: string, rule: number, games: number[], likely: number]} Row
 */
/** @param {Row} row */
export const fact = ([kind, family, rule, games, likely]) => ({ kind, family, rule, games, likely });
/** The words of queries: those that carry no meaning, and those that mean the same. @typedef {{small: string[], same: string[][]}} Vocabulary */
/** @typedef {import("minisearch").AsPlainObject} Plain */
/** A term, and by field where it is found: a number for each time, of how many records further that is. @typedef {[term: string, found: Record<string, number[]>]} Found */
/** @typedef {Omit<Plain, "index"> & {index: Found[]}} Packed */

const MARK = "~"; // before the first word of a group, for all of its words
/** Whether a term is for a group of words that mean the same. @param {string} term */
export const ofGroup = (term) => term.startsWith(MARK);

/** @param {Vocabulary} vocabulary */
export function reading({ small, same }) {
  const silent = new Set(small);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const group of same) {
    for (const word of group.filter((one) => !one.includes(" "))) groups.set(stem(word), [...(groups.get(stem(word)) ?? []), MARK + group[0]]);
  }
  /** What a word is found by: itself without its ending, and the groups that it is in. @param {string} word */
  const terms = (word) => [...new Set([stem(word), ...(groups.get(stem(word)) ?? [])])];
  return {
    silent,
    terms,
    options: {
      fields: ["title", "address", "names", "about", "text"],
      tokenize: (/** @type {string} */ text) => plain(text).split(" ").filter(Boolean),
      processTerm: (/** @type {string} */ word, /** @type {string | undefined} */ field) => (field === "text" && silent.has(word) ? null : terms(word)),
    },
  };
}

/** An index as stored in its file: MiniSearch writes the number of every record out, and how often it has the term. @param {Plain} whole @returns {Packed} */
export function packed(whole) {
  const each = (/** @type {Record<string, number>} */ often) => {
    let last = 0;
    return Object.entries(often).flatMap(([id, times]) => Array.from({ length: times }, () => -last + (last = Number(id))));
  };
  return { ...whole, index: whole.index.map(([term, found]) => [term, mapped(/** @type {any} */ (found), each)]) };
}

/** @param {Packed} file @returns {Plain} */
export function unpacked(file) {
  const each = (/** @type {number[]} */ steps) => {
    /** @type {Record<string, number>} */
    const often = {};
    let id = 0;
    for (const step of steps) often[(id += step)] = (often[id] ?? 0) + 1;
    return often;
  };
  return /** @type {Plain} */ (/** @type {unknown} */ ({ ...file, index: file.index.map(([term, found]) => [term, mapped(found, each)]) }));
}

/** @template T, U @param {Record<string, T>} of @param {(one: T) => U} by @returns {Record<string, U>} */
const mapped = (of, by) => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, by(one)]));
