// Remembers how the reader reads pages: only the rules or with their evidence, the Python sessions of the examples
// folded or open. Print follows these choices.
// @ts-check

const root = document.documentElement;

/** @param {string} key @param {string} value */
function keep(key, value) {
  try { localStorage.setItem(key, value); } catch { /* only for this page */ }
}

/** @param {string} selector @param {boolean} open */
function fold(selector, open) {
  for (const each of document.querySelectorAll(selector)) {
    if (each instanceof HTMLDetailsElement) each.open = open;
  }
}

/** Make a change that also moves the page above, and keep the chosen element where it is in the window. @param {Element} chosen @param {() => void} change */
function inPlace(chosen, change) {
  const before = chosen.getBoundingClientRect().top;
  change();
  scrollBy(0, chosen.getBoundingClientRect().top - before);
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== "layer") return;
  inPlace(target, () => {
    root.dataset.layer = target.value;
    fold("details.evidence", target.value === "evidence");
  });
  keep("whister-layer", target.value);
});

document.addEventListener("click", (event) => {
  const summary = event.target instanceof Element ? event.target.closest("details.session-fold > summary") : null;
  if (!(summary?.parentElement instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  const open = !summary.parentElement.open;
  inPlace(summary, () => {
    root.dataset.sessions = open ? "open" : "folded";
    fold("details.session-fold", open);
  });
  keep("whister-sessions", root.dataset.sessions ?? "folded");
});

document.addEventListener("wt-shown", ({ target }) => {
  const table = /** @type {import("./table/element.mjs").WhisterTable} */ (target);
  const place = document.querySelector(`[data-how="${table.state.rules.id}"]`);
  if (!(place instanceof HTMLElement)) return;
  import("./table/how.mjs").then(({ retell }) => retell(table, place)).catch(() => undefined);
}, { capture: true });

for (const each of document.querySelectorAll(".layers input")) {
  if (each instanceof HTMLInputElement) each.checked = each.value === root.dataset.layer;
}
// Anything opened by the address stays open.
if (root.dataset.layer === "evidence") fold("details.evidence", true);
if (root.dataset.sessions === "open") fold("details.session-fold", true);
