// @ts-check
/** What the parts of the picture share: the link to a clause, and the place for parts that are loaded when they are needed. */

import { h } from "./tree.mjs";

/** @import { Clause, State, Glance, Node_, LadderChoice } from "./types.mjs" */

/**
 * What not every picture needs and is loaded when it is: `ladder.mjs`, `settlement.mjs`, `sheet.mjs` and `case.mjs` put themselves here.
 * @type {{ladder?: (choice: LadderChoice, state: State, glance: Glance, base: string) => Node_,
 *   settlement?: (state: State, base: string) => Node_,
 *   result?: (state: State) => string,
 *   sheet?: (state: State, base: string) => Node_[],
 *   case?: (state: State, base: string) => Node_ | null}}
 */
export const drawers = {};

/** A clause as a link to its place in the rules. @param {Clause} clause @param {string} base */
export function clauseLink(clause, base) {
  return h("a", { class: "clause-link", href: base + clause.url }, clause.title || clause.slug.replaceAll("-", " "));
}
