// @ts-check
/**
 * For who has come to an address that is nowhere: the nearest ones that are. On the page for lost readers these are rule
 * sets and their clauses, by the list of them that the site has; on any other page, the anchors of that page.
 */

import { slips } from "./search/words.mjs";

/** @typedef {{title: string, aliases: string[]}} RuleSet */
/** @typedef {{href: string, words: string}} Near */

const ROOT = new URL("../", import.meta.url);
const SHOWN = 3;
const DRAWN = ".rule-house, .rule-compare"; // what a script draws later, anchors and all
const ALIKE = 0.6; // of two words, the share that need not be changed to make one the other

/** How much two words are alike, from 0 to 1: the fewer letters must be changed, the more. @param {string} a @param {string} b */
const likeness = (a, b) => 1 - slips(a, b) / Math.max(a.length, b.length, 1);

/** The words that are most like one, best first. @param {string} wrong @param {Iterable<string>} known */
export const nearest = (wrong, known) => [...new Set(known)]
  .map((word) => ({ word, like: likeness(wrong.toLowerCase(), word.toLowerCase()) }))
  .filter(({ like }) => like >= ALIKE)
  .sort((a, b) => b.like - a.like)
  .slice(0, SHOWN)
  .map(({ word }) => word);

/** What names a rule set in an address: its whole ID, its last part, its title and its other names. @param {string} id @param {RuleSet} told */
const names = (id, { title, aliases }) =>
  [id, id.split("/")[1], ...[title, ...aliases].map((name) => name.toLowerCase().replaceAll(" ", "-"))];

/** @param {string} place @returns {Promise<any>} */
const file = (place) => fetch(new URL(place, ROOT)).then((answer) => (answer.ok ? answer.json() : null), () => null);

const VERSION = /^(latest|v?\d+(\.\d+)+.*)$/;

/**
 * The parts of an address below the site's root. The page for lost readers of a published site is one for all versions
 * of it: its own root is that of the newest, and the address that is lost may be in another, or in none.
 * @param {string} path @param {string} root  of the newest
 */
export function below(path, root) {
  const [given, own] = [path, root].map((one) => one.split("/").filter(Boolean));
  const apart = own.findIndex((part, at) => part !== given[at]);
  const rest = given.slice(apart < 0 ? own.length : apart).map(decoded);
  return apart >= 0 && VERSION.test(rest[0] ?? "") ? rest.slice(1) : rest;
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The rule sets and clauses whose addresses are like this one. @param {URL} address @returns {Promise<Near[]>} */
export async function near(address) {
  const parts = below(address.pathname, ROOT.pathname).filter((part) => part !== "index.html" && part !== "embed");
  const known = Object.entries(/** @type {Record<string, RuleSet>} */ ((await file("_data/index.json"))?.rule_sets ?? {}));
  const asked = [parts.slice(0, 2).join("/"), ...parts.slice(0, 2).reverse()];
  const found = new Set();
  for (const wrong of asked) {
    const owners = new Map(known.flatMap(([id, told]) => names(id, told).map((name) => [name, id])));
    for (const name of nearest(wrong, owners.keys())) found.add(owners.get(name));
    if (found.size) break;
  }
  const rules = [...found].slice(0, SHOWN);
  const slug = address.hash.slice(1) || parts[2];
  const cards = slug && rules.length ? await file(`${rules[0]}/clauses/cards.json`) : null;
  const clauses = cards ? nearest(slug, Object.keys(cards.clauses)) : [];
  const titles = Object.fromEntries(known);
  return [
    ...clauses.map((one) => ({ href: `${rules[0]}/#${one}`, words: `${cards.clauses[one].title}, in ${cards.title}` })),
    ...rules.map((id) => ({ href: `${id}/`, words: titles[id].title })),
  ];
}

/** @param {string} said @param {Near[]} found @param {URL | string} base */
function notice(said, found, base) {
  const box = Object.assign(document.createElement("div"), { className: "lost" });
  box.setAttribute("role", "status");
  box.append(Object.assign(document.createElement("p"), { textContent: said }));
  const list = document.createElement("ul");
  for (const { href, words } of found) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: new URL(href, base).href, textContent: words }));
    list.append(item);
  }
  if (found.length) box.append(list);
  return box;
}

/** On the page for lost readers: say what is near the address that brought them. @param {URL} address */
export async function lostPage(address) {
  const found = await near(address);
  if (found.length) document.querySelector("article h1")?.after(notice("Did you mean one of these?", found, ROOT));
}

/** On any other page: say that it has no such anchor, and what is near. @param {string} name */
export function lostAnchor(name) {
  document.querySelector(".lost")?.remove();
  if (document.getElementById(name) || document.querySelector(DRAWN)) return;
  const there = [...document.querySelectorAll("article :is(section, .clause, [id^=option-], td [id])[id]")];
  const ids = there.map(({ id }) => id);
  const found = nearest(name, ids).map((id) => {
    const at = document.getElementById(id);
    const heading = at?.querySelector("h1, h2, h3, h4")?.firstChild?.textContent;
    return { href: `#${id}`, words: heading || at?.textContent || id };
  });
  const said = `There is no “${name}” on this page.${found.length ? " Did you mean one of these?" : ""}`;
  document.querySelector("article h1")?.after(notice(said, found, location.href));
  document.querySelector(".lost")?.scrollIntoView({ block: "center" });
}
