// How the search index reads words and how it is stored, both when the site is built (docs/_search/index.mjs) and when
// a reader searches.
// @ts-check
import { plain, stem } from "./words.mjs";

/**
 * The data of a record besides its words, as stored in the file, with its kind and its family by number. Records of the
 * same rule in different games have the same `rule`; `games` are the numbers of the rule sets that contain it; `likely` is
 * how likely a reader is to mean it.
 * @typedef {[kind: number, family: number, rule: number, games: number[], likely: number]} Row
 */
/** @param {Row} row @param {string[]} kinds @param {string[]} families */
export const fact = ([kind, family, rule, games, likely], kinds, families) => ({ kind: kinds[kind], family: families[family], rule, games, likely });
/** The words of queries: those without meaning, and groups of synonyms. @typedef {{small: string[], same: string[][]}} Vocabulary */
/** @typedef {import("minisearch").AsPlainObject} Plain */
/** A term and, for each field with occurrences, the field's number and the occurrences: the distance in records from the previous one. @typedef {[term: string, ...found: (number | number[])[]]} Found */
/** @typedef {Omit<Plain, "index" | "documentIds" | "fieldLength"> & {index: Found[], fieldLength: number[][]}} Packed */

const MARK = "~"; // marks the first word of a group, as the term for all its words
/** Whether a term stands for a group of synonyms. @param {string} term */
export const ofGroup = (term) => term.startsWith(MARK);

/** @param {Vocabulary} vocabulary */
export function reading({ small, same }) {
  const silent = new Set(small);
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const group of same) {
    for (const word of group.filter((one) => !one.includes(" "))) groups.set(stem(word), [...(groups.get(stem(word)) ?? []), MARK + group[0]]);
  }
  /** The terms by which a word is found: its stem, and the groups that contain it. @param {string} word */
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

/** An index in compact form; MiniSearch would write the number of every record and the frequency of the term in full. Records are numbered as they were added. @param {Plain} whole @returns {Packed} */
export function packed({ documentIds, fieldLength, ...whole }) {
  const each = (/** @type {Record<string, number>} */ often) => {
    let last = 0;
    return Object.entries(often).flatMap(([id, times]) => Array.from({ length: times }, () => -last + (last = Number(id))));
  };
  const index = whole.index.map(([term, found]) => /** @type {Found} */ ([term, ...Object.entries(found).flatMap(([field, often]) => [Number(field), each(/** @type {any} */ (often))])]));
  return { ...whole, fieldLength: Object.keys(documentIds).map((id) => fieldLength[Number(id)]), index };
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
  const index = file.index.map(([term, ...found]) => {
    /** @type {Record<string, Record<string, number>>} */
    const fields = {};
    for (let at = 0; at < found.length; at += 2) fields[/** @type {number} */ (found[at])] = each(/** @type {number[]} */ (found[at + 1]));
    return [term, fields];
  });
  const documentIds = Object.fromEntries(file.fieldLength.map((_, id) => [id, id]));
  return /** @type {Plain} */ (/** @type {unknown} */ ({ ...file, documentIds, fieldLength: { ...file.fieldLength }, index }));
}
