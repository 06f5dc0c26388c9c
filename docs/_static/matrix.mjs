// Turns a matrix's headings into buttons: a press sorts the rows by that column, a second press reverses them, and a
// third restores the original order. Without this module the rows are in order of age.
// @ts-check

/** @typedef {"ascending" | "descending" | "none"} Order */

const NONE = "–";
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** @type {Record<Order, Order>} */
const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

/**
 * The sort key of a cell: its text, or the year of a date in words.
 * @param {HTMLTableRowElement} row
 * @param {number} column
 */
function key(row, column) {
  const cell = row.cells[column];
  return cell?.querySelector("data")?.value ?? cell?.textContent?.trim() ?? "";
}

/**
 * @param {HTMLTableRowElement[]} rows in their original order
 * @param {number} column
 * @param {Order} order
 * @returns {HTMLTableRowElement[]} a rule set without the feature always comes last
 */
function sorted(rows, column, order) {
  if (order === "none") return rows;
  const turn = order === "descending" ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [key(one, column), key(other, column)];
    if ((a === NONE) !== (b === NONE)) return a === NONE ? 1 : -1;
    return turn * words.compare(a, b);
  });
}

/** @param {HTMLTableElement} table */
function makeSortable(table) {
  const body = table.tBodies[0];
  const headings = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (!body) return;
  const rows = [...body.rows];
  for (const [column, heading] of headings.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "matrix-sort";
    button.append(heading.textContent?.trim() ?? "");
    heading.replaceChildren(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const order = NEXT[/** @type {Order} */ (heading.getAttribute("aria-sort") ?? "none")];
      for (const other of headings) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", order);
      body.replaceChildren(...sorted(rows, column, order));
    });
  }
}

for (const table of document.querySelectorAll("table.matrix")) {
  if (table instanceof HTMLTableElement) makeSortable(table);
}
