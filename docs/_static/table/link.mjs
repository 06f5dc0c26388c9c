// @ts-check
/**
 * A position in the page's address: `#deal=` and the record, or `#deal2=` for the second table on a page. Also house
 * rules for the first table: `#house=` and the options as JSON.
 */

import { handsOf, rulesOf } from "./record.mjs";

const SIGN = /^#deal(\d*)=/;

/** The tables on the page. @returns {HTMLElement[]} */
export const tables = () => [...document.querySelectorAll("whister-table")].map((one) => /** @type {HTMLElement} */ (one));

// History entries already seen are marked: reaching one means going back or forward again.
const mark = () => history.replaceState({ ...history.state, seen: true }, "");
export const seen = () => Boolean(history.state?.seen);
setTimeout(mark);
addEventListener("hashchange", () => setTimeout(mark));

/** The record in an address (by default the page's), if it is for this table. @param {Element} table @returns {string | null} */
export function linked(table, { hash } = /** @type {{hash: string}} */ (location)) {
  const sign = SIGN.exec(hash);
  if (!sign) return null;
  const record = decoded(hash.slice(sign[0].length));
  return tableOf(record, Number(sign[1])) === table ? record : null;
}

/**
 * The table for a record: the one with the number given, or that opens with its cards; otherwise the one with its rule
 * set, or else the first on the page.
 * @param {string} record
 * @param {number} [place]  counted from 1
 */
export function tableOf(record, place = 0) {
  const all = tables();
  const hands = handsOf(record);
  return all[place - 1]
    ?? all.find((one) => hands && handsOf(one.dataset.start) === hands)
    ?? all.find((one) => one.getAttribute("rules") === rulesOf(record)) ?? all[0];
}

/** The options of the house rules in the page's address, if there are any for this table. @param {Element} table @returns {Record<string, unknown> | null} */
export function house(table) {
  const [, text] = /^#house=(.*)$/.exec(location.hash) ?? [];
  if (!text || tables()[0] !== table) return null;
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}

/** Remove the position or the house rules from the address when the game has gone on from there. @param {Element} table */
export function unlink(table) {
  if (linked(table) !== null || house(table)) history.replaceState(history.state, "", location.pathname + location.search);
}

/** The record in a pasted text, which may be a whole address or the record itself. @param {string} text */
export function recordIn(text) {
  const [, inside] = /#deal\d*=(.*)$/s.exec(text.trim()) ?? [];
  return inside === undefined ? text.trim() : decoded(inside);
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
