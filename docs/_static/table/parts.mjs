// @ts-check
/** Functions shared by the parts of the picture: the link to a clause, and cards in a sentence. */

import { read, symbol } from "./cards.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Clause } from "./types.mjs" */

/** A clause as a link to its place in the rules. @param {Clause} clause @param {string} base */
export function clauseLink(clause, base) {
  return h("a", { class: "clause-link", href: base + clause.url }, clause.title || clause.slug.replaceAll("-", " "));
}

/** The most cards that a refusal names, except that a single further card is named too. */
const NAMED = 4;

/**
 * A sentence on the cards that can be played instead of a refused one; empty if there are none.
 * @template T
 * @param {string[] | undefined} cards
 * @param {(card: string) => T} one  makes the announced name of a card
 * @returns {(T | string)[]}
 */
export function instead(cards, one) {
  if (!cards?.length) return [];
  const told = cards.slice(0, cards.length > NAMED + 1 ? NAMED : cards.length).map(one);
  const parts = cards.length > told.length ? [...told, say("{n} more", { n: cards.length - told.length })] : told;
  const [before, after] = say("You may play {cards}.", { cards: "\n" }).split("\n");
  return [before, ...parts.flatMap((part, i) => [i === 0 ? "" : i < parts.length - 1 ? ", " : ` ${say("or")} `, part]), after];
}

/** A card by its name: “the queen of spades”. @param {string} card */
export const named = (card) => say("the {card}", { card: read(card).name });

/** A card in a line of text: its rank and its suit, and its name for screen readers. @param {string} card @param {string} base */
export function inLine(card, base) {
  const { suit, pip } = read(card);
  const index = card.replace(/^[RYGB](?=\d)|[CDSH]$/, "").replace("T", "10");
  const seen = suit === "JK" || suit === "ROOK" ? named(card) : [index, symbol(pip, base, "wt-pip")];
  return h("span", { class: "wt-in-line", "data-suit": suit, role: "img", "aria-label": named(card) }, seen);
}

/** The attributes of a button that a guide recommends. @param {boolean} given */
export const advice = (given) => ({ "data-advised": given, "aria-describedby": given && "wt-advised" });
