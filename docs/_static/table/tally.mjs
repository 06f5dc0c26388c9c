// @ts-check
/** The evidence for the rules of a page, counted again for the house rules of its table. */

import { badge } from "./evidence.mjs";
import { h, patch } from "./tree.mjs";
import { say } from "./words.mjs";

/** The clauses in force by grade, best first, and the numbers of those with a weaker part and of those not in force. @typedef {{ grades: [string, number][], weaker: number, dormant: number }} Tally */

/** The page's text about the rule set as published. @type {WeakMap<Element, Node[]>} */
const usual = new WeakMap();

/** Show a count in the facts of the page; by default, that of the rule set as published. @param {Tally} [tally] */
export function recount(tally) {
  const place = document.querySelector(".rule-tally");
  if (!place) return;
  const own = usual.get(place) ?? [...place.childNodes];
  usual.set(place, own);
  place.replaceChildren(...(tally ? [] : own));
  if (!tally) return;
  const { grades, weaker, dormant } = tally;
  const said = [weaker && say("{n} partly on weaker evidence", { n: weaker }), dormant && say("{n} more only with an option", { n: dormant })].filter(Boolean);
  patch(place, [...grades.flatMap(([grade, n]) => [`${n} `, badge(grade), " "]), `(${[say("under the house rules of the table"), ...said].join("; ")})`]);
}
