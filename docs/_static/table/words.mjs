// @ts-check
/** Every word the table says of itself. A page in another language overwrites them from its data block. */

export const WORDS = {
  "1 card": "1 card",
  "{n} cards": "{n} cards",
  "1 trick": "1 trick",
  "{n} tricks": "{n} tricks",
  dealer: "dealer",
  "your side": "your side",
  "Trick {n}": "Trick {n}",
  "Last trick, taken by {name}": "Last trick, taken by {name}",
  "Last trick, won by nobody": "Last trick, won by nobody",
  "Your hand": "Your hand",
  "{label}: {n} more to choose": "{label}: {n} more to choose",
  "You may also": "You may also",
  "New deal": "New deal",
  Undo: "Undo",
  Link: "Link",
  Rules: "Rules",
  "The deal in words": "The deal in words",
  Keys: "Keys",
  "Refused by": "Refused by",
  "Try again": "Try again",
  "What was settled": "What was settled",
  made: "What was settled: made",
  lost: "What was settled: lost",
  Pool: "Pool",
  "This deal": "This deal",
  Total: "Total",
  "Reconstructed: no source gives these figures. The clause shows how they were built.":
    "Reconstructed: no source gives these figures. The clause shows how they were built.",
  "Left, right: move through the hand": "Left, right: move through the hand",
  "Enter or space: play or choose the card": "Enter or space: play or choose the card",
  "U: undo": "U: undo",
  "N: new deal": "N: new deal",
  "?: these keys": "?: these keys",
  described: "described",
  reported: "reported",
  inferred: "inferred",
  default: "our reading",
  reconstructed: "reconstructed",
  "Python is waking": "Python is waking",
  "Not open to you now.": "Not open to you now.",
  "It is not your turn to play a card.": "It is not your turn to play a card.",
  "Choose {n} cards, no more. Put one back first.": "Choose {n} cards, no more. Put one back first.",
  "{n} more to choose.": "{n} more to choose.",
  "Link copied: it opens exactly this position.": "Link copied: it opens exactly this position.",
  "The link to this position: {url}": "The link to this position: {url}",
  "This game is also open in another tab. Each tab keeps its own.":
    "This game is also open in another tab. Each tab keeps its own.",
  "Python does not answer. Your game is kept.": "Python does not answer. Your game is kept.",
  "Python stopped: {why}. Your game is kept.": "Python stopped: {why}. Your game is kept.",
  "This cannot be done: {why}": "This cannot be done: {why}",
};

/**
 * A phrase in the page's language, its places filled.
 * @param {keyof typeof WORDS} phrase
 * @param {Record<string, string | number>} [values]
 */
export function say(phrase, values = {}) {
  return WORDS[phrase].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * "1 trick", "3 tricks".
 * @param {number} n
 * @param {"card" | "trick"} thing
 */
export const several = (n, thing) => (n === 1 ? say(`1 ${thing}`) : say(`{n} ${thing}s`, { n }));
