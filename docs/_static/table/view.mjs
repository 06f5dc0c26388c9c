// @ts-check
/** The table as a tree, from the engine's state. The site's Python draws the same tree at build time. */

import { face, symbol } from "./cards.mjs";
import { choices, confirm, players } from "./choice.mjs";
import { hand } from "./hand.mjs";
import { drawers } from "./later.mjs";
import { clauseLink, inLine, instead } from "./parts.mjs";
import { h } from "./tree.mjs";
import { KEYS, say, several } from "./words.mjs";

/** @import { State, Seat, Heap, Glance, Note } from "./types.mjs" */

/**
 * @param {State} state
 * @param {Glance} glance
 * @param {string} base  the path from the page to the site's root
 */
export function view(state, glance, base) {
  const own = state.seats[state.seat];
  const others = state.seats.filter((seat) => seat !== own);
  return h("div", { class: "wt", "data-phase": state.phase, "data-bids": state.bids, "data-beside": state.beside },
    state.case && drawers.case?.(state, glance, base),
    h("div", { class: "wt-felt", "data-part": "felt", "data-around": state.seats.map(({ position }) => position).join(" ") },
      facts(state, base),
      board(state, base),
      others.map((seat) => plate(seat, state, base)),
      heap(state.widow, "widow", base),
      heap(state.pile, "pile", base),
      trick(state, glance, base),
      cancelled(state, glance, base),
      come(state),
      h("p", { class: "wt-prompt", "data-part": "prompt", tabindex: "-1" }, state.prompt),
      hand(state, glance, base),
      onward(state),
      plate(own, state, base),
      choices(state, glance, base),
      confirm(state, glance),
      h("div", { class: "wt-note", "data-part": "note", "data-kind": glance.note?.kind },
        glance.note && note(glance.note, base)),
    ),
    bar(state, glance, base),
    drawers.hint?.(state, glance, base),
    h("p", { class: "wt-rules", "data-part": "rules" }, glance.setting ? say("Applying the house rules from the link.") : inForce(state, base)),
    state.settlement && (drawers.settlement?.(state, base)
      ?? h("p", {}, say("The score did not load. Reload the page."))),
    drawers.turning?.(state, base),
    drawers.sheet?.(state, base),
    h("details", { class: "wt-log", "data-part": "log" },
      h("summary", {}, say("The deal in words")),
      h("ol", {}, state.log.map((line) => h("li", {}, line))),
    ),
    h("details", { class: "wt-keys", "data-part": "keys" },
      h("summary", {}, say("Keys")),
      h("ul", {}, KEYS.map((line) => h("li", {}, say(line)))),
    ),
    h("p", { class: "wt-hidden", role: "status", "data-part": "live" }, glance.said),
  );
}

/** @param {string} what @param {string} word @param {Record<string, string>} [attrs] */
const press = (what, word, attrs = {}) => h("button", { type: "button", class: "wt-button", "data-do": what, ...attrs }, word);

/** The buttons to continue when a deal is over, in the place of the hand. @param {State} state */
function onward({ settlement, case: shown }) {
  if (!settlement || shown?.position) return null;
  return h("div", { class: "wt-onward", "data-part": "onward" },
    settlement.end ? press("new", say("New game")) : press("next", say("Next deal")));
}

/** The buttons for the table itself. @param {State} state @param {Glance} glance @param {string} base */
function bar(state, glance, base) {
  const { settlement } = state;
  return h("div", { class: "wt-bar", "data-part": "bar" },
    settlement && !state.case?.position && press("replay", say("Replay")),
    (!settlement?.end || state.case?.position) && press("new", say("New game")),
    settlement && !state.case?.position && press("turning", say("Turning points")),
    press("undo", say("Undo")),
    !state.over && !state.case?.position && press("hint", say("Hint"), { "aria-pressed": String(Boolean(glance.hint)) }),
    press("back", say("Last trick"), { "aria-pressed": String(glance.back), ...(state.last_trick && state.trick.plays.length ? {} : { "aria-disabled": "true" }) }),
    (!state.over || glance.paused) && press("pause", say("Pause"), { "aria-pressed": String(glance.paused) }),
    glance.paused && press("step", say("Step")),
    press("share", say("Share"), { "aria-haspopup": "dialog" }),
    press("options", say("House rules"), { "aria-haspopup": "dialog" }),
    press("settings", say("Settings"), { "aria-haspopup": "dialog" }),
    h("a", { class: "wt-button", href: `${base}${state.rules.url}#rules` }, say("Rules")),
    players(state),
  );
}

