// @ts-check
/** The heading of a case of a rule: the rule, a link back to it, and a button for a new hand instead. */

import { drawers } from "./later.mjs";
import { clauseLink } from "./parts.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Glance } from "./types.mjs" */

/** @param {State} state @param {Glance} glance @param {string} base */
function heading({ case: shown, rules }, { behind }, base) {
  return shown && h("div", { class: "wt-case", "data-part": "case", role: "group", "aria-label": say("Case {id}", { id: shown.id }) },
    h("p", {}, h("strong", {}, say("Case {id}", { id: shown.id })), " ", say("of the rule"), " ", clauseLink(shown.clause, base), `, ${rules.title}.`),
    h("p", { class: "wt-actions" },
      h("a", { class: "wt-button", href: base + shown.clause.url }, say("Back to the rule")),
      behind && h("button", { type: "button", class: "wt-button", "data-do": "undo" }, say("Back to the previous game")),
      h("button", { type: "button", class: "wt-button", "data-do": "new" }, say("Deal a new hand"))),
  );
}

Object.assign(drawers, { case: heading });
