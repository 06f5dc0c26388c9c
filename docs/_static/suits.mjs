// @ts-check
/** Suit symbols in a text. */

/** The name of each symbol's suit, also used in the style sheets. @type {Record<string, string>} */
export const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/** The parts of a text: each suit symbol by itself, and the text between. @param {string} text */
export const parted = (text) => text.split(/([♠♥♦♣])/).filter(Boolean);