/** The rules in use; for house rules, also the hash used to cite them. @param {State} state @param {string} base */
function inForce({ rules }, base) {
  return [
    say("Rules in use:"), " ", h("a", { href: base + rules.url }, rules.title),
    rules.in_force.length ? [
      ...rules.in_force.map(({ title, value, url }) => [", ", h("a", { href: base + url }, `${title}: ${value}`)]).flat(),
      " ", h("code", { title: say("Behaviour hash, for citing: rules with the same mechanisms and parameters in the same order have the same hash") }, rules.hash),
    ] : `, ${say("usual options")}`,
    (rules.unsourced ?? []).flatMap(({ text, clause }) => [" ", text, " (", h("a", { href: base + clause.url }, clause.title), ")"]),
  ].flat();
}

/** The progress of the deal in one line. @param {State} state @param {string} base */
function board({ board }, base) {
  return h("ul", { class: "wt-board", "data-part": "board", "aria-label": say("Scoreboard") },
    board.filter(({ part }) => part !== "goal").map(({ part, label, brief, value, short, suit, spoken }, i) => h("li", { "data-part": `${part}-${i}` },
      h("span", { class: "wt-label" }, spoken ? read(spoken, label) : brief === undefined ? label : inShort(label, brief)), " ",
      suit && symbol(suit, base, "wt-pip"), inShort(value, short))),
  );
}

/** A text, and a shorter version for narrow screens. @param {string} value @param {string} short */
const inShort = (value, short) => (short === value ? value
  : [h("span", { class: "wt-long" }, value), short && h("span", { class: "wt-few", "aria-hidden": "true" }, short)]);

/** Signs with a text that screen readers read instead. @param {string} spoken @param {string} seen */
const read = (spoken, seen) => [h("span", { class: "wt-hidden" }, spoken), h("span", { "aria-hidden": "true" }, seen)];

/** The game, its goal, and other facts. @param {State} state @param {string} base */
function facts({ facts, board, rules }, base) {
  const goal = board.find(({ part }) => part === "goal");
  return h("ul", { class: "wt-facts", "data-part": "facts" },
    h("li", {}, h("strong", {}, rules.title), goal && [" ", ...[inShort(goal.value, goal.short)].flat()]),
    facts.filter(({ spoken }) => !spoken).map(({ label, value, suit, minor, links }) => h("li", { "data-minor": minor }, h("span", { class: "wt-label" }, label), " ",
      suit && symbol(suit, base, "wt-pip"), value, (links ?? []).flatMap(({ title, url }, at) => [at ? ", " : ": ", h("a", { href: base + url }, title)]))),
  );
}

/** The cards just received and their origin, shown where the visitor's next card will be played. @param {State} state */
function come({ facts }) {
  const found = facts.filter(({ spoken }) => spoken);
  return found.length > 0 && h("ul", { class: "wt-come", "data-part": "come" },
    found.map(({ label, value, spoken }) => h("li", {}, label, " ", read(spoken ?? "", value))));
}

/** @param {Seat} seat @param {State} state @param {string} base */
function plate(seat, state, base) {
  const own = seat.seat === state.seat;
  const laidDown = seat.exposed && !state.hand.length;
  const mine = state.seats[state.seat].side;
  const ally = !own && seat.side !== null && seat.side === mine;
  const held = seat.count === null ? say("hand unknown") : several(seat.count, "card");
  const settled = seat.plays && (state.settlement?.end ?? state.settlement)?.totals[seat.seat];
  const total = typeof settled === "number" || settled ? say("total: {n}", { n: String(settled).replace("-", "−") }) : seat.total;
  const meta = [(seat.count !== 0 || !state.settlement) && held, several(seat.tricks, "trick"), seat.score, total].filter((text) => text);
  return h("div", {
    class: `wt-seat wt-${seat.position}`, "data-seat": seat.seat, "data-turn": state.to_act === seat.seat,
    role: "group", "aria-label": seat.name,
  },
    own && !laidDown ? null : inOneRow(cards(seat.hand, seat.count ?? 0, base)),
    h("span", { class: "wt-plate" },
      h("span", { class: "wt-name" }, seat.name),
      seat.dealer && h("span", { class: "wt-tag" }, say("dealer")),
      seat.role && h("span", { class: "wt-tag wt-role" }, seat.role),
      ally && h("span", { class: "wt-tag" }, say("your side")),
      h("span", { class: "wt-meta" }, meta.map((text) => h("span", {}, text))),
    ),
    seat.call && h("span", { class: "wt-call" }, seat.call),
  );
}

