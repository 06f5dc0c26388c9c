// Words in plain form, without accents, case and punctuation, and the distance between them.
// The command line compares words in the same way (engine/whister/reference/matching.py).
// @ts-check

import { SUITS } from "../suits.mjs";

/** @type {Record<string, string>} */
const LETTERS = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ð: "d", þ: "th", ł: "l", ı: "i" };
/** @type {Record<string, string>} */
const RANKS = { a: "ace", k: "king", q: "queen", j: "jack", t: "10" };
const ENDINGS = ["ings", "ing", "ed", "es", "s", "e"];
const SHORTEST_STEM = 3;

/**
 * A text without accents, case and punctuation: its words separated by spaces, with cards replaced by their names.
 * @param {string} text
 */
export function plain(text) {
  const folded = text
    .toLowerCase()
    .replace(/['’ʼ`]/g, "")
    .replace(/[œæßøðþłı]/g, (letter) => LETTERS[letter])
    .replace(/\b(10|[2-9akqjt])([♠♥♦♣])|([♠♥♦♣])(?:(10|[2-9akqjt])\b)?/g, (_, before, of, suit, after) => {
      const rank = before ?? after;
      return rank ? ` ${RANKS[rank] ?? rank} of ${SUITS[of ?? suit]} ` : ` ${SUITS[suit]} `;
    });
  return (folded.normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/**
 * A plain word without its ending, so that "passes", "passed" and "passing" are equal.
 * @param {string} word
 */
export function stem(word) {
  const bare = word.replace(/ies$/, "y");
  const cut = ENDINGS.filter((ending) => bare.endsWith(ending) && bare.length - ending.length >= SHORTEST_STEM && !(ending === "s" && bare.endsWith("ss")))[0] ?? "";
  return bare.slice(0, bare.length - cut.length).replace(/([^aeiou\d])\1$/, "$1");
}

/**
 * The words that an unfinished plain word may become: "passing" for "passi".
 * @param {string} word
 */
export const finished = (word) => ENDINGS.flatMap((ending) => [...ending].flatMap((_, i) => (i && word.endsWith(ending.slice(0, i)) ? [word.slice(0, -i) + ending] : [])));

/**
 * The number of letters to change, add, leave out or swap with the next to turn one word into the other.
 * @param {string} one @param {string} other
 */
export function slips(one, other) {
  /** @type {number[][]} */
  const steps = [];
  for (let i = 0; i <= one.length; i++) {
    steps.push([i]);
    for (let j = 1; j <= other.length; j++) {
      if (i === 0) {
        steps[0].push(j);
        continue;
      }
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, steps[i - 2][j - 2] + 1);
      }
      steps[i].push(least);
    }
  }
  return steps[one.length][other.length];
}

/**
 * The similarity of two texts: the share of letter pairs that both have, 0 to 1.
 * @param {string} one @param {string} other
 */
export function likeness(one, other) {
  const pairs = (/** @type {string} */ text) => [...text].slice(1).map((letter, i) => text[i] + letter);
  const left = pairs(one), right = pairs(other);
  const all = left.length + right.length;
  const both = left.filter((pair) => {
    const at = right.indexOf(pair);
    if (at >= 0) right.splice(at, 1);
    return at >= 0;
  });
  return all ? (2 * both.length) / all : 0;
}
