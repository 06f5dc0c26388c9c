// @ts-check
/** The signs of the suits in a text. */

/** The name of each sign's suit, also used in the styles. @type {Record<string, string>} */
export const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/** A text in its parts: each sign by itself, and the text between. @param {string} text */
export const parted = (text) => text.split(/([♠♥♦♣])/).filter(Boolean);
