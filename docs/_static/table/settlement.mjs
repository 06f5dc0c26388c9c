// @ts-check
/** The score of a deal as a table: the payments, with the clause and the evidence for each. */

import { drawers } from "./later.mjs";
import { clauseLink } from "./parts.mjs";
import { badge } from "./evidence.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { State, Settlement, Seat, SettlementLine, Row, Node_ } from "./types.mjs" */

/** The seats that score: all except a hand without a player. @param {Seat[]} seats */
export const scoring = (seats) => seats.filter(({ plays }) => plays);

/** @param {State} state @param {string} base */
function settlement({ settlement: found, seats }, base) {
  const settled = /** @type {Settlement} */ (found);
  return h("div", { class: "wt-settlement", "data-part": "settlement", role: "region", tabindex: "0",
    "aria-label": say("Score") },
    settled.unpaid ? unpaid(settled, base) : paid(settled, scoring(seats), base),
    settled.end && ending(settled, scoring(seats), base),
  );
}

/** The end of a deal without a payment in any source. @param {Settlement} settled @param {string} base */
function unpaid(settled, base) {
  return [
    h("p", { class: "wt-caption" }, verdict(settled)),
    settled.lines.map((line) => h("p", {}, said(line, base))),
    settled.unpaid && h("p", { class: "wt-unpaid" },
      settled.unpaid.text, " ", settled.unpaid.clause && clauseLink(settled.unpaid.clause, base)),
  ].flat();
}

/** The text of a line, its clause and its evidence. @param {SettlementLine} line @param {string} base */
const said = (line, base) => [line.text, " ", line.clause && clauseLink(line.clause, base), " ", badge(line.evidence)];

/** @param {Settlement} settled @param {Seat[]} seats @param {string} base */
function paid(settled, seats, base) {
  const pools = settled.row?.pools ?? [];
  const pooled = pools.length > 0 || settled.lines.some((line) => line.pool);
  /** The pools with their names; a single pool with its amount only. @param {(pool: Row["pools"][number]) => string} shown */
  const lies = (shown) => pools.flatMap((pool) => held(pool.label, [shown(pool)], pools.length));
  return [
    h("table", {},
      h("caption", {}, verdict(settled)),
      head(settled.unit, seats, pooled),
      h("tbody", {}, settled.lines.map((line) => row(line, seats, pooled, base))),
      h("tfoot", {},
        settled.row && pools.length > 0 && h("tr", {}, h("th", { scope: "row" }, say("Before the deal, after the stakes are paid")),
          cells(settled.row.opened, lies(({ opened }) => plain(opened)), seats, plain)),
        h("tr", {}, h("th", { scope: "row" }, say("This deal")), cells(settled.delta, pooled ? lies(({ chips, opened }) => signed(chips - opened)) : undefined, seats)),
        h("tr", {}, h("th", { scope: "row" }, say("Total")), cells(settled.totals, pools.length ? lies(({ chips }) => plain(chips)) : pooled ? settled.pool : undefined, seats, plain)),
      ),
    ),
    settled.reconstructed && h("p", { class: "wt-reconstructed" },
      say("Reconstructed: no source gives these figures. The clause explains how they were worked out.")),
  ];
}

/** The payments at the end of the game. @param {Settlement} settled @param {Seat[]} seats @param {string} base */
function ending({ end, unit }, seats, base) {
  if (!end?.lines.length) return null;
  const pooled = end.lines.some((line) => line.pool);
  return h("div", { class: "wt-end", "data-part": "end" },
    h("table", {},
      h("caption", {}, say("Settled at the end of the game")),
      head(unit, seats, pooled),
      h("tbody", {}, end.lines.map((line) => row(line, seats, pooled, base))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("Total")),
        cells(end.totals, pooled ? end.pool : undefined, seats, plain))),
    ),
  );
}

/** @param {string} unit @param {Seat[]} seats @param {boolean} pooled */
export function head(unit, seats, pooled) {
  return h("thead", {}, h("tr", {},
    h("th", { scope: "col" }, unit),
    seats.map((seat) => h("th", { scope: "col" }, seat.name)),
    pooled && h("th", { scope: "col" }, say("Pool")),
  ));
}

/** @param {SettlementLine} line @param {Seat[]} seats @param {boolean} pooled @param {string} base */
function row(line, seats, pooled, base) {
  return h("tr", { "data-evidence": line.evidence },
    line.kind === "verdict" ? h("td", { colspan: seats.length + (pooled ? 2 : 1) }, said(line, base))
      : [h("th", { scope: "row" }, said(line, base)), ...cells(line.amounts, pooled ? line.pool ?? null : undefined, seats)]);
}

/**
 * A cell with an amount for each seat and for the pool: null leaves the pool's cell empty, undefined leaves it out.
 * @param {(number | string)[]} amounts
 * @param {number | string | (Node_ | string | false)[] | null | undefined} pool
 * @param {Seat[]} seats
 * @param {(amount: number | string) => string} shown
 */
function cells(amounts, pool, seats, shown = signed) {
  const found = seats.map(({ seat, name }) => h("td", { "data-of": name }, shown(amounts[seat])));
  return pool === undefined ? found : [...found, h("td", { "data-of": say("Pool") }, pool === null ? "" : Array.isArray(pool) ? pool : shown(pool))];
}

/** The contents of a pool, with its name if there are several. @param {string} label @param {(Node_ | string | false)[]} holds @param {number} pools */
export const held = (label, holds, pools) => (pools > 1 ? [h("span", { class: "wt-held" }, `${label} `, holds)] : holds);

/** @param {Settlement} settled */
function verdict({ verdict }) {
  if (verdict === "") return say("Score");
  return verdict === "made" || verdict === "lost" ? say(verdict) : verdict;
}

/** An amount without a plus sign. @param {number | string} amount */
export const plain = (amount) => String(amount).replace("-", "−");

/** An amount with its sign; fractions are strings and stay strings. @param {number | string} amount */
export function signed(amount) {
  if (typeof amount === "string") return amount;
  return amount < 0 ? `−${-amount}` : amount > 0 ? `+${amount}` : "0";
}

Object.assign(drawers, { settlement });
