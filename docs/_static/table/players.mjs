// @ts-check
/** The strengths of the other players, as fields of the settings: one for all of them, or one for each. */

import { setStrengths, strengths } from "./pace.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Node_ } from "./types.mjs" */

/** The name of each strength, and what it means. @type {Record<string, [string, string]>} */
const NAMES = {
  cautious: [say("cautious"), say("Cautious: follows rules of thumb, bids the tricks it can count, and acts at once.")],
  steady: [say("steady"), say("Steady: plays out 300 deals for each decision, shared among the actions that it compares.")],
  strong: [say("strong"), say("Strong: plays out 1,500 deals for each decision, shared among the actions that it compares.")],
};
const EACH = "each";
const ALL = "strength-all";

const choices = Object.entries(NAMES).map(([value, [text]]) => ({ value, text }));

/**
 * The fields, for the seats of this table besides the visitor's.
 * @param {State} state
 * @param {(name: string, label: string, choices: {value: string, text: string}[], chosen: string) => Node_} field
 * @param {string} base  the address of the site's root
 */
export function fields({ seats, seat }, field, base) {
  const now = strengths();
  const others = seats.filter((one) => one.plays && one.seat !== seat);
  /** @param {number} seat */
  const of = (seat) => (now[seat] in NAMES ? now[seat] : now.others in NAMES ? now.others : "cautious");
  const same = new Set(others.map((one) => of(one.seat))).size === 1;
  return h("div", {},
    field(ALL, say("Strength of the other players"), [...choices, { value: EACH, text: say("each its own") }], same ? of(others[0].seat) : EACH),
    h("div", { class: "wt-players", role: "group", "aria-label": say("Strength of the other players"), hidden: same },
      others.map((one) => field(`strength-${one.seat}`, one.name, choices, of(one.seat)))),
    h("div", { class: "wt-strengths" },
      h("ul", {}, Object.values(NAMES).map(([, means]) => h("li", {}, h("small", {}, means)))),
      h("small", {}, say("A decision takes 3 seconds at most. Stored in this browser, for every table."), " ",
        h("a", { href: `${base}players/` }, say("How they play, and how well")))));
}

/** Store what was chosen, and show the fields for each player when they are wanted. @param {HTMLElement} box */
export function store(box) {
  const [all, ...each] = /** @type {NodeListOf<HTMLSelectElement>} */ (box.querySelectorAll('select[name^="strength-"]'));
  const own = all.value === EACH;
  /** @type {HTMLElement} */ (box.querySelector(".wt-players")).hidden = !own;
  setStrengths(own ? Object.fromEntries(each.map(({ name, value }) => [name.slice("strength-".length), value])) : { others: all.value });
  if (!own) for (const one of each) one.value = all.value;
}
