// @ts-check
/** The parts shared by replays and guides: each leads the visitor through a deal, and only one at a time on a page. */

import { tables } from "./link.mjs";

/** @import { WhisterTable } from "./element.mjs" */

let turn = 0;

/** End the replay or guide on this page. Returns false if another one has been chosen meanwhile. @param {Promise<unknown>} ready  what the new one waits for first */
export async function makeWay(ready) {
  const own = ++turn;
  await ready;
  for (const table of /** @type {WhisterTable[]} */ (tables())) {
    for (let other = table.led; other; other = table.led) await other.close();
    await answered(table);
  }
  return own === turn;
}

/** Resolves when no request of the table is pending. @param {WhisterTable} table */
export async function answered(table) {
  while (table.request) await new Promise((done) => setTimeout(done, 20));
}

/** @param {string} tag @param {Record<string, string>} attrs @param {(Node | string)[]} kids */
export function element(tag, attrs, ...kids) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) made.setAttribute(name, value);
  made.append(...kids);
  return made;
}

/** @param {string} go  what it does @param {string} words */
export const button = (go, words) => element("button", { type: "button", "data-go": go }, words);

/** A copy of part of the page without its anchors. @param {Node} node */
export function copy(node) {
  const made = node.cloneNode(true);
  if (made instanceof Element) for (const one of [made, ...made.querySelectorAll("[id]")]) one.removeAttribute("id");
  return made;
}
