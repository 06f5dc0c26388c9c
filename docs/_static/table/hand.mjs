// @ts-check
/** The visitor's own hand: cards to play, or to take up for a choice of several. */

import { print, read } from "./cards.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @typedef {import("./types.mjs").State} State */
/** @typedef {import("./types.mjs").Glance} Glance */
/** @typedef {import("./types.mjs").HandCard} HandCard */

/** @param {State} state @param {Glance} glance @param {string} base */
export function hand(state, glance, base) {
  const held = state.hand.map(({ card }) => card);
  const cursor = glance.cursor !== null && held.includes(glance.cursor) ? glance.cursor : held[0];
  return h("ul", { class: "wt-hand", "data-part": "hand", "aria-label": say("Your hand"), "data-count": held.length },
    state.hand.map((held) => h("li", { "data-card": held.card }, button(held, state, glance, base, cursor))),
  );
}

/**
 * @param {HandCard} held
 * @param {State} state
 * @param {Glance} glance
 * @param {string} base
 * @param {string} cursor
 */
function button({ card, name, playable, reason }, state, glance, base, cursor) {
  const picking = state.choice?.kind === "cards" ? state.choice : null;
  const open = picking ? picking.allowed.includes(card) : playable;
  const barred = picking ? picking.barred[card] : reason;
  return h("button", {
    type: "button", class: "wt-card", "data-suit": read(card).suit,
    tabindex: card === cursor ? "0" : "-1",
    "aria-disabled": open ? null : "true",
    "aria-pressed": picking && String(glance.picked.includes(card)),
    "data-barred": !open && Boolean(barred),
    "data-sent": glance.sent === card,
    title: open || !barred ? null : barred.text,
  }, h("span", { class: "wt-hidden" }, name), print(card, base));
}
