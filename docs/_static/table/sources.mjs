// @ts-check
/** The sources of a choice as the pages of the rules have them: its grade, its name, the page, and through what it is known. */

import { badge } from "./evidence.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Node_ } from "./types.mjs" */

/**
 * A source as a record states it; of some no more is known here than the key.
 * @typedef {{key: string, evidence?: string, relation?: string, seen?: "full" | "part" | "none", pages?: string | null,
 *   via?: string | null, note?: string}} Source
 * @typedef {Record<string, {named: string, paged: boolean}>} Names  what each source is called, and whether it has pages
 */

const SEEN = { full: "read in full", part: "read in part", none: "not read" };

/** @type {Map<string, Promise<Names>>} */
const known = new Map();

/** What the sources of a site are called; a key goes by itself where that cannot be had. @param {string} base */
export function names(base) {
  const found = known.get(base) ?? fetch(new URL(`${base}_data/sources.json`, document.baseURI))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => (known.delete(base), {}));
  known.set(base, found);
  return found;
}

/** One source in a line. @param {Source} source @param {Names} names @param {string} base */
export function line({ key, evidence, relation, seen, pages, via, note }, names, base) {
  const link = (/** @type {string} */ key) => h("a", { href: `${base}sources/${key}/` }, names[key]?.named ?? key);
  const page = pages ? paged(pages) : seen && names[key]?.paged ? say("page not verified") : "";
  /** @type {(Node_ | string | false | undefined)[][]} */
  const parts = [[link(key)], [page], [seen && say(/** @type {"not read"} */ (SEEN[seen]))], via ? [say("through"), " ", link(via)] : [], [note && h("span", { class: "source-note" }, note)]];
  const grade = relation || evidence;
  return h("span", { class: "option-source" }, grade && badge(grade), grade && " ",
    parts.filter(([first]) => first).flatMap((part, at) => [at > 0 && " · ", ...part]));
}

/** "p. 356", "pp. 234–240". @param {string} pages */
function paged(pages) {
  const told = pages.replaceAll("--", "–").replaceAll("\\,", " ");
  return `${/[–,-]/.test(told) ? "pp." : "p."} ${told}`;
}
