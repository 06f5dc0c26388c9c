// @ts-check
/** Keys inside the table: arrows move through the hand and the ladder (one element of each is in the Tab order), letters act as buttons. */

/**
 * The meaning of a key at the table, or null.
 * @param {KeyboardEvent} event
 * @param {Element} table
 * @returns {{focus: HTMLElement} | {press: string} | null}
 */
export function meaning(event, table) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return null;
  const at = /** @type {Element | null} */ (event.target);
  if (at?.closest("input, textarea, select, dialog")) return null;
  /** @type {Record<string, string>} */
  const letters = { u: "undo", h: "hint", n: "on", p: "pause", s: "step", l: "back", "?": "keys" };
  const letter = letters[event.key.toLowerCase()];
  if (letter) return { press: letter };
  const walk = at?.closest(".wt-hand, .wt-ladder");
  const cards = /** @type {HTMLElement[]} */ ([...walk?.querySelectorAll("[tabindex]") ?? []])
    .filter((card) => !card.closest("details:not([open]) > :not(summary)"));
  const i = cards.findIndex((card) => card === at);
  if (i < 0) return null;
  const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: cards.length - 1,
    ArrowUp: row(cards, i, -1), ArrowDown: row(cards, i, 1) }[event.key];
  const card = to === undefined ? undefined : cards[(to + cards.length) % cards.length];
  return card && table.contains(card) ? { focus: card } : null;
}

/**
 * The nearest card above or below, if the cards are in several rows.
 * @param {HTMLElement[]} cards
 * @param {number} i
 * @param {1 | -1} way
 */
function row(cards, i, way) {
  const here = cards[i].getBoundingClientRect();
  let best = i;
  let gap = Infinity;
  cards.forEach((card, j) => {
    const there = card.getBoundingClientRect();
    const down = (there.top - here.top) * way;
    const beside = Math.max(0, there.left - here.right, here.left - there.right);
    const off = down + 9 * beside + Math.abs(there.left - here.left) / 99;
    if (down > here.height / 2 && off < gap) [best, gap] = [j, off];
  });
  return best;
}
