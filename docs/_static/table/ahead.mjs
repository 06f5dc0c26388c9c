// @ts-check
/** Prepare Python early for returning players: it starts from the stored copy once a table is in view and the page is idle. */

/** The share of the felt that must be in view. */
const PART = 0.3;

/** @param {import("./element.mjs").WhisterTable} table */
export function whenInSight(table) {
  const rest = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 200));
  const sight = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    rest(() => table.wake());
  }, { threshold: PART });
  sight.observe(table.felt);
}
