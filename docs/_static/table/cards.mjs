// @ts-check
/** A card: the figure and pip of its index, its face, its name. */

import { h } from "./tree.mjs";

/** @import { Node_ } from "./types.mjs" */

const SUITS = /** @type {Record<string, string>} */ ({ C: "clubs", D: "diamonds", S: "spades", H: "hearts" });
const COLOURS = /** @type {Record<string, string>} */ ({ R: "red", Y: "yellow", G: "green", B: "black" });
const RANKS = /** @type {Record<string, string>} */ ({
  0: "zero", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
});

/**
 * The parts of a card's notation. `suit` selects the colours; `index` is its rank in a line of text; `figure`, `pip`
 * and `art` (the face) are symbols.
 * @param {string} card
 */
export function read(card) {
  if (card === "ROOK") return { suit: "ROOK", index: "Rook", figure: "rROOK", pip: "rook", art: "ROOK", name: "Rook" };
  const french = /^([02-9TJQKA])([CDSH])$/.exec(card);
  if (french) {
    const [, rank, suit] = french;
    return { suit, index: rank === "T" ? "10" : rank, figure: `f${rank}`, pip: suit, art: card, name: `${RANKS[rank]} of ${SUITS[suit]}` };
  }
  const rook = /^([RYGB])(\d+)$/.exec(card);
  if (rook) return { suit: rook[1], index: rook[2], figure: `r${rook[2]}`, pip: rook[1], art: card, name: `${COLOURS[rook[1]]} ${rook[2]}` };
  return { suit: "JK", index: "★", figure: "fJK", pip: "joker", art: "JK", name: "joker" };
}

/** Whether an action is the play of a card. @param {string} action */
export const isCard = (action) => /^([02-9TJQKA][CDSH]|[RYGB]\d+|ROOK|JK\d?)$/.test(action);

/**
 * The suit at the end of an action (`bid 5H`, `bid chelem-table-h`, `trump G`, `name C`), as a symbol.
 * @param {string} action
 */
export function suitNamed(action) {
  const found = /^(?:trump|name) ([A-Z])$|^bid .*(?:\d|-)([CDSHcdsh])$/.exec(action);
  return found && (found[1] ?? found[2]).toUpperCase();
}

/** Whether a face is a figure instead of pips; the bird and the fool count as figures. @param {string} art */
const isCourt = (art) => /^([KQJ]|ROOK)/.test(art);

/**
 * The elements printed on a card.
 * @param {string} card
 * @param {string} base  the path from the page to the site's root
 * @returns {Node_[]}
 */
export function print(card, base) {
  const { figure, pip, art } = read(card);
  return [
    h("span", { class: "wt-index", "aria-hidden": "true" }, symbol(figure, base, "wt-figure"), symbol(pip, base, "wt-pip")),
    symbol(art, base, isCourt(art) ? "wt-art wt-court" : "wt-art"),
  ];
}

/**
 * Return a card that is on the table and cannot be played.
 * @param {string} card
 * @param {string} base
 */
export function face(card, base) {
  const { suit, name } = read(card);
  return h("span", { class: "wt-card", "data-suit": suit, role: "img", "aria-label": name }, print(card, base));
}

/** The drawings already in the page (added by `drawings.mjs`), and the names of their symbols there. */
export const here = {
  /** @type {Set<string>} */ names: new Set(),
  /** @param {string} name @param {string} id */ id: (name, id) => `${id}-${name}`,
};

/** The drawing of a symbol. @param {string} id */
const drawingOf = (id) => (/^[RYGBr]/.test(id) ? "rook" : "cards");

/** A symbol of its pack's drawing. @param {string} id @param {string} base @param {string} style */
export function symbol(id, base, style) {
  const name = drawingOf(id);
  const href = here.names.has(name) ? `#${here.id(name, id)}` : `${base}_static/${name}.svg#${id}`;
  return h("svg", { class: style, "aria-hidden": "true" }, h("use", { href }));
}
