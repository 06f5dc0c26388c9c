// @ts-check
/** A hint: the action advised is marked on the table and, below it, compared with others. A hint never acts. */

import { drawers, styled } from "./later.mjs";
import { clauseLink, inLine } from "./parts.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */
/** @import { State, Glance, Hint, Compared } from "./types.mjs" */

/** A hint that takes longer is announced, in milliseconds. */
const SOON = 300;
/** The most actions listed. */
const LISTED = 6;
/** An action played out in fewer deals is shown with their number. */
const FEW = 20;

/** The tables for which a hint is being looked for. @type {WeakSet<WhisterTable>} */
const asked = new WeakSet();

/** Show a hint, or take away the one shown. @param {WhisterTable} table */
export async function open(table) {
  const { state, glance } = table;
  if (glance.hint) return table.look({ hint: undefined, advised: [], said: "" });
  if (table.led) return table.refuse({ clause: null, text: say("The guide above the table recommends an action.") });
  if (asked.has(table) || table.request) return;
  asked.add(table);
  const waits = () => table.state === state && !table.request;
  const soon = setTimeout(() => waits() && table.look({ hint: "coming", said: say("Comparing what you can do.") }), SOON);
  try {
    const [hint] = await Promise.all([table.consult(table.about("hint")), styled("hint.css"), styled("advised.css")]);
    clearTimeout(soon);
    if (waits()) give(table, hint);
  } finally {
    clearTimeout(soon);
    asked.delete(table);
    if (table.glance.hint === "coming") table.look({ hint: undefined });
  }
}

/** @param {WhisterTable} table @param {Hint} hint */
function give(table, hint) {
  const { hand } = table.state;
  const words = hint.action.split(" ");
  const cards = table.asked ? [] : words.filter((word) => hand.some(({ card }) => card === word));
  const advised = cards.length ? cards : [hint.action];
  table.look({
    hint, advised, note: null, picked: [],
    cursor: cards[0] ?? table.glance.cursor,
    bid: words[0] === "bid" ? hint.action : table.glance.bid,
    said: [hint.text, ...hint.reasons.map(({ text }) => text), say("A hint does not act. Try any action; Undo takes it back.")].join(" "),
  });
  for (const one of [".wt-hint", "[data-advised]"]) table.querySelector(one)?.scrollIntoView({ block: "nearest" }); // the mark matters most
}

/** @param {State} state @param {Glance} glance @param {string} base */
function drawn(state, { hint }, base) {
  if (!hint) return null;
  return h("section", { class: "wt-hint", "data-part": "hint", "aria-label": say("Hint") },
    hint === "coming" ? h("p", {}, say("Comparing what you can do.")) : told(hint, state, base));
}

/** @param {Hint} hint @param {State} state @param {string} base */
function told(hint, state, base) {
  const { text, options, reasons, unit, worlds, rollouts } = hint;
  const [first, ...rest] = text.split(/(?<=\.) /);
  return [
    h("p", {}, h("strong", {}, first), rest.length > 0 && ` ${rest.join(" ")}`),
    reasons.length > 0 && h("ul", {}, reasons.map(({ text, clause }) => h("li", {}, text, clause && " (", clause && clauseLink(clause, base), clause && ")"))),
    options.length > 1 && h("table", {},
      h("caption", { class: "wt-hidden" }, say("What was compared")),
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, say("Expected")), h("th", { scope: "col" }, say("Difference")))),
      h("tbody", {}, options.slice(0, LISTED).map((option, k) => row({ ...option, expected: options[0].expected - option.behind }, k === 0, state, base)))),
    options.length > LISTED && h("p", {}, h("small", {}, say("{n} more did worse.", { n: options.length - LISTED }))),
    options.length > 1 && h("p", {}, h("small", {}, say("Expected: your result less the average of the others’ (a fixed partner’s not counted), in {unit}. {deals} deals that fit what you have seen were played out, {n} times in all.", { unit, deals: worlds, n: rollouts }))),
    h("p", {}, h("small", {}, say("A hint does not act. Try any action; Undo takes it back."))),
    h("span", { id: "wt-advised", hidden: true }, say("recommended")),
  ];
}

/** An action; its difference from the best was found on the same deals, and its result follows from that. @param {Compared} option @param {boolean} best @param {State} state @param {string} base */
function row({ action, said, expected, behind, error, deals }, best, state, base) {
  const held = new Set(state.hand.map(({ card }) => card));
  const cards = action.split(" ").filter((word) => held.has(word));
  const only = cards.length > 0 && ["play", "cards"].includes(state.choice?.kind ?? "");
  return h("tr", {},
    h("th", { scope: "row" }, only ? cards.flatMap((card, k) => [k ? " " : "", inLine(card, base)]) : said),
    h("td", {}, signed(expected)),
    h("td", {}, best ? say("recommended") : `${signed(-behind)} ± ${error.toFixed(1)}`, !best && deals < FEW && h("small", {}, say(" ({n} deals)", { n: deals }))));
}

/** @param {number} amount */
function signed(amount) {
  const text = Math.abs(amount).toFixed(1);
  return Number(text) === 0 ? text : `${amount < 0 ? "−" : "+"}${text}`;
}

Object.assign(drawers, { hint: drawn });
