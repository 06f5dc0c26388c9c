// @ts-check
/** A position in the page's address: `#deal=` and the record. */

const SIGN = "#deal=";

/** The address of this page with a position. @param {string} record */
export const link = (record) => `${location.origin}${location.pathname}${location.search}${SIGN}${encodeURI(record)}`;

/**
 * The record in the address, if it is for this table: the one whose rule set it names, else the page's first.
 * @param {Element} table
 * @returns {string | null}
 */
export function linked(table) {
  if (!location.hash.startsWith(SIGN)) return null;
  const record = decoded(location.hash.slice(SIGN.length));
  const tables = [...document.querySelectorAll("whister-table")];
  const meant = tables.find((one) => record.includes(one.getAttribute("rules") ?? "?")) ?? tables[0];
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
