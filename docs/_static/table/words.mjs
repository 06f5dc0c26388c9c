// @ts-check
/** Every word the table says of itself. A page in another language overwrites them from its data block. */

export const KEYS = /** @type {const} */ ([
  "Arrows: move through the hand or the bids",
  "Enter or space: play or choose the card",
  "U: undo",
  "N: new deal",
  "?: these keys",
]);

const PHRASES = /** @type {const} */ ([
  "1 card",
  "{n} cards",
  "cards not given",
  "1 trick",
  "{n} tricks",
  "dealer",
  "your side",
  "Trick {n}",
  "Last trick, taken by {name}",
  "Last trick, won by nobody",
  "Your hand",
  "{label}: {n} more to choose",
  "You may also",
  "The bids, from low to high",
  "Closed: {what}",
  "{name}: stands",
  "{name}: beaten",
  "The ladder did not load. These bids are open:",
  "The settlement did not load. Open the page again.",
  "New deal",
  "Players",
  "Deal for {n} players",
  "Undo",
  "Link",
  "Rules",
  "The deal in words",
  "Keys",
  "Refused by",
  "Try again",
  "What was settled",
  "Pool",
  "This deal",
  "Total",
  "Reconstructed: no source gives these figures. The clause shows how they were built.",
  ...KEYS,
  "described",
  "reported",
  "inferred",
  "reconstructed",
  "Python is waking",
  "Not open to you now.",
  "It is not your turn to play a card.",
  "Choose {n} cards, no more. Put one back first.",
  "{n} more to choose.",
  "Link copied: it opens exactly this position.",
  "The link to this position: {url}",
  "This game is also open in another tab. Each tab keeps its own.",
  "Python does not answer. Your game is kept.",
  "Python stopped: {why}. Your game is kept.",
  "This cannot be done: {why}",
]);

/** A phrase stands for itself, or its words are here. @type {Record<typeof PHRASES[number] | "made" | "lost" | "default", string>} */
export const WORDS = {
  ...(/** @type {any} */ (Object.fromEntries(PHRASES.map((phrase) => [phrase, phrase])))),
  made: "What was settled: made",
  lost: "What was settled: lost",
  default: "our reading",
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
