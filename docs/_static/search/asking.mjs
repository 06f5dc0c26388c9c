// What somebody asks, understood: which words say what is looked for, which mean the same, and which are misspelt.
// @ts-check
import { meant, plain, stem } from "./words.mjs";

/**
 * A thing asked for: the words of the index that are of it, by their number, with how surely each is meant, 0 to 1.
 * @typedef {Map<number, number>} Sought
 */
/**
 * @typedef {object} Question
 * @property {Sought[]} sought
 * @property {string[]} phrases  what was put in quotation marks, plain
 * @property {[wrong: string, right: string][]} changed  misspelt words, put right
 * @property {string[]} unknown  words that nothing has, nor any like them
 */
/**
 * The words of the index and those of people who ask.
 * @typedef {object} Words
 * @property {string[]} all  in order
 * @property {Map<string, number>} at  the number of each
 * @property {Map<string, number[]>} stems  those of one stem
 * @property {Set<string>} small  which say nothing of what is looked for
 * @property {Map<string, string[][]>} same  by the stem of a word, the groups of words that mean the same
 * @property {[string[], string][]} together  several words together, and the one that they are read as; the longest first
 */

const ENDING = 0.9; // another ending of the word
const ALIKE = 0.7; // another word for the same
const BEGUN = 0.7; // a word that begins so

/** @param {string} words  all, in order @param {string} small @param {string[][]} same @returns {Words} */
export function readWords(words, small, same) {
  const all = words.split(" ");
  /** @type {Map<string, number[]>} */
  const stems = new Map();
  all.forEach((word, i) => stems.set(stem(word), [...(stems.get(stem(word)) ?? []), i]));
  /** @type {Map<string, string[][]>} */
  const groups = new Map();
  for (const group of same) {
    for (const word of group.filter((one) => !one.includes(" "))) groups.set(stem(word), [...(groups.get(stem(word)) ?? []), group]);
  }
  const together = same.flatMap((group) => group.filter((one) => one.includes(" ")).map((one) => /** @type {[string[], string]} */ ([one.split(" "), group[0]])));
  together.sort(([a], [b]) => b.length - a.length);
  return { all, at: new Map(all.map((word, i) => [word, i])), stems, small: new Set(small.split(" ")), same: groups, together };
}

/**
 * @param {string} asked @param {Words} words @param {(word: number) => number} often  how many records have a word
 * @returns {Question}
 */
export function understood(asked, words, often) {
  const phrases = [...asked.matchAll(/"([^"]*)"?/g)].map(([, inside]) => plain(inside)).filter(Boolean);
  const every = plain(asked).split(" ").filter(Boolean);
  const read = together(every, words);
  const telling = read.filter((word) => !words.small.has(word));
  /** @type {Question} */
  const question = { sought: [], phrases, changed: [], unknown: [] };
  const groups = new Set();
  for (const word of new Set(telling.length ? telling : every)) {
    const right = known(word, words) ? word : meant(word, words.all, (one) => often(words.at.get(one) ?? 0));
    if (!right) question.unknown.push(word);
    else if (right !== word) question.changed.push([word, right]);
    const [group] = words.same.get(stem(right)) ?? [];
    if (!right || (group && groups.has(group))) continue;
    groups.add(group);
    question.sought.push(sought(right, words));
  }
  return question;
}

/** The words, with those that stand together for one read as that. @param {string[]} every @param {Words} words */
function together(every, { together }) {
  const read = [...every];
  for (const [several, one] of together) {
    for (let at = 0; at + several.length <= read.length; at++) {
      if (several.every((word, i) => stem(read[at + i]) === stem(word))) read.splice(at, several.length, one);
    }
  }
  return read;
}

/** Whether a word is one of the index, of those who ask, or the beginning of one. @param {string} word @param {Words} words */
const known = (word, { all, stems, same }) => stems.has(stem(word)) || same.has(stem(word)) || all.some((one) => one.startsWith(word));

/** @param {string} word @param {Words} words @returns {Sought} */
function sought(word, { all, at, stems, same }) {
  /** @type {Sought} */
  const found = new Map();
  const add = (/** @type {number} */ number, /** @type {number} */ surely) => found.set(number, Math.max(surely, found.get(number) ?? 0));
  const own = at.get(word);
  if (own !== undefined) add(own, 1);
  for (const number of stems.get(stem(word)) ?? []) add(number, ENDING);
  if (!found.size) all.forEach((one, number) => one.startsWith(word) && add(number, BEGUN));
  for (const other of (same.get(stem(word)) ?? []).flat()) {
    for (const number of (!other.includes(" ") && stems.get(stem(other))) || []) add(number, ALIKE);
  }
  return found;
}
