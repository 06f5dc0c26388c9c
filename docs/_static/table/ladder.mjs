// @ts-check
/** The auction as a ladder: its rungs from low to high, what stands, what is open, and why the rest is closed. */

import { symbol } from "./cards.mjs";
import { clauseLink, drawers } from "./parts.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Glance, Bid, Rung, Part } from "./types.mjs" */

/**
 * @param {Part[]} parts
 * @param {State} state
 * @param {Glance} glance
 * @param {string} base
 */
function ladder(parts, state, glance, base) {
  const open = parts.filter(({ reason }) => !reason);
  const suits = parts.some(({ rungs }) => rungs.some(({ bids }) => bids.some(({ suit }) => suit)));
  const cursor = reached(open, glance);
  return h("ol", { class: "wt-ladder", "data-part": "ladder", "data-suits": suits, "aria-label": say("The bids, from low to high") },
    parts.map((part) => (part.reason ? closed(part, state, glance, base)
      : part.rungs.map((one) => rung(one, state, cursor, base)))).flat());
}

/** The bid that Tab reaches: the one reached last, else the lowest that is open. @param {Part[]} parts @param {Glance} glance */
function reached(parts, glance) {
  const bids = parts.flatMap(({ rungs }) => rungs.flatMap((one) => one.bids));
  return (bids.find(({ action }) => action === glance.bid) ?? bids.find(({ legal }) => legal) ?? bids[0])?.action;
}

/** Rungs that are closed by one reason: in one line, and to be opened. @param {Part} part @param {State} state @param {Glance} glance @param {string} base */
function closed(part, state, glance, base) {
  const { label, reason, rungs } = part;
  const cursor = reached([part], glance);
  const line = say("Closed: {what}", { what: label });
  return h("li", { class: "wt-closed", "data-part": `closed-${label}` },
    rungs.length ? h("details", {},
      h("summary", {}, line),
      h("ol", {}, rungs.map((one) => rung(one, state, cursor, base)))) : h("span", {}, line),
    reason && h("p", {}, reason.text, " ", reason.clause && clauseLink(reason.clause, base)),
  );
}

/** @param {Rung} rung @param {State} state @param {string | undefined} cursor @param {string} base */
function rung({ title, clause, bids }, state, cursor, base) {
  const made = bids.filter(({ by }) => by !== null);
  const stands = bids.some((bid) => bid.stands);
  return h("li", { class: "wt-rung", "data-part": `rung-${title || bids[0].action}`, "data-stands": stands },
    (title || made.length > 0) && h("span", { class: "wt-rung-title" },
      clause ? h("a", { href: base + clause.url, tabindex: "-1", title: clause.text }, title) : title,
      made.map((bid) => maker(bid, state, base))),
    h("span", { class: "wt-bids" }, bids.map((bid) => button(bid, cursor, base))),
  );
}

/** Who made a bid. @param {Bid} bid @param {State} state @param {string} base */
function maker({ label, suit, by, stands }, { seats }, base) {
  const name = by === null ? "" : seats[by].name;
  return h("span", { class: "wt-by", "data-suit": suit || null, "data-stands": stands },
    suit ? [symbol(suit, base, "wt-pip"), h("span", { class: "wt-hidden" }, `${label} `)] : "",
    stands ? say("{name}: stands", { name }) : say("{name}: beaten", { name }));
}

/** @param {Bid} bid @param {string | undefined} cursor @param {string} base */
function button({ action, label, name, suit, legal, reason, stands, equal }, cursor, base) {
  return h("button", {
    type: "button", class: "wt-button wt-bid", "data-action": action, "data-suit": suit || null,
    "data-equal": equal, tabindex: action === cursor ? "0" : "-1", "aria-label": name === label ? null : name,
    "aria-disabled": legal ? null : "true", "aria-current": stands && "true", title: reason ? reason.text : null,
  }, suit ? symbol(suit, base, "wt-pip") : label);
}

// A page that opens with an auction has the style already.
if (!document.querySelector('link[href*="/table/ladder.css"]')) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("ladder.css", import.meta.url).href;
  document.head.append(style);
  await new Promise((done) => { style.onload = style.onerror = done; });
}
drawers.ladder = ladder;
