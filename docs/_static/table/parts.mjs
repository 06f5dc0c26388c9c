// @ts-check
/** What the parts of the picture share: the link to a clause, and cards in a sentence. */

import { read, symbol } from "./cards.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Clause } from "./types.mjs" */

/** A clause as a link to its place in the rules. @param {Clause} clause @param {string} base */
export function clauseLink(clause, base) {
  return h("a", { class: "clause-link", href: base + clause.url }, clause.title || clause.slug.replaceAll("-", " "));
}

/** As many cards as a refusal names; one more is named as well. */
const NAMED = 4;

/**
 * What may be played instead of a card that may not, in a sentence; nothing where no card may.
 * @template T
 * @param {string[] | undefined} cards
 * @param {(card: string) => T} one  a card as it is announced
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

/** How a button is marked that a guide recommends. @param {boolean} given */
export const advice = (given) => ({ "data-advised": given, "aria-describedby": given && "wt-advised" });
