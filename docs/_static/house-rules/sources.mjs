// @ts-check
/** The sources of a choice, as on the rule pages: grade, name, page, and the source through which it is known. */

import { badge } from "../table/evidence.mjs";
import { leading } from "../table/form.mjs";
import { h } from "../table/tree.mjs";
import { say } from "../table/words.mjs";

/** @import { Names } from "../table/form.mjs" */
/** @import { Node_ } from "../table/types.mjs" */

/**
 * A source as given in a record; for some, only the key is known here.
 * @typedef {{key: string, evidence?: string, relation?: string, seen?: "full" | "part" | "none", pages?: string | null,
 *   via?: string | null, note?: string}} Source
 */

/** `whister.reference.wording.SEEN`. */
const SEEN = { full: "read in full", part: "read in part", none: "not read" };

/** One source on a line. @param {Source} source @param {Names} names @param {string} base @returns {Node_} */
export function line({ key, evidence, relation, seen, pages, via, note }, names, base) {
  const page = pages ? paged(pages) : seen && names[key]?.paged ? say("page unknown") : "";
  /** @type {(Node_ | string | false | undefined)[][]} */
  const parts = [[leading(key, names, base)], [page], [seen && say(/** @type {"not read"} */ (SEEN[seen]))], via ? [say("through"), " ", leading(via, names, base)] : [], [note && h("span", { class: "source-note" }, note)]];
  const grade = relation || evidence;
  return h("span", { class: "option-source" }, grade && badge(grade), grade && " ",
    parts.filter(([first]) => first).flatMap((part, at) => [at > 0 && " · ", ...part]));
}

/** "p. 356", "pp. 234–240". @param {string} pages */
function paged(pages) {
  const told = pages.replaceAll("--", "–").replaceAll("\\,", " ");
  return `${/[–,-]/.test(told) ? "pp." : "p."} ${told}`;
}
