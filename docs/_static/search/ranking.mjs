// Ranks the records that match a query, the likeliest first.
// @ts-check
import { ofGroup } from "./indexing.mjs";

/** @typedef {import("./asking.mjs").Index} Index */
/** @typedef {import("./asking.mjs").Question} Question */
/** @typedef {import("minisearch").SearchResult} Result */

const BOOST = { title: 1.2, address: 1.4, names: 3, about: 0.3, text: 1.1 };
const BORROWED = "about"; // words about the game or page that contains the record
const BM25 = { k: 1.8, b: 0.6, d: 0.3 };
const ENTITLED = 2.5; // the bonus for a record with exactly this title
const ALIKE = 0.7; // the weight of a synonym
const BEGUN = 0.7; // the weight of a word that begins with the query's
const ENOUGH = 0.75; // the share of the query required, relative to the best match
const NEARLY = 0.6; // the share of the best score that counts as equally good
const AGAIN = 0.8; // the factor for each further game with the same rule
const OFTEN = 2; // the games before that factor applies
const OF_GAME = 2.6; // the factor for a rule of a game named in the query
const SAME = 1e-9; // the tolerance between equal shares

/** The weight of a word, from the number of records that have it. @param {number} having @param {number} all */
const telling = (having, all) => Math.log(1 + (all - having + 0.5) / (having + 0.5));

/**
 * The records that match, the likeliest first.
 * @param {Question} question @param {Index} index @param {{family?: string, kind?: string}} only
 * @param {string[]} [named]  the rule sets named in the query
 * @returns {number[]}
 */
export function ranked({ words, begun, phrases }, index, only, named = []) {
  if (!words.length) return [];
  const { engine, facts, games, terms } = index;
  const asked = new Set(named.map((game) => games.indexOf(game)));
  const isNamed = (/** @type {number} */ id) => facts[id].games.some((game) => asked.has(game));
  const boosts = new Map(words.flatMap((word) => terms(word).map((term, _, all) => [term, ofGroup(term) ? ALIKE : all.length > 1 ? 1 - ALIKE : 1])));
  const found = engine.search({ combineWith: "OR", queries: words }, {
    boost: BOOST,
    bm25: BM25,
    prefix: (term) => begun.has(term),
    weights: { prefix: BEGUN, fuzzy: 0 },
    boostTerm: (term) => boosts.get(term) ?? 1,
    boostDocument: (id) => facts[id].likely * (isNamed(id) ? OF_GAME : 1),
  });
  const has = (/** @type {Result} */ { queryTerms }, /** @type {string} */ word) => terms(word).some((term) => queryTerms.includes(term));
  const weights = words.map((word) => telling(found.filter((hit) => has(hit, word)).length, engine.documentCount));
  /** The share of the query that is present, 0 to 1. @param {(word: string) => number} much  the same for a word */
  const share = (much) => words.reduce((all, word, i) => all + weights[i] * much(word), 0) / weights.reduce((all, weight) => all + weight, 0);
  const fits = found.filter(({ id, match }) => (!only.family || facts[id].family === only.family) && (!only.kind || facts[id].kind === only.kind)
    && Object.values(match).flat().some((field) => field !== BORROWED));
  const hits = fits.map((hit) => {
    const { id, match, queryTerms } = hit, having = share((word) => Number(has(hit, word)));
    /** The share of the query in a field, times the share of the field in the query. @param {string} field */
    const just = (field) => {
      const much = (/** @type {string} */ word) => Math.max(...terms(word).map((term) => (!match[term]?.includes(field) ? 0 : ofGroup(term) ? ALIKE : 1)));
      return share(much) * Math.min(1, words.reduce((all, word) => all + much(word), 0) / Math.max(1, index.long(id, field)));
    };
    // MiniSearch counts the terms in a record; a word may have several.
    const score = hit.score / queryTerms.length * having * (1 + ENTITLED * Math.max(just("title"), just("address")));
    return { id, rule: facts[id].rule, named: isNamed(id), share: having, score };
  });
  const least = Math.max(0, ...hits.map(({ share }) => share)) * (phrases.length ? 1 : ENOUGH) - SAME;
  return bestKnown(hits.filter(({ share }) => share >= least)).map(({ id }) => id);
}

/** @typedef {{id: number, rule: number, share: number, named: boolean, score: number}} Hit */
/** @param {Hit} a @param {Hit} b */
const better = (a, b) => b.score - a.score || a.id - b.id;

/**
 * Of the games with the same rule and the same share of the query, the best known comes first if its score is almost
 * the best. Records are numbered in the order of renown.
 * @param {Hit[]} hits
 */
function bestKnown(hits) {
  /** @type {Map<number, Hit[]>} */
  const rules = new Map();
  for (const hit of hits.sort(better)) rules.set(hit.rule, [...(rules.get(hit.rule) ?? []), hit]);
  for (const same of rules.values()) {
    const [best] = same;
    const alike = same.filter(({ share, score, named }) => named === best.named && score >= best.score * NEARLY && share > best.share - SAME);
    const scores = alike.map(({ score }) => score);
    alike.sort((a, b) => a.id - b.id).forEach((hit, i) => (hit.score = scores[i]));
    same.sort(better).forEach((hit, i) => (hit.score *= AGAIN ** Math.max(0, i + 1 - OFTEN)));
  }
  return hits.sort(better);
}
