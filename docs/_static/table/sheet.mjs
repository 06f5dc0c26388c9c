// @ts-check
/** The game around the deal: its score sheet, when it ends, and, once a deal is over, the hands as they were dealt. */

import { face } from "./cards.mjs";
import { clauseLink, drawers } from "./choice.mjs";
import { cells, head, plain, scoring, signed } from "./settlement.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Row, Seat } from "./types.mjs" */

/** @param {State} state @param {string} base */
function sheet(state, base) {
  return [score(state, base), dealt(state, base)].filter((part) => part !== null);
}

/** The deals so far, one a row. @param {State} state @param {string} base */
function score(state, base) {
  const { game, seats, settlement, unit } = state;
  if (!game?.sheet.length) return null;
  const players = scoring(seats);
  const rows = settlement && !settlement.unpaid ? [...game.sheet, now(state)] : game.sheet;
  const pooled = rows.some(({ pool }) => pool !== null);
  const last = rows[rows.length - 1];
  return h("details", { class: "wt-sheet", "data-part": "sheet", open: true },
    h("summary", {}, say("The game so far")),
    h("div", { class: "wt-scroll", role: "region", tabindex: "0", "aria-label": say("The game so far") },
      h("table", {},
        head(say("Deal"), players, pooled),
        h("tbody", {}, rows.map((row) => deal(row, players, seats, pooled))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, `${say("Total")}, ${unit}`),
          cells(last.totals, pooled ? last.pool : undefined, players, plain))),
      )),
    settlement?.ends && h("p", {}, settlement.ends.text, " ", settlement.ends.clause && clauseLink(settlement.ends.clause, base)),
  );
}

/** The deal that is over now, as a row. @param {State} state @returns {Row} */
function now({ game, seats, settlement: found }) {
  const { what, delta, totals, pool } = /** @type {import("./types.mjs").Settlement} */ (found);
  const declarer = seats.findIndex(({ role }) => role === "bidder" || role === "declarer");
  return {
    number: game.sheet[game.sheet.length - 1].number + 1, dealer: seats.findIndex(({ dealer }) => dealer), what,
    declarer: declarer < 0 ? null : declarer, delta, totals, pool: game.sheet.every((row) => row.pool === null) ? null : pool,
  };
}

/** @param {Row} row @param {Seat[]} players @param {Seat[]} seats @param {boolean} pooled */
function deal({ number, dealer, what, declarer, delta, pool }, players, seats, pooled) {
  const by = declarer === null || !what ? what : `${what}, ${seats[declarer].name}`;
  return h("tr", {},
    h("th", { scope: "row", title: say("dealt by {name}", { name: seats[dealer].name }) }, by ? `${number}: ${by}` : String(number)),
    cells(delta, undefined, players, signed),
    pooled && h("td", {}, pool === null ? "" : plain(pool)),
  );
}

/** @param {State} state @param {string} base */
function dealt({ dealt: hands }, base) {
  return hands && h("details", { class: "wt-dealt", "data-part": "dealt" },
    h("summary", {}, say("The hands as dealt")),
    h("dl", {}, hands.flatMap(({ name, cards }) => [
      h("dt", {}, name),
      h("dd", {}, h("span", { class: "wt-open" }, cards.map((card) => face(card, base)))),
    ])),
  );
}

Object.assign(drawers, { sheet });
