// @ts-check
/** For returning players Python is ready early: it starts from the stored copy once a table is in sight and the page is idle. */

/** How much of the felt is to be seen. */
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
