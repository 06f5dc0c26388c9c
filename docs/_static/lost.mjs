// @ts-check
/**
 * For readers at an address that does not exist: the nearest addresses that do. On the 404 page these are rule sets,
 * their clauses and other pages, by their names in search; on any other page, its anchors.
 */

import { byAddress, held, unfolded } from "./search/naming.mjs";
import { plain, slips } from "./search/words.mjs";

/** @typedef {import("./search/naming.mjs").Naming} Naming */
/** @typedef {{href: string, words: string, note?: string}} Near */

const ROOT = new URL("../", import.meta.url);
const SHOWN = 3;
const DRAWN = ".rule-house, .rule-compare"; // drawn later by scripts, including anchors
const ALIKE = 0.6; // the least share of letters that two words must have in common
const LESS = 0.15; // the factor for a page in another folder

/** The similarity of two words, from 0 to 1: higher if fewer letters must be changed. @param {string} a @param {string} b */
const likeness = (a, b) => 1 - slips(a, b) / Math.max(a.length, b.length, 1);

/** The words most like a wrong one, best first. @param {string} wrong @param {Iterable<string>} known */
export const nearest = (wrong, known) => [...new Set(known)]
  .map((word) => ({ word, like: likeness(wrong.toLowerCase(), word.toLowerCase()) }))
  .filter(({ like }) => like >= ALIKE)
  .sort((a, b) => b.like - a.like)
  .slice(0, SHOWN)
  .map(({ word }) => word);

const VERSION = /^(latest|v?\d+(\.\d+)+.*)$/;

/**
 * The parts of an address below the site's root. A published site has one 404 page for all versions: its root is that
 * of the newest version, but the missing address may be in another version or in none.
 * @param {string} path @param {string} root  of the newest version
 */
export function below(path, root) {
  const [given, own] = [path, root].map((one) => one.split("/").filter(Boolean));
  const apart = own.findIndex((part, at) => part !== given[at]);
  const rest = given.slice(apart < 0 ? own.length : apart).map(decoded);
  return VERSION.test(rest[0] ?? "") ? rest.slice(1) : rest;
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The likely targets of an address, the nearest first: the target of the corrected address or the new address of a
 * retired one; else the rule sets, by any of their names, and the pages with a similar title or last part.
 * @param {string[]} path  below the site's root @param {string} anchor @param {Naming} naming @returns {Near[]}
 */
export function near(path, anchor, naming) {
  const parts = path.map((part) => part.toLowerCase().replace(/\.(html?|md)$/, "")).filter((part) => part !== "index" && part !== "embed");
  const whole = `${parts.join("/")}/`;
  const page = held(naming.pages, whole);
  if (page) return [{ href: whole, words: page }];
  const slug = anchor || parts[2];
  const place = byAddress([parts.slice(0, 2).join("/"), ...(slug ? [slug] : [])].join("#"), naming);
  if (place) return [asNear(place)];
  const found = nearestPlaces(parts.slice(0, 2), naming);
  const rules = found[0]?.href.replace(/\/$/, "");
  const clauses = slug ? nearest(slug, Object.keys(held(naming.clauses, rules) ?? {})) : [];
  return [...clauses.flatMap((one) => byAddress(`${rules}#${one}`, naming) ?? []).map(asNear), ...found];
}

/** @param {import("./search/naming.mjs").Place} place @returns {Near} */
const asNear = ({ url, title, about, note }) => ({ href: url, words: `${title}${about && about !== title ? `, in ${about}` : ""}`, note });

/**
 * The rule sets, families and pages whose last part or name is most like the last part of a path, those in the same
 * folder first; if there are none, those like the part before.
 * @param {string[]} path @param {Naming} naming @returns {Near[]}
 */
function nearestPlaces(path, naming) {
  /** @type {[string, string, string][]} its name, its title, its address */
  const known = [
    ...naming.names.flatMap(([name, title, url]) => /** @type {[string, string, string][]} */ ([[name, title, url], [lastPart(url), title, url]])),
    ...Object.entries(naming.pages).flatMap(([url, title]) => /** @type {[string, string, string][]} */ ([[title, title, url], [lastPart(url), title, url]])),
  ];
  for (const part of [...path].reverse()) {
    /** @type {Map<string, Near & {like: number}>} */
    const best = new Map();
    for (const [name, words, href] of known) {
      const like = likeness(plain(part), plain(name)) - (path.length === 1 || href.split("/")[0] === path[0] ? 0 : LESS);
      if (like >= ALIKE && like > (best.get(href)?.like ?? 0)) best.set(href, { href, words, like });
    }
    if (best.size) return [...best.values()].sort((a, b) => b.like - a.like).slice(0, SHOWN);
  }
  return [];
}

/** @param {string} url */
const lastPart = (url) => url.split("/").filter(Boolean).at(-1) ?? "";

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

/** On the 404 page: list addresses near the one requested, and put its words into the search field. @param {URL} address */
export async function lostPage(address) {
  const path = below(address.pathname, ROOT.pathname);
  const field = document.querySelector("article input[name=q]");
  if (field instanceof HTMLInputElement) field.value ||= plain(lastPart(path.join("/").replace(/\.html?$/, "")));
  const naming = await fetch(new URL("_search/names.json", ROOT)).then((answer) => (answer.ok ? answer.json().then(unfolded) : null)).catch(() => null);
  const found = naming ? near(path, address.hash.slice(1), naming) : [];
  const said = found[0]?.note ?? `Did you mean ${found.length > 1 ? "one of these" : "this"}?`;
  if (found.length) document.querySelector("article h1")?.after(notice(said, found, ROOT));
}

/** On any other page: say that it has no such anchor, and list near ones. @param {string} name */
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
  const said = `“${name}” is not on this page.${found.length ? " Did you mean one of these?" : ""}`;
  document.querySelector("article h1")?.after(notice(said, found, location.href));
  document.querySelector(".lost")?.scrollIntoView({ block: "center" });
}
