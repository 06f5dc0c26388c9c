// @ts-check
/** The published rule sets that equal the reader's house rules: those with the same behaviour hash. */

/** @import { Index } from "../compare/data.mjs" */

/** @param {string | null} hash  null if this browser cannot work it out @param {Pick<Index, "rule_sets">} index @returns {string[]} */
export const same = (hash, { rule_sets }) => Object.keys(rule_sets).filter((id) => rule_sets[id].behaviour_hash === hash);
