// @ts-check
/**
 * The packs' drawings, added to the page. Otherwise a browser requests and parses the file of a drawing again for each
 * further card, which takes too long, and the card is blank until then.
 */

import { here } from "./cards.mjs";

/** @type {Map<string, Promise<void>>} */
const coming = new Map();

/** Add the drawings that a table refers to; one that does not load is still referred to as a file. @param {Element} table @param {string} base */
export async function bring(table, base) {
  const names = [...table.querySelectorAll("use")].map((use) => /(\w+)\.svg#/.exec(use.getAttribute("href") ?? "")?.[1] ?? "");
  await Promise.all([...new Set(names)].map((name) => {
    if (name && !coming.has(name)) coming.set(name, fetched(name, base).catch(() => {}));
    return coming.get(name);
  }));
}

/** @param {string} name @param {string} base */
async function fetched(name, base) {
  const response = await fetch(`${base}_static/${name}.svg`);
  if (!response.ok) return;
  const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  for (const one of drawing.querySelectorAll("[id]")) one.id = here.id(name, one.id);
  for (const one of drawing.querySelectorAll("use")) one.setAttribute("href", `#${here.id(name, one.href.baseVal.slice(1))}`);
  drawing.setAttribute("aria-hidden", "true");
  /** @type {SVGElement} */ (/** @type {unknown} */ (drawing)).style.display = "none";
  document.body.append(drawing);
  here.names.add(name);
}
