// Interprets a query: which words matter, and which are misspelt.
// @ts-check
import { fact, ofGroup, reading, unpacked } from "./indexing.mjs";
import MiniSearch from "./minisearch.mjs";
import { finished, plain, slips, stem } from "./words.mjs";

/** @typedef {import("./indexing.mjs").Row} Row */
/** @typedef {import("./indexing.mjs").Vocabulary} Vocabulary */
/** The file written by the build (docs/_search/index.mjs): `each` is the number of records in each file of records. @typedef {Vocabulary & {each: number, games: string[], kinds: string[], families: string[], facts: Row[], words: Record<string, string>, index: import("./indexing.mjs").Packed}} File */
/** @typedef {ReturnType<typeof readIndex>} Index */
/**
 * @typedef {object} Question
 * @property {string[]} words  the words that matter, corrected
 * @property {Set<string>} begun  the terms that no record has, but that begin other words
 * @property {string[]} phrases  the quoted phrases in plain form
 * @property {[wrong: string, right: string][]} changed  misspelt words, corrected
 * @property {string[]} unknown  words that are in no record, and with no similar ones
 * @property {boolean} silent  whether all words are too common to narrow the search
 */

const SHORTEST_SLIP = 3;
const OFTEN = 50; // the number of records that makes a word common

/** @param {File} file */
export function readIndex({ index, words, ...rest }) {
  const { each, games, kinds, families, facts, same } = rest, { silent, terms, options } = reading(rest);
  const engine = /** @type {MiniSearch<{id: number}>} */ (MiniSearch.loadJS(unpacked(index), options));
  /** Phrases and the single word that replaces each in a query, the longest first. @type {[string[], string][]} */
  const together = same.flatMap((group) => group.filter((one) => one.includes(" ")).map((one) => /** @type {[string[], string]} */ ([one.split(" "), group[0]])));
  together.sort(([a], [b]) => b.length - a.length);
  const { fieldIds, fieldLength } = index;
  /** The number of words in a field of a record. @param {number} id @param {string} field */
  const long = (id, field) => fieldLength[id][fieldIds[field]];
  return { each, games, facts: facts.map((row) => fact(row, kinds, families)), long, engine, silent, terms, together, said: (/** @type {string} */ term) => (Object.hasOwn(words, term) ? words[term] : term) };
}

/** Return a function that decides whether a plain word is one searched for. @param {Question} question @param {Index} index @returns {(word: string) => boolean} */
export function soughtBy({ words, begun }, { terms }) {
  const all = new Set(words.flatMap(terms));
  return (word) => terms(word).some((term) => all.has(term)) || [...begun].some((beginning) => stem(word).startsWith(beginning));
}

/** @param {string} asked @param {Index} index @returns {Question} */
export function understood(asked, index) {
  const phrases = [...asked.matchAll(/"([^"]*)"?/g)].map(([, inside]) => plain(inside)).filter(Boolean);
  const every = plain(asked).split(" ").filter(Boolean);
  const telling = together(every, index).filter((word) => !index.silent.has(word));
  /** @type {Question} */
  const question = { words: [], begun: new Set(), phrases, changed: [], unknown: [], silent: every.length > 0 && !telling.length };
  const groups = new Set();
  for (const word of new Set(telling)) {
    const own = known(word, index), right = own ?? meant(word, index);
    if (!right) question.unknown.push(word);
    else if (!own) question.changed.push([word, right]);
    const group = index.terms(right).find(ofGroup);
    if (!right || (group && groups.has(group))) continue;
    groups.add(group);
    if (!group && !like(stem(right), index).size) question.begun.add(stem(right));
    question.words.push(right);
  }
  return question;
}

/** The words, with synonymous phrases replaced by single words. @param {string[]} every @param {Index} index */
function together(every, { together }) {
  const read = [...every];
  for (const [several, one] of together) {
    for (let at = 0; at + several.length <= read.length; at++) {
      if (several.every((word, i) => stem(read[at + i]) === stem(word))) read.splice(at, several.length, one);
    }
  }
  return read;
}

/** The terms like another, with the number of records that have each. @param {string} term @param {Index} index @param {import("minisearch").SearchOptions} [how] */
function like(term, { engine }, how = {}) {
  /** @type {Map<string, number>} */
  const found = new Map();
  const terms = engine.search(term, { processTerm: (same) => same, ...how }).flatMap(({ match }) => Object.keys(match));
  for (const one of terms.filter((one) => !ofGroup(one))) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}

/**
 * A word if it, a synonym, or a word beginning with it can be found; otherwise the word that it becomes once its ending
 * is typed; undefined if there is none.
 * @param {string} word @param {Index} index
 */
const known = (word, index) => [word, ...finished(word)].find((one) => index.terms(one).length > 1 || like(stem(one), index, { prefix: true }).size);

/**
 * The word most likely meant by a misspelt one: few letters differ, preferably not the first; a common word can differ
 * in one more. "" if none is near.
 * @param {string} word @param {Index} index
 */
function meant(word, index) {
  if (word.length < SHORTEST_SLIP) return "";
  const most = word.length < 7 ? 1 : word.length < 11 ? 2 : 3;
  const near = [...like(stem(word), index, { fuzzy: most + 1 })]
    .map(([term, often]) => ({ right: index.said(term), often, other: Number(term[0] !== word[0]) }))
    .map((one) => ({ ...one, count: slips(word, one.right) }))
    .filter(({ right, count, often }) => count < right.length - 1 && count <= most + Number(count > 1 && often >= OFTEN))
    .sort((a, b) => a.count + a.other - b.count - b.other || b.often - a.often);
  return near[0]?.right ?? "";
}
