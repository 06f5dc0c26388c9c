// @ts-check
/** The game around the deal: its score sheet, when it ends, and, once a deal is over, the hands as they were dealt. */

import { face } from "./cards.mjs";
import { clauseLink, drawers } from "./choice.mjs";
import { head, plain, scoring, signed } from "./settlement.mjs";
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
  const rows = settlement?.row ? [...game.sheet, settlement.row] : game.sheet;
  const pooled = rows.some(({ pool }) => pool !== null);
  return h("details", { class: "wt-sheet", "data-part": "sheet", open: true },
    h("summary", {}, say("The game so far")),
    h("div", { class: "wt-scroll", role: "region", tabindex: "0", "aria-label": say("The game so far") },
      h("table", {},
        head(`${say("Deal")} (${unit})`, players, pooled),
        h("tbody", {}, rows.map((row) => deal(row, players, seats, pooled))),
      )),
    settlement?.ends && h("p", {}, settlement.ends.text, " ", settlement.ends.clause && clauseLink(settlement.ends.clause, base)),
  );
}

/** @param {Row} row @param {Seat[]} players @param {Seat[]} seats @param {boolean} pooled */
function deal({ number, dealer, what, declarer, delta, totals, pool }, players, seats, pooled) {
  const by = declarer === null || !what ? what : `${what}, ${seats[declarer].name}`;
  return h("tr", {},
    h("th", { scope: "row", title: say("dealt by {name}", { name: seats[dealer].name }) }, by ? `${number}: ${by}` : String(number)),
    players.map(({ seat, name }) => h("td", { "data-of": name }, plain(totals[seat]), " ", h("small", {}, signed(delta[seat])))),
    pooled && h("td", { "data-of": say("Pool") }, pool === null ? "" : plain(pool)),
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