/**
 * Another player's cards: face up if known, otherwise face down.
 * @param {string[] | null} known
 * @param {number} count
 * @param {string} base
 */
function cards(known, count, base) {
  const seen = known ?? [];
  const backs = Array.from({ length: count - seen.length }, () => h("i"));
  return [
    seen.length > 0 && h("span", { class: "wt-open" }, seen.map((card) => face(card, base))),
    backs.length > 0 && h("span", { class: "wt-backs", "aria-hidden": "true" }, backs),
  ];
}

/** Cards that lie face up among others that do not, in one row. @param {ReturnType<typeof cards>} both */
const inOneRow = (both) => (both.every(Boolean) ? h("span", { class: "wt-both" }, both) : both);

/** The widow or the stock. @param {Heap | null} heap @param {string} part @param {string} base */
function heap(heap, part, base) {
  return heap && h("div", { class: "wt-widow", "data-part": part, role: "group", "aria-label": heap.label },
    h("span", { class: "wt-heap" }, cards(heap.seen, heap.count, base)),
    h("span", { class: "wt-plate" },
      h("span", { class: "wt-name" }, heap.label),
      h("span", { class: "wt-meta" }, several(heap.count, "card")),
    ),
  );
}

/** The trick shown: the one on the table or, between tricks or on request, the trick just taken. @param {State} state @param {Glance} glance */
const lookedAt = ({ trick, last_trick }, { back }) => (last_trick && (back || !trick.plays.length) ? last_trick : trick);

/** The cards of a trick. @param {State} state @param {Glance} glance @param {string} base */
function trick(state, glance, base) {
  const { trick, seats } = state;
  const seen = lookedAt(state, glance);
  const past = seen !== trick;
  const winner = past && typeof seen.winner === "number" ? seen.winner : null;
  const label = !past ? say("Trick {n}", { n: trick.number })
    : winner === null ? say("Last trick, won by nobody")
    : say("Last trick, taken by {name}", { name: seats[winner].name });
  return h("ol", { class: "wt-trick", "data-part": "trick", "data-past": past, "data-again": past && trick.plays.length > 0, "aria-label": label },
    seen.plays.map(({ seat, card, gone, pair }) => h("li", {
      class: `wt-play wt-${seats[seat].position}`, "data-card": card, "data-won": seat === winner, "data-gone": Boolean(gone), "data-pair": (gone && pair) || null,
    }, h("span", { class: "wt-hidden" }, `${seats[seat].name}: `), face(card, base), gone && h("span", { class: "wt-hidden" }, say("cancelled")))),
  );
}

/** The clause that cancels cards of the trick. @param {State} state @param {Glance} glance @param {string} base */
function cancelled(state, glance, base) {
  const { cancelled } = lookedAt(state, glance);
  return cancelled && h("p", { class: "wt-cancelled", "data-part": "cancelled" }, say("Cancelled by"), " ", clauseLink(cancelled, base));
}

/** @param {Note} note @param {string} base */
function note(note, base) {
  if (note.kind === "refused" && note.clause) {
    return [
      h("p", {}, h("strong", {}, note.text)),
      h("p", {}, `${say("Refused by")} `, clauseLink(note.clause, base), note.clause.text === note.text ? "" : `: ${note.clause.text}`),
      Boolean(note.instead?.length) && h("p", {}, instead(note.instead, (card) => inLine(card, base))),
    ];
  }
  return [
    h("p", {}, note.text),
    note.rules && h("p", {}, h("a", { href: base + note.rules.url }, say("The rules of {title}", { title: note.rules.title }))),
    note.keeps && h("p", {}, h("small", {}, say("Python will be stored in this browser (about 21 MB), so that the next page starts faster. You can delete it in Settings."))),
    note.kind === "waking" && h("progress", { max: "1", value: note.done, "aria-label": say("Starting Python") }),
    note.kind === "failed" &&
      h("button", { type: "button", class: "wt-button", "data-do": "retry" }, say("Try again")),
  ];
}
