// @ts-check
/**
 * A position in the page's address: `#deal=` and the record; `#deal2=` for the second table of a page. Or house rules,
 * `#house=` and the options as JSON, for the first.
 */

import { handsOf, rulesOf } from "./record.mjs";

const SIGN = /^#deal(\d*)=/;

/** The tables of the page. @returns {HTMLElement[]} */
export const tables = () => [...document.querySelectorAll("whister-table")].map((one) => /** @type {HTMLElement} */ (one));

// A history entry that was seen is marked: reaching it means going back, or forward again.
const mark = () => history.replaceState({ ...history.state, seen: true }, "");
export const seen = () => Boolean(history.state?.seen);
setTimeout(mark);
addEventListener("hashchange", () => setTimeout(mark));

/** The record in an address, that of the page if none is given, if it is for this table. @param {Element} table @returns {string | null} */
export function linked(table, { hash } = /** @type {{hash: string}} */ (location)) {
  const sign = SIGN.exec(hash);
  if (!sign) return null;
  const record = decoded(hash.slice(sign[0].length));
  return tableOf(record, Number(sign[1])) === table ? record : null;
}

/**
 * The table that a record is for: the one that is counted, or that opens with its cards, else the one whose rule set it
 * names, else the page's first.
 * @param {string} record
 * @param {number} [place]  from 1 on
 */
export function tableOf(record, place = 0) {
  const all = tables();
  const hands = handsOf(record);
  return all[place - 1]
    ?? all.find((one) => hands && handsOf(one.dataset.start) === hands)
    ?? all.find((one) => one.getAttribute("rules") === rulesOf(record)) ?? all[0];
}

/** The options of the house rules in the page's address, if it has any for this table. @param {Element} table @returns {Record<string, unknown> | null} */
export function house(table) {
  const [, text] = /^#house=(.*)$/.exec(location.hash) ?? [];
  if (!text || tables()[0] !== table) return null;
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}

/** Take the position, or the house rules, out of the address: the game has gone on from it. @param {Element} table */
export function unlink(table) {
  if (linked(table) !== null || house(table)) history.replaceState(history.state, "", location.pathname + location.search);
}

/** The record that a pasted text holds, be it a whole address or the record itself. @param {string} text */
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
