// @ts-check
/** What the visitor may choose besides a card: bids and answers as buttons, and the word for several cards. */

import { suitNamed, symbol } from "./cards.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @typedef {import("./types.mjs").State} State */
/** @typedef {import("./types.mjs").Glance} Glance */
/** @typedef {import("./types.mjs").ActionButton} ActionButton */

/** Groups of buttons, and what may be done besides. @param {State} state @param {string} base */
export function choices(state, base) {
  const groups = state.choice?.kind === "buttons" ? [...state.choice.groups] : [];
  if (state.also.length) {
    const actions = state.also.map((also) => ({ ...also, legal: true, reason: null }));
    groups.push({ label: say("You may also"), actions });
  }
  return h("div", { class: "wt-choice", "data-part": "choice" },
    groups.map(({ label, actions }) => h("div", {
      class: "wt-group", role: label ? "group" : null, "aria-label": label || null, "data-part": `group-${label}`,
    },
      label && label !== actions[0].label && h("span", { class: "wt-label", "aria-hidden": "true" }, label),
      actions.map((action) => button(action, base)),
    )),
  );
}

/** @param {ActionButton} action @param {string} base */
function button({ action, label, legal, reason }, base) {
  const suit = suitNamed(action);
  return h("button", {
    type: "button", class: "wt-button", "data-action": action, "data-suit": suit,
    "aria-disabled": legal ? null : "true", title: reason ? reason.text : null,
  }, suit ? [symbol(suit, base, "wt-pip"), h("span", {}, label)] : label);
}

/** The button that gives the chosen cards away, or says how many are missing. @param {State} state @param {Glance} glance */
export function confirm({ choice }, { picked }) {
  if (choice?.kind !== "cards") return null;
  const n = choice.count - picked.length;
  return h("button", {
    type: "button", class: "wt-button wt-confirm", "data-do": "confirm", "aria-disabled": n ? "true" : null,
  }, n ? say("{label}: {n} more to choose", { label: choice.label, n }) : choice.label);
}
