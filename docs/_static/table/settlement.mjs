// @ts-check
/** The settlement of a deal as a table: what was paid, by which clause, on what evidence. */

import { clauseLink, drawers } from "./choice.mjs";
import { h } from "./tree.mjs";
import { say, WORDS } from "./words.mjs";

/** @import { Settlement, Seat, SettlementLine } from "./types.mjs" */

/** @param {Settlement} settled @param {Seat[]} seats @param {string} base */
function settlement(settled, seats, base) {
  return h("div", { class: "wt-settlement", "data-part": "settlement", role: "region", tabindex: "0",
    "aria-label": say("What was settled") }, settled.unpaid ? unpaid(settled, base) : paid(settled, seats, base));
}

/** How a deal ended whose payment no source gives. @param {Settlement} settled @param {string} base */
function unpaid(settled, base) {
  return [
    h("p", { class: "wt-caption" }, verdict(settled)),
    settled.lines.map((line) => h("p", {}, said(line, base))),
    settled.unpaid && h("p", { class: "wt-unpaid" },
      settled.unpaid.text, " ", settled.unpaid.clause && clauseLink(settled.unpaid.clause, base)),
  ].flat();
}

/** A line's words, its clause and its evidence. @param {SettlementLine} line @param {string} base */
const said = (line, base) => [line.text, " ", line.clause && clauseLink(line.clause, base), " ", badge(line)];

/** @param {Settlement} settled @param {Seat[]} seats @param {string} base */
function paid(settled, seats, base) {
  const pooled = Boolean(settled.pool) || settled.lines.some((line) => line.pool);
  /** @param {(number | string)[]} amounts @param {number | string | null | undefined} pool */
  const cells = (amounts, pool) => [
    amounts.map((amount) => h("td", {}, signed(amount))),
    pooled && h("td", {}, pool === null || pool === undefined ? "" : signed(pool)),
  ].flat();
  return [
    h("table", {},
      h("caption", {}, verdict(settled)),
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, settled.unit),
        seats.map((seat) => h("th", { scope: "col" }, seat.name)),
        pooled && h("th", { scope: "col" }, say("Pool")),
      )),
      h("tbody", {}, settled.lines.map((line) => h("tr", { "data-evidence": line.evidence },
        line.kind === "verdict" ? h("td", { colspan: seats.length + (pooled ? 2 : 1) }, said(line, base))
          : [h("th", { scope: "row" }, said(line, base)), ...cells(line.amounts, line.pool)],
      ))),
      h("tfoot", {},
        h("tr", {}, h("th", { scope: "row" }, say("This deal")), cells(settled.delta, null)),
        h("tr", {}, h("th", { scope: "row" }, say("Total")), settled.totals.map((total) => h("td", {}, String(total).replace("-", "−"))),
          pooled && h("td", {}, String(settled.pool))),
      ),
    ),
    settled.reconstructed && h("p", { class: "wt-reconstructed" },
      say("Reconstructed: no source gives these figures. The clause shows how they were built.")),
  ];
}

/** @param {Settlement} settled */
function verdict({ verdict }) {
  if (verdict === "") return say("What was settled");
  return verdict === "made" || verdict === "lost" ? say(verdict) : verdict;
}

/** The settlement in a sentence, for who listens. @param {Settlement} settled @param {Seat[]} seats */
function result(settled, seats) {
  if (settled.unpaid) return `${verdict(settled)}. ${settled.unpaid.text}`;
  const amounts = settled.delta.map((amount, seat) => `${seats[seat].name} ${signed(amount)}`);
  return `${verdict(settled)}. ${amounts.join(", ")} ${settled.unit}.`;
}

/** @param {SettlementLine} line */
function badge({ evidence }) {
  const word = evidence in WORDS ? say(/** @type {keyof typeof WORDS} */ (evidence)) : evidence;
  return h("span", { class: "wt-evidence", "data-evidence": evidence }, word);
}

/** An amount with its sign; fractions come as text and stay so. @param {number | string} amount */
function signed(amount) {
  if (typeof amount === "string") return amount;
  return amount < 0 ? `−${-amount}` : amount > 0 ? `+${amount}` : "0";
}

Object.assign(drawers, { settlement, result });
