// @ts-check
/** The auction as a list of bids from low to high: the standing bid, the available bids, and why the rest are not available. */

import { symbol } from "./cards.mjs";
import { drawers } from "./later.mjs";
import { advice, clauseLink } from "./parts.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Glance, Bid, Rung, Part, Prices, LadderChoice, Node_ } from "./types.mjs" */

/**
 * @param {LadderChoice} choice
 * @param {State} state
 * @param {Glance} glance
 * @param {string} base
 */
function ladder({ about: what, parts }, state, glance, base) {
  const open = parts.filter(({ reason }) => !reason);
  const suits = parts.some(({ rungs }) => rungs.some(({ bids }) => bids.some(({ suit }) => suit)));
  const cursor = reached(open, glance);
  return h("ol", { class: "wt-ladder", "data-part": "ladder", "data-suits": suits, "aria-label": say("The bids, from low to high") },
    what && h("li", { class: "wt-what", "data-part": "what" }, about(what, [], base)),
    parts.map((part) => (part.reason ? closed(part, state, glance, base)
      : part.rungs.map((one) => rung(one, state, cursor, base, glance)))).flat());
}

/** The bid in the Tab order: the one last focused, or else the lowest available. @param {Part[]} parts @param {Glance} glance */
function reached(parts, glance) {
  const bids = parts.flatMap(({ rungs }) => rungs.flatMap((one) => one.bids));
  return (bids.find(({ action }) => action === glance.bid) ?? bids.find(({ legal }) => legal) ?? bids[0])?.action;
}

/** Rungs that are unavailable for the same reason, on one line that can be opened. @param {Part} part @param {State} state @param {Glance} glance @param {string} base */
function closed(part, state, glance, base) {
  const { label, reason, rungs } = part;
  const cursor = reached([part], glance);
  const line = say("Not available: {what}", { what: label });
  return h("li", { class: "wt-closed", "data-part": `closed-${label}` },
    rungs.length ? h("details", {},
      h("summary", {}, line),
      h("ol", {}, rungs.map((one) => rung(one, state, cursor, base, glance)))) : h("span", {}, line),
    reason && h("p", {}, reason.text, " ", reason.clause && clauseLink(reason.clause, base)),
  );
}

/** @param {Rung} one @param {State} state @param {string | undefined} cursor @param {string} base @param {Glance} glance */
function rung(one, state, cursor, base, glance) {
  const { title, note, bids } = one;
  const made = bids.filter(({ by }) => by !== null).map((bid) => maker(bid, state, base));
  return h("li", { class: "wt-rung", "data-part": `rung-${title || bids[0].action}`, "data-stands": bids.some((bid) => bid.stands) },
    note ? about(one, made, base) : made.length > 0 && h("span", { class: "wt-rung-title" }, made),
    h("span", { class: "wt-bids" }, bids.map((bid) => button(bid, cursor, base, glance))),
  );
}

/** The name of a rung, which opens its details: its obligations, its payments, and the clause. @param {Omit<Rung, "bids">} rung @param {Node_[]} made @param {string} base */
function about({ title, clause, note }, made, base) {
  if (!note || !clause) return null;
  const { short, text, terms, prices, notes } = note;
  return h("details", { class: "wt-about", "data-part": `about-${title}` },
    h("summary", { class: "wt-rung-title", tabindex: "-1" },
      h("span", { class: "wt-rung-name" }, title), " ", h("span", { class: "wt-brief" }, short), made),
    h("div", { class: "wt-bid-note" },
      h("p", {}, text),
      terms.length > 0 && h("p", { class: "wt-terms" }, terms.join(" ")),
      prices && priced(prices, base),
      notes.length > 0 && h("p", { class: "wt-fine" }, notes.join(" ")),
      h("p", { class: "wt-fine" }, clause.text, " ", clauseLink(clause, base))),
  );
}

/** The payments for a bid: a row for each result and, where suits matter, a column for each suit. @param {Prices} prices @param {string} base */
function priced({ caption, columns, rows }, base) {
  return h("table", {},
    h("caption", {}, caption),
    columns.length > 0 && h("thead", {}, h("tr", {}, h("td"),
      columns.map(({ suit, label }) => h("th", { scope: "col", "data-suit": suit }, symbol(suit, base, "wt-pip"), h("span", { class: "wt-hidden" }, label))))),
    h("tbody", {}, rows.map(({ label, cells }) => h("tr", {}, h("th", { scope: "row" }, label), cells.map((cell) => h("td", {}, cell))))),
  );
}

/** Who made a bid. @param {Bid} bid @param {State} state @param {string} base */
function maker({ label, suit, by, stands }, { seats }, base) {
  const name = by === null ? "" : seats[by].name;
  return h("span", { class: "wt-by", "data-suit": suit || null, "data-stands": stands },
    suit ? [symbol(suit, base, "wt-pip"), h("span", { class: "wt-hidden" }, `${label} `)] : "",
    stands ? say("{name}: stands", { name }) : say("{name}: outbid", { name }));
}

/** @param {Bid} bid @param {string | undefined} cursor @param {string} base @param {Glance} glance */
function button({ action, label, name, suit, legal, reason, stands, equal }, cursor, base, { advised }) {
  return h("button", {
    type: "button", class: "wt-button wt-bid", "data-action": action, "data-suit": suit || null,
    "data-equal": equal, tabindex: action === cursor ? "0" : "-1", "aria-label": name === label ? null : name,
    "aria-disabled": legal ? null : "true", "aria-current": stands && "true", title: reason ? reason.text : null, ...advice(advised.includes(action)),
  }, suit ? symbol(suit, base, "wt-pip") : label);
}

/** Whether the focus came from a finger or a mouse: the element is then in view, and nothing should move under it. */
let pressing = false;
for (const [sign, on] of /** @type {const} */ ([["pointerdown", true], ["pointerup", false], ["pointercancel", false]])) {
  document.addEventListener(sign, () => { pressing = on; }, { capture: true, passive: true });
}

/** Scroll a focused bid into view, with the hand if the screen has room for both. @param {FocusEvent} event */
function inSight({ target }) {
  const at = target instanceof Element && target.closest(".wt-ladder button, .wt-ladder summary");
  if (!at || pressing) return;
  for (const one of [at, at.closest(".wt-felt")?.querySelector(".wt-hand"), at]) one?.scrollIntoView({ block: "nearest" });
}
document.addEventListener("focusin", inSight);

/** Scroll as much as possible of an opened note into view in a ladder that scrolls. @param {Event} event */
function opened({ target }) {
  const ladder = target instanceof HTMLDetailsElement && target.open && target.closest(".wt-ladder");
  if (!ladder || ladder.scrollHeight <= ladder.clientHeight) return;
  const place = ladder.getBoundingClientRect();
  const note = target.getBoundingClientRect();
  ladder.scrollBy({ top: Math.max(0, Math.min(note.bottom - place.bottom, note.top - place.top)) });
}
document.addEventListener("toggle", opened, true);

// A page that opens with an auction already has the style sheet.
if (!document.querySelector('link[href*="/table/ladder.css"]')) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("ladder.css", import.meta.url).href;
  document.head.append(style);
  await new Promise((done) => { style.onload = style.onerror = done; });
}
drawers.ladder = ladder;
