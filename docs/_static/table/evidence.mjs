// @ts-check
/** The badge of a grade of evidence, as on the rule pages. */

import { h } from "./tree.mjs";
import { WORDS } from "./words.mjs";

/** @param {string} grade As in the engine, such as `described` or `default`. */
export const badge = (grade) => h("span", { class: `badge badge-${grade.replace(" ", "-")}` }, WORDS[grade] ?? grade);
