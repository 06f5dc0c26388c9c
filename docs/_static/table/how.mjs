// @ts-check
/** *How to play*, rewritten for the house rules and the number of players of the table on its page. */

import { recount } from "./tally.mjs";
import { h, patch } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Clause } from "./types.mjs" */
/** @import { WhisterTable } from "./element.mjs" */

/** @typedef {{ moment: string, sentences: { text: string, clause: Clause }[] }[]} Moments */

/** The original list, for the usual rules. @type {WeakMap<Element, { kids: Node[], texts: Set<string> }>} */
const usual = new WeakMap();
/** The rules for which a list was last written. @type {WeakMap<Element, string>} */
const told = new WeakMap();

/** Rewrite a list for the rules in use at a table. @param {WhisterTable} table @param {HTMLElement} place  the place of the list */
export async function retell(table, place) {
  const { rules, seats } = table.state;
  const list = place.querySelector("dl");
  if (!list) return;
  const players = rules.players.find((n) => n === seats.length) ?? rules.players[0]; // a dummy also has a seat at the table
  const changed = [...(String(players) === place.dataset.players ? [] : [say("{n} players", { n: players })]),
    ...rules.in_force.map(({ title, value }) => `${title}: ${value}`)];
  const key = JSON.stringify([rules.options, players]);
  if (told.get(list) === key || (!changed.length && !usual.has(list))) return;
  told.set(list, key);
  const own = usual.get(list) ?? { kids: [...list.childNodes], texts: new Set([...list.querySelectorAll("a")].map(({ textContent }) => textContent ?? "")) };
  usual.set(list, own);
  if (!changed.length) {
    headed(list, table, "");
    recount();
    list.replaceChildren(...own.kids);
    return;
  }
  /** @type {{ moments: Moments, tally: import("./tally.mjs").Tally }} */
  const { moments, tally } = await table.engine.ask({ op: "how", rules: rules.id, options: rules.options, players });
  if (told.get(list) !== key) return;
  headed(list, table, say("As played at the table on this page: {what}.", { what: changed.join("; ") }));
  recount(tally);
  list.replaceChildren();
  patch(list, moments.flatMap(({ moment, sentences }) => [h("dt", {}, moment), h("dd", {}, h("p", {}, ...sentences.flatMap(({ text, clause }) =>
    [h("a", { class: own.texts.has(text) ? "clause-link" : "clause-link how-changed", href: table.base + clause.url }, text), " "])))]));
}

/**
 * Add a line above the list with its rules, and a line below the table that links to it; none for the usual rules.
 * @param {Element} list @param {WhisterTable} table @param {string} text
 */
function headed(list, table, text) {
  const above = beside(list, "previousElementSibling", "beforebegin", "how-told"), under = beside(table, "nextElementSibling", "afterend", "how-follows");
  above.textContent = text;
  patch(under, [h("a", { href: "#how-to-play" }, say("How to play")), say(", above, follows these rules.")]);
  for (const line of [above, under]) line.hidden = !text;
}

/**
 * The line beside an element, created if it does not exist yet.
 * @param {Element} place @param {"previousElementSibling" | "nextElementSibling"} side @param {InsertPosition} where @param {string} className
 */
function beside(place, side, where, className) {
  const there = place[side];
  if (there instanceof HTMLElement && there.matches(`.${className}`)) return there;
  const line = Object.assign(document.createElement("p"), { className });
  place.insertAdjacentElement(where, line);
  return line;
}
