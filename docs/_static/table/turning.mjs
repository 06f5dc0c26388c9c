// @ts-check
/** The turning points of a deal that is over: the decisions that cost the visitor most, each shown by the replay. */

import { drawers, styled } from "./later.mjs";
import { clauseLink } from "./parts.mjs";
import { replayDeal } from "./replay.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */
/** @import { State, Turning, TurningPoint } from "./types.mjs" */

/** What was found so far, by record and seat. @type {Map<string, Turning>} */
const found = new Map();

/** The tables that listen for a moment to be shown. @type {WeakSet<WhisterTable>} */
const listening = new WeakSet();

/** @param {State} state */
const keyOf = ({ record, seat }) => `${seat} ${record}`;

/** @param {Turning | undefined} turning */
const whole = (turning) => turning !== undefined && turning.of !== null && turning.done === turning.of;

/** Look for the turning points of the deal on the table, and list them. @param {WhisterTable} table */
export async function open(table) {
  const key = keyOf(table.state);
  if (!listening.has(table)) table.addEventListener("click", (event) => shown(table, event));
  listening.add(table);
  await styled("hint.css");
  if (found.has(key) && !whole(found.get(key))) return; // it is being looked through
  if (!found.has(key)) await look(table, key);
  const turning = found.get(key);
  if (!turning || keyOf(table.state) !== key) return;
  table.look({ said: turning.points.length ? turning.points.map(({ text }) => text).join(" ") : say("No decision of yours was clearly worse than another.") });
  const place = /** @type {HTMLElement | null} */ (table.querySelector(".wt-turning"));
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "nearest" });
}

/** Look through the deal, some decisions at a time, as long as it is on the table. @param {WhisterTable} table @param {string} key */
async function look(table, key) {
  found.set(key, { unit: "", done: 0, of: null, points: [] });
  table.look({ said: say("Looking through the deal.") });
  try {
    while (!whole(found.get(key)) && keyOf(table.state) === key) {
      found.set(key, await table.consult(table.about("turning")));
      table.look({});
      table.querySelector(".wt-turning")?.scrollIntoView({ block: "nearest" });
    }
  } finally {
    if (!whole(found.get(key))) found.delete(key);
    table.look({});
  }
}

/** @param {State} state @param {string} base */
function drawn(state, base) {
  const turning = found.get(keyOf(state));
  if (!turning || !state.over) return null;
  const { points, done, of } = turning;
  return h("section", { class: "wt-turning", "data-part": "turning", tabindex: "-1", "aria-label": say("Turning points") },
    h("p", {}, h("strong", {}, !whole(turning) ? `${say("Looking through the deal.")}${of ? ` ${say("{n} of {all}", { n: done, all: of })}` : ""}`
      : points.length ? say("The decisions that cost you most") : say("No decision of yours was clearly worse than another."))),
    points.length > 0 && h("ol", {}, points.map((point, k) => h("li", {},
      h("div", {},
        h("p", {}, place(point), point.text),
        point.reasons.length > 0 && h("p", {}, say("The better choice:")),
        point.reasons.length > 0 && h("ul", {}, point.reasons.map(({ text, clause }) => h("li", {}, text, clause && " (", clause && clauseLink(clause, base), clause && ")")))),
      h("button", { type: "button", class: "wt-button", "data-turn": k, "aria-label": say("Show this moment: {what}", { what: point.text }) }, say("Show this moment"))))));
}

/** The trick of a decision in the play. @param {TurningPoint} point */
const place = ({ trick }) => (trick ? `${say("Trick {n}", { n: trick })}. ` : "");

/** Show a moment by the replay, with what is to be said about it. @param {WhisterTable} table @param {Event} event */
function shown(table, event) {
  const at = /** @type {Element} */ (event.target).closest("[data-turn]");
  const turning = found.get(keyOf(table.state));
  if (!(at instanceof HTMLElement) || !turning) return;
  const point = turning.points[Number(at.dataset.turn)];
  const words = Object.assign(document.createElement("p"), { textContent: point.text });
  replayDeal(table, { at: point.at, words: [words], opener: `[data-turn="${at.dataset.turn}"]` });
}

Object.assign(drawers, { turning: drawn });
