// @ts-check
/** A position in the page's address: `#deal=` and the record. */

const SIGN = "#deal=";

/** The address of this page with a position. @param {string} record */
export const link = (record) => `${location.origin}${location.pathname}${location.search}${SIGN}${encodeURI(record)}`;

/** The fields of a record that tell tables apart. */
const RULES = 1;
const HANDS = 5;

/**
 * The record in the address, if it is for this table: the one that opens with its cards, else the one whose rule set
 * it names, else the page's first.
 * @param {Element} table
 * @returns {string | null}
 */
export function linked(table) {
  if (!location.hash.startsWith(SIGN)) return null;
  const record = decoded(location.hash.slice(SIGN.length));
  const tables = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("whister-table")]);
  const fields = record.split("~");
  const meant = tables.find((one) => one.dataset.start?.split("~")[HANDS] === fields[HANDS])
    ?? tables.find((one) => one.getAttribute("rules") === fields[RULES]) ?? tables[0];
  return meant === table ? record : null;
}

/** Take the position out of the address: the game has gone on from it. @param {Element} table */
export function unlink(table) {
  if (linked(table) !== null) history.replaceState(history.state, "", location.pathname + location.search);
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
