// Which records have what is asked for, those that a reader most likely means first.
// @ts-check
import { readWords } from "./asking.mjs";

/** @typedef {import("./asking.mjs").Question} Question */
/**
 * The file that the build writes (docs/_search/index.py).
 * @typedef {object} File
 * @property {number} each  how many records there are in a file of them
 * @property {string} words @property {string} found @property {string} small @property {string[][]} same
 * @property {string[]} kinds @property {string[]} families @property {string} kind @property {string} family
 * @property {string[]} games  the rule sets, by address @property {number[][]} of  those that each record is a part of
 * @property {number[]} rule  the same for what games of a family have under one name
 * @property {number[]} title @property {number[]} prior
 * @property {number[]} long  the words of each title that say what it is about @property {number[]} short  and of each address
 */
/** @typedef {ReturnType<typeof readIndex>} Index */

const LEVELS = 26;
const ENTITLED = 2; // what is called just so, beside what only has the words
const ENOUGH = 0.6; // as much of what is asked must be there, of the most that any record has
const NEARLY = 0.7; // as good as the best
const OFTEN = 2; // so many of one title come before others
const OF_GAME = 2.2; // a rule of a game that is asked for by name
const AGAIN = 0.8; // and each further one counts for so much less

/** @param {File} file */
export function readIndex(file) {
  const found = file.found.split(" ");
  /** @type {Map<number, {record: number, much: number, title: boolean, address: boolean, own: boolean}[]>} */
  const read = new Map();
  /** The records that have a word. @param {number} word */
  const having = (word) => {
    const known = read.get(word);
    if (known) return known;
    let record = -1;
    const all = [...found[word].matchAll(/(\d+)([a-z])([-.]?)/gi)].map(([, gap, letter, mark]) => {
      record += Number(gap);
      const small = letter.toLowerCase();
      return { record, much: (small.charCodeAt(0) - 96) / LEVELS, title: small !== letter, address: mark === "-", own: mark !== "." };
    });
    read.set(word, all);
    return all;
  };
  return { ...file, records: file.title.length, having, asking: readWords(file.words, file.small, file.same) };
}

/** How telling a word is that so many records have. @param {number} having @param {number} all */
const telling = (having, all) => Math.log(1 + (all - having + 0.5) / (having + 0.5));

/**
 * The records that have what is asked for, the likeliest first, and what each has.
 * @param {Question} question @param {Index} index @param {{family?: string, kind?: string}} only
 * @param {string[]} [named]  the rule sets that are asked for by name
 * @returns {number[]}
 */
export function ranked({ sought, phrases }, index, only, named = []) {
  const games = new Set(named.map((game) => index.games.indexOf(game)));
  const family = String(index.families.indexOf(only.family ?? "")), kind = String(index.kinds.indexOf(only.kind ?? ""));
  const numbers = () => new Float64Array(index.records);
  const score = numbers(), share = numbers(), ofTitle = numbers(), ofAddress = numbers(), inTitle = numbers(), inAddress = numbers(), has = numbers();
  let whole = 0;
  for (const words of sought) {
    /** @type {Map<number, {much: number, inTitle: number, inAddress: number}>} */
    const best = new Map();
    for (const [word, surely] of words) {
      for (const { record, much, title, address, own } of index.having(word)) {
        const before = best.get(record);
        best.set(record, {
          much: Math.max(much * surely, before?.much ?? 0),
          inTitle: Math.max(title ? surely : 0, before?.inTitle ?? 0),
          inAddress: Math.max(address ? surely : 0, before?.inAddress ?? 0),
        });
        if (own) has[record] = 1;
        if (title) ofTitle[record] += surely;
        if (address) ofAddress[record] += surely;
      }
    }
    const weight = telling(best.size, index.records);
    whole += weight;
    for (const [record, found] of best) {
      score[record] += weight * found.much;
      share[record] += weight;
      inTitle[record] += weight * found.inTitle;
      inAddress[record] += weight * found.inAddress;
    }
  }
  const fits = (/** @type {number} */ record) => has[record] > 0
    && (!only.family || index.family[record] === family) && (!only.kind || index.kind[record] === kind);
  const all = Array.from({ length: index.records }, (_, record) => record).filter(fits);
  const least = Math.max(0, ...all.map((record) => share[record])) * (phrases.length ? 1 : ENOUGH);
  const hits = all.filter((record) => share[record] >= least - 1e-9).map((record) => {
    // How much of what is asked its name has, and how much of its name is asked.
    const just = Math.max(
      inTitle[record] * Math.min(1, ofTitle[record] / index.long[record]) || 0,
      inAddress[record] * Math.min(1, ofAddress[record] / index.short[record]) || 0,
    ) / whole;
    const named = index.of[record].some((game) => games.has(game));
    const likely = index.prior[record] * (named ? OF_GAME : 1);
    return { record, named, score: score[record] * (share[record] / whole) * (1 + ENTITLED * just) * likely };
  });
  const inOrder = (/** @type {typeof hits} */ some) => some.sort((a, b) => b.score - a.score || a.record - b.record);
  /** @type {Map<number, typeof hits>} */
  const alike = new Map();
  for (const hit of inOrder(hits)) alike.set(index.rule[hit.record], [...(alike.get(index.rule[hit.record]) ?? []), hit]);
  for (const same of alike.values()) {
    // Of the games that have a rule, and as much of what is asked, almost as good as the best is the best known; the
    // records are in that order.
    const [best] = same;
    const known = same.filter(({ record, score, named }) => named === best.named && score > best.score * NEARLY && share[record] > share[best.record] - 1e-9).sort((a, b) => a.record - b.record)[0];
    [best.score, known.score] = [known.score, best.score];
  }
  /** @type {Map<number, number>} */
  const seen = new Map();
  for (const hit of inOrder(hits)) {
    const title = index.title[hit.record], before = seen.get(title) ?? 0;
    seen.set(title, before + 1);
    hit.score *= AGAIN ** Math.max(0, before - OFTEN + 1);
  }
  return inOrder(hits).map(({ record }) => record);
}
