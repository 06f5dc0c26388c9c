// Words as a reader types them: plain, without accents, case and punctuation, and what a misspelt one was meant for.
// The command line compares words in the same way (engine/whister/reference/matching.py).
// @ts-check

import { SUITS } from "../suits.mjs";

/** @type {Record<string, string>} */
const LETTERS = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ð: "d", þ: "th", ł: "l" };
/** @type {Record<string, string>} */
const RANKS = { a: "ace", k: "king", q: "queen", j: "jack", t: "10" };
const SHORTEST_SLIP = 3;
const OFTEN = 50; // records that have a word
const LONG = 8; // letters of a word that may have more slips, where it is
const LIKE = 0.6; // like another
const ENDINGS = ["ings", "ing", "ed", "es", "s", "e"];
const SHORTEST_STEM = 3;

/**
 * A text without accents, case and punctuation: its words, a space between each two; a card by its name.
 * @param {string} text
 */
export function plain(text) {
  const folded = text
    .toLowerCase()
    .replace(/['’ʼ`]/g, "")
    .replace(/[œæßøðþł]/g, (letter) => LETTERS[letter])
    .replace(/(\b(?:10|[2-9akqjt]))?([♠♥♦♣])/g, (_, rank, suit) =>
      rank ? ` ${RANKS[rank] ?? rank} of ${SUITS[suit]} ` : ` ${SUITS[suit]} `);
  return (folded.normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/**
 * A plain word without its ending, so that "passes", "passed" and "passing" are one.
 * @param {string} word
 */
export function stem(word) {
  const bare = word.replace(/ies$/, "y");
  const cut = ENDINGS.filter((ending) => bare.endsWith(ending) && bare.length - ending.length >= SHORTEST_STEM && !(ending === "s" && bare.endsWith("ss")))[0] ?? "";
  return bare.slice(0, bare.length - cut.length).replace(/([^aeiou\d])\1$/, "$1");
}

/**
 * How many letters must be changed, added, left out or swapped with the next to make one word of the other.
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
 * The word that a misspelt one was most likely meant for: few letters are otherwise, the first least of all, and one more
 * may be in a word that is often there; "" where none is near.
 * @param {string} word  plain @param {readonly string[]} vocabulary  plain words @param {(known: string) => number} [often]
 */
export function meant(word, vocabulary, often = () => 0) {
  if (word.length < SHORTEST_SLIP) return "";
  const most = word.length < 7 ? 1 : word.length < 11 ? 2 : 3;
  const near = vocabulary
    .filter((known) => Math.abs(known.length - word.length) <= most + 1)
    .map((known) => ({ known, count: slips(word, known), other: Number(known[0] !== word[0]) }))
    .filter(({ count, known }) => count < known.length - 1 && count <= most + Number(count > 1 && often(known) >= OFTEN))
    .sort((a, b) => a.count + a.other - b.count - b.other || often(b.known) - often(a.known));
  if (near.length || word.length < LONG) return near[0]?.known ?? "";
  const like = vocabulary.map((known) => ({ known, is: likeness(word, known) })).sort((a, b) => b.is - a.is);
  return like[0]?.is > LIKE ? like[0].known : "";
}

/**
 * How alike two texts are: the share of pairs of letters that both have, 0 to 1.
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
