// @ts-check
/** A clause as a link to its place in the rules. */

import { h } from "./tree.mjs";

/** @param {import("./types.mjs").Clause} clause @param {string} base */
export function clauseLink(clause, base) {
  return h("a", { href: base + clause.url }, clause.title || clause.slug.replaceAll("-", " "));
}
