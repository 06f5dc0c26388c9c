// @ts-check
/**
 * Two texts compared word by word: the words in each that are not in the other. The build marks the same words on its
 * pages through `docs/_ext/rulebook/history/words_compared.py`; a test checks that both agree.
 */

/** A piece of a text, and whether the other text lacks it. @typedef {{text: string, changed: boolean}} Piece */

/** Texts with a smaller share of words in common are not marked, since marks would not help. */
const ALIKE = 0.25;
/** Fewer common words in a row than this between two changes ("of the") are due to chance, and are marked as well. */
const RUN = 3;

/**
 * Both texts, with the words that they do not share marked.
 * @param {string} before
 * @param {string} after
 * @returns {[Piece[], Piece[]]}
 */
export function differing(before, after) {
  const [old, now] = [words(before), words(after)];
  const both = common(old, now);
  if (!both.length) return [[{ text: before, changed: false }], [{ text: after, changed: false }]];
  return [pieces(old, new Set(both.map(([i]) => i))), pieces(now, new Set(both.map(([, j]) => j)))];
}

/** The positions of the longest sequence of words common to two texts; empty if they have little in common. @param {string[]} old @param {string[]} now @returns {[number, number][]} */
export function common(old, now) {
  const found = runs(kept(old, now)).filter((run) => run.length >= RUN || begins(run) || ends(run, old, now)).flat();
  return found.length < ALIKE * Math.max(old.length, now.length) ? [] : found;
}

/** The words of a text, each with the space after it. @param {string} text */
export const words = (text) => text.match(/\S+\s*/g) ?? [];

/** The positions of the words that both texts have, in pairs. @param {string[]} old @param {string[]} now @returns {[number, number][]} */
function kept(old, now) {
  const [one, other] = [old, now].map((text) => text.map((word) => word.trimEnd()));
  const same = (/** @type {number} */ i, /** @type {number} */ j) => one[i] === other[j];
  // longest[i][j]: the number of words that the texts have in common from i and from j on.
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      longest[i][j] = same(i, j) ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  /** @type {[number, number][]} */
  const found = [];
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (same(i, j)) found.push([i++, j++]);
    else if (longest[i + 1][j] >= longest[i][j + 1]) i++;
    else j++;
  }
  return found;
}

/** Pairs of positions, grouped into runs that are contiguous in both texts. @param {[number, number][]} pairs */
function runs(pairs) {
  /** @type {[number, number][][]} */
  const found = [];
  for (const pair of pairs) {
    const [i, j] = found.at(-1)?.at(-1) ?? [-2, -2];
    if (pair[0] === i + 1 && pair[1] === j + 1) found.at(-1)?.push(pair);
    else found.push([pair]);
  }
  return found;
}

/** Whether both texts begin with the run. @param {[number, number][]} run */
const begins = (run) => run[0][0] === 0 && run[0][1] === 0;

/** Whether both texts end with the run. @param {[number, number][]} run @param {string[]} old @param {string[]} now */
const ends = (run, old, now) => run.at(-1)?.[0] === old.length - 1 && run.at(-1)?.[1] === now.length - 1;

/** The pieces of a text; the space after a changed piece is not part of the change. @param {string[]} words @param {Set<number>} common @returns {Piece[]} */
function pieces(words, common) {
  /** @type {Piece[]} */
  const found = [];
  words.forEach((word, at) => {
    const changed = !common.has(at);
    const last = found.at(-1);
    if (last?.changed === changed) last.text += word;
    else found.push({ text: word, changed });
  });
  return found.flatMap(({ text, changed }) => {
    const end = changed ? text.trimEnd() : text;
    return [{ text: end, changed }, ...(end === text ? [] : [{ text: text.slice(end.length), changed: false }])];
  });
}
