// @ts-check
/** The visitor's own hand: cards to play, or to pick up for a choice of several. */

import { print, read } from "./cards.mjs";
import { cardOf, keys } from "./glance.mjs";
import { advice } from "./parts.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Glance, HandCard } from "./types.mjs" */

/** @param {State} state @param {Glance} glance @param {string} base */
export function hand(state, glance, base) {
  const all = keys(state.hand);
  const cursor = glance.cursor !== null && all.includes(glance.cursor) ? glance.cursor : all[0];
  return h("ul", {
    class: "wt-hand", "data-part": "hand", "aria-label": say("Your hand"), "data-count": all.length, "data-many": !state.case && dealt(state) > 7,
  },
    state.hand.map((held, i) => h("li", { "data-card": held.card }, button(held, all[i], state, glance, base, cursor))),
  );
}

/** The number of cards dealt to the visitor: those still held, and one for each trick. @param {State} state */
const dealt = ({ hand, trick, seat }) => hand.length + trick.number - Number(trick.plays.every((play) => play.seat !== seat));

/**
 * @param {HandCard} held
 * @param {string} key
 * @param {State} state
 * @param {Glance} glance
 * @param {string} base
 * @param {string} cursor
 */
function button({ card, name, playable, reason, mark }, key, state, glance, base, cursor) {
  const picking = state.choice?.kind === "cards" ? state.choice : null;
  const open = picking ? picking.allowed.includes(card) : playable;
  const barred = picking ? picking.barred[card] : reason;
  return h("button", {
    type: "button", class: "wt-card", "data-suit": read(card).suit,
    tabindex: key === cursor ? "0" : "-1",
    "aria-disabled": open ? null : "true",
    "aria-pressed": picking && String(glance.picked.includes(key)),
    "data-barred": !open && Boolean(barred),
    "data-mark": Boolean(mark),
    ...advice(glance.advised.includes(card) && !glance.picked.includes(key)),
    "data-sent": glance.sent === card && key === (cardOf(cursor) === card ? cursor : card),
    title: open || !barred ? null : barred.text,
  }, h("span", { class: "wt-hidden" }, mark ? `${name}, ${mark}` : name), print(card, base));
}
