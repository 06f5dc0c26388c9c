// @ts-check
/** The game around the deal: its score sheet, its end and, when a deal is over, the hands as dealt. */

import { face } from "./cards.mjs";
import { drawers } from "./later.mjs";
import { clauseLink } from "./parts.mjs";
import { head, held, plain, scoring, signed } from "./settlement.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Row, Seat, Node_ } from "./types.mjs" */

/** @param {State} state @param {string} base */
function sheet(state, base) {
  return [score(state, base), dealt(state, base)].filter((part) => part !== null);
}

/** The deals so far, one per row. @param {State} state @param {string} base */
function score(state, base) {
  const { game, seats, settlement, unit } = state;
  if (!game?.sheet.length) return null;
  const players = scoring(seats);
  const rows = settlement?.row ? [...game.sheet, settlement.row] : game.sheet;
  const pooled = rows.some(({ pools }) => pools.length);
  return h("details", { class: "wt-sheet", "data-part": "sheet", open: true },
    h("summary", {}, say("The game so far")),
    h("div", { class: "wt-scroll", role: "region", tabindex: "0", "aria-label": say("The game so far") },
      h("table", {},
        head(`${say("Deal")} (${unit})`, players, pooled),
        h("tbody", {}, rows.flatMap((row, k) => [opening(row, rows[k - 1], players), deal(row, players, seats, pooled)])),
      )),
    settlement?.ends && h("p", {}, settlement.ends.text, " ", settlement.ends.clause && clauseLink(settlement.ends.clause, base)),
  );
}

/**
 * The opening of a deal: the amounts at the start of the game, or the stakes paid; null if there are neither.
 * @param {Row} row @param {Row | undefined} before @param {Seat[]} players
 */
function opening({ number, opened, pools }, before, players) {
  const stakes = opened.map((total, seat) => worth(total) - worth(before?.totals[seat] ?? 0));
  if (!stakes.some((stake) => stake)) return null;
  /** @param {string} label */
  const lay = (label) => before?.pools.find((pool) => pool.label === label)?.chips ?? 0;
  return h("tr", { class: "wt-stakes" },
    h("th", { scope: "row" }, before ? say("Deal {n}: stakes", { n: number }) : say("At the start")),
    players.map(({ seat, name }) => h("td", { "data-of": name }, amount(opened[seat], (before && stakes[seat]) || undefined))),
    pools.length > 0 && h("td", { "data-of": say("Pool") }, pools.flatMap(({ label, opened }) =>
      held(label, amount(opened, before && opened - lay(label)), pools.length))),
  );
}

/** An amount and, in smaller type, its change. @param {number | string} now @param {number | string} [change] */
const amount = (now, change) => [plain(now), " ", change !== undefined && h("small", {}, signed(change))];

/** An amount as a number, since fractions are strings. @param {number | string} amount */
function worth(amount) {
  const [above, below = 1] = String(amount).split("/").map(Number);
  return above / below;
}

/** @param {Row} row @param {Seat[]} players @param {Seat[]} seats @param {boolean} pooled */
function deal({ number, dealer, what, declarer, delta, totals, pools }, players, seats, pooled) {
  const by = declarer === null || !what ? what : `${what}, ${seats[declarer].name}`;
  return h("tr", {},
    h("th", { scope: "row", title: say("dealt by {name}", { name: seats[dealer].name }) }, by ? `${number}: ${by}` : String(number)),
    players.map(({ seat, name }) => h("td", { "data-of": name }, amount(totals[seat], delta[seat]))),
    pooled && h("td", { "data-of": say("Pool") }, pools.flatMap(({ label, chips, opened }) => held(label, amount(chips, chips - opened), pools.length))),
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
