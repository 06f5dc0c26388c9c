// @ts-check
/** The options of a rule set under headings, the most wanted first. */

import { field } from "../table/form.mjs";
import { lowered, members } from "../table/grouped.mjs";
import { h } from "../table/tree.mjs";
import { say } from "../table/words.mjs";

/** @import { Option } from "../table/form.mjs" */
/** @import { Group } from "../table/grouped.mjs" */

/** The fields of all options by group; the folded groups are together at the end, and open if an option in them is changed. @param {Group[]} groups @param {Option[]} options */
export function grouped(groups, options) {
  const folded = groups.filter((group) => group.folded);
  const changed = folded.some((group) => group.options.some((name) => options.some((option) => option.name === name && option.chosen !== option.default)));
  return [
    ...groups.filter((group) => !group.folded).map((group) => drawn(group, options)),
    folded.length > 0 && h("details", { class: "wt-more", open: changed },
      h("summary", {}, say("More: {what}", { what: folded.map(({ title }) => lowered(title)).join("; ") })),
      ...folded.map((group) => drawn(group, options))),
  ];
}

/** @param {Group} group @param {Option[]} options */
const drawn = ({ title, options: names }, options) => h("fieldset", { class: "wt-group" },
  h("legend", {}, title),
  ...members(names, options).map(field));
