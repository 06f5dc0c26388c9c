// @ts-check
/** A grade of evidence, in the box that the pages of the rules have for it. */

import { h } from "./tree.mjs";
import { WORDS } from "./words.mjs";

/** @param {string} grade As in the engine: `described`, `default`. */
export const badge = (grade) => h("span", { class: `badge badge-${grade.replace(" ", "-")}` }, WORDS[grade] ?? grade);
