// @ts-check
/** State that only the page has: what is selected, focused and announced, and the keys that distinguish the cards of a hand. */

/** @import { Glance } from "./types.mjs" */

/** @type {Glance} */
export const FIRST_GLANCE = { picked: [], cursor: null, bid: null, sent: null, note: null, said: "", advised: [], paused: false, back: false, behind: false, setting: false };

const COPY = "#";

/**
 * The keys of the cards in a hand: their notation, with a number for further copies of a card (`JC#2`).
 * @param {{card: string}[]} held
 */
export function keys(held) {
  return held.map(({ card }, i) => {
    const copy = held.slice(0, i).filter((other) => other.card === card).length;
    return copy ? `${card}${COPY}${copy + 1}` : card;
  });
}

/** The card for a key. @param {string} key */
export const cardOf = (key) => key.split(COPY)[0];
