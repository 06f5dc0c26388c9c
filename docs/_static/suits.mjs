// @ts-check
/** The signs of the suits in a text. */

/** The name of each sign's suit, as the styles have it too. @type {Record<string, string>} */
export const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/** A text in its parts: each sign alone, and what stands between. @param {string} text */
export const parted = (text) => text.split(/([♠♥♦♣])/).filter(Boolean);
