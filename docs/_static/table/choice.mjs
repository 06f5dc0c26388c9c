// @ts-check
/** The visitor's choices besides a card: bids and answers as buttons, and the button for a choice of several cards. */

import { suitNamed, symbol } from "./cards.mjs";
import { drawers } from "./later.mjs";
import { advice } from "./parts.mjs";
import { cardOf } from "./glance.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Glance, Node_, Part, ActionButton } from "./types.mjs" */

/** The available bids of a ladder that did not load. @param {Part[]} parts @param {string} base @param {Glance} glance */
function plain(parts, base, glance) {
  const bids = parts.flatMap(({ rungs }) => rungs.flatMap((rung) => rung.bids)).filter(({ legal }) => legal);
  return h("div", { class: "wt-group" },
    h("p", { class: "wt-label" }, say("The list of bids did not load. You can bid:")),
    bids.map((bid) => button({ ...bid, label: bid.name }, base, glance)));
}

/** Groups of buttons, a ladder of bids, and other possible actions. @param {State} state @param {Glance} glance @param {string} base */
export function choices(state, glance, base) {
  const { choice, also } = state;
  const groups = choice?.kind === "buttons" ? [...choice.groups] : [];
  if (choice?.kind === "ladder" && choice.beside.length) groups.push({ label: "", actions: choice.beside });
  if (also.length) {
    groups.push({ label: say("You may also"), actions: also.map((one) => ({ ...one, legal: true, reason: null })) });
  }
  return h("div", { class: "wt-choice", "data-part": "choice" },
    groups.map(({ label, actions }) =>
      group(label, actions.map((action) => button(action, base, glance)), label !== actions[0].label)),
    choice?.kind === "ladder" && (drawers.ladder?.(choice, state, glance, base) ?? plain(choice.parts, base, glance)),
  );
}

/** A group of buttons. @param {string} label @param {Node_[]} buttons @param {boolean} shown  whether the label is visible */
function group(label, buttons, shown = true) {
  return h("div", {
    class: "wt-group", role: label ? "group" : null, "aria-label": label || null, "data-part": `group-${label}`,
  }, label && shown && h("span", { class: "wt-label", "aria-hidden": "true" }, label), buttons);
}

/** The possible numbers of players for a new deal, if there is more than one. @param {State} state */
export function players({ rules, seats }) {
  return rules.players.length > 1 && group(say("Players"), rules.players.map((n) => h("button", {
    type: "button", class: "wt-button", "data-do": `deal-${n}`,
    "aria-label": say("Deal for {n} players", { n }), "aria-current": n === seats.length && "true",
  }, String(n))));
}

/** @param {ActionButton} action @param {string} base @param {Glance} glance */
function button({ action, label, name, legal, reason }, base, { advised }) {
  const suit = suitNamed(action);
  return h("button", {
    type: "button", class: "wt-button", "data-action": action, "data-suit": suit, "aria-label": name,
    "aria-disabled": legal ? null : "true", title: reason ? reason.text : null, ...advice(advised.includes(action)),
  }, suit ? [symbol(suit, base, "wt-pip"), h("span", {}, label)] : label);
}

/** The button that gives the chosen cards away or shows how many are still to be chosen. @param {State} state @param {Glance} glance */
export function confirm({ choice }, { picked, advised }) {
  if (choice?.kind !== "cards") return null;
  const n = choice.count - picked.length;
  return h("button", {
    type: "button", class: "wt-button wt-confirm", "data-do": "confirm", "aria-disabled": n ? "true" : null,
    ...advice(!n && picked.every((key) => advised.includes(cardOf(key)))),
  }, n ? say("{label}: {n} more to choose", { label: choice.label, n }) : choice.label);
}
