// The search page: pagefind's index, asked when somebody searches and not before, shown as a list.
// @ts-check
import { byAddress, byName, likeAddress, nearest, nearestAddresses, putRight } from "./naming.mjs";
import { plain } from "./words.mjs";

/** @typedef {import("./naming.mjs").Naming} Naming */
/** @typedef {{id: string, words: number[]}} Hit  what pagefind found: a record, and the words of its text by number */
/** @typedef {{results: Hit[]}} Answer */
/** @typedef {[url: string, kind: string, title: string, about: string, address: string, also: number, text: string]} Kept */
/** @typedef {{options(to: object): Promise<void>, search(words: string, how: object): Promise<Answer>}} Pagefind */
/** @typedef {{title: string, url: string, kind: string, about?: string, address?: string, note?: string, also?: number, excerpt?: Node}} Shown */

const PAGE = 15; // results at a time
const EXCERPT = 30; // words
const PAUSE = 300; // milliseconds after the last letter
const ROOT = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
const INDEX = new URL("_search/", ROOT);
/** @type {Record<string, string>} */
const KINDS = { "rule set": "Rule set", family: "Family", clause: "Clause", option: "Option", claim: "Dated claim", source: "Source", page: "Page" };

/** Whose words they are likely to be that somebody asks for word for word. */
const QUOTED = ["clause", "rule set", "family", "option", "claim", "source", "page"];

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.search-form"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const box = /** @type {HTMLElement} */ (document.getElementById("search-results"));
const status = /** @type {HTMLElement} */ (document.getElementById("search-status"));

/** @type {Promise<[Pagefind, Naming]> | undefined} */
let loading;
let turn = 0;

/** Bring pagefind and the names; once, and again only where it failed. */
function load() {
  loading ??= Promise.all([
    import(new URL("pagefind.js", INDEX).href).then(async (/** @type {Pagefind} */ pagefind) => {
      await pagefind.options({
        basePath: INDEX.pathname,
        baseUrl: "/",
        ranking: { metaWeights: { title: 6, names: 6, heading: 2, about: 1.5, address: 1 } },
      });
      return pagefind;
    }),
    fetch(new URL("names.json", INDEX)).then((response) => response.json()),
  ]);
  loading.catch(() => (loading = undefined));
  return loading;
}

/** @type {Map<string, Promise<Record<string, Kept>>>} */
const bundles = new Map();

/** A record by pagefind's ID of it: a language and a hash, whose first digit says which file it is in. @param {string} id */
async function record(id) {
  const digit = id.split("_")[1][0];
  if (!bundles.has(digit)) {
    const coming = fetch(new URL(`records-${digit}.json`, INDEX)).then((response) => response.json());
    coming.catch(() => bundles.delete(digit));
    bundles.set(digit, coming);
  }
  return (await /** @type {Promise<Record<string, Kept>>} */ (bundles.get(digit)))[id];
}

/** Whatever has words that stand together has them alike for Pagefind: then the kinds are in order. @param {Answer} answer @returns {Promise<Answer>} */
async function byKind({ results }) {
  const kinds = await Promise.all(results.map(async (hit) => ({ hit, rank: QUOTED.indexOf((await record(hit.id))[1]) })));
  return { results: kinds.sort((a, b) => a.rank - b.rank).map(({ hit }) => hit) };
}

/** What is asked: the words, their quotation marks straight as Pagefind reads them, and the family and kind chosen. */
function asked() {
  const given = new FormData(form);
  const of = (/** @type {string} */ name) => String(given.get(name) ?? "").trim();
  return { words: of("q").replace(/[“”„«»]/g, '"'), family: of("family"), kind: of("kind") };
}

/** Keep the question in the address, so that it can be sent to somebody and come back to. */
function keep() {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries({ q: asked().words, family: asked().family, kind: asked().kind })) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  history.replaceState(null, "", address);
}

async function search() {
  const mine = ++turn;
  const { words, family, kind } = asked();
  keep();
  if (plain(words).length < 2 && !likeAddress(words)) {
    box.replaceChildren();
    status.textContent = words ? "Write two letters or more." : "";
    return;
  }
  box.setAttribute("aria-busy", "true");
  status.textContent = "Searching …";
  try {
    const [pagefind, naming] = await load();
    const right = putRight(words, naming);
    const how = { filters: { ...(family && { family }), ...(kind && { kind }) } };
    const place = byAddress(words, naming);
    const lost = likeAddress(words) && !place;
    const named = lost ? nearestAddresses(words, naming) : [...byName(words, naming), ...(right.changed.length ? byName(right.words, naming) : [])].map(asShown);
    const fits = (/** @type {{kind: string, url: string}} */ one) =>
      (!kind || one.kind === kind) && (!family || one.url.startsWith(`${family}/`));
    const first = [...(place ? [place] : []), ...named].filter(fits);
    // An address is no words; and Pagefind would shorten a word that nothing begins with until something does.
    const answer = lost || place?.note || right.unknown.length ? { results: [] } : await pagefind.search(right.words, how);
    const inOrder = words.includes('"') ? await byKind(answer) : answer;
    if (mine !== turn) return;
    const notes = lost ? [`It is no address here${named.length ? ": what is nearest is shown" : ""}.`]
      : place?.note ? [place.note]
      : right.changed.map(([wrong, meant]) => `Nothing has “${wrong}”: “${meant}” was looked for.`);
    await show(words, first, inOrder, notes, naming, mine);
  } catch {
    if (mine !== turn) return;
    box.replaceChildren(fallBack());
    status.textContent = "Search could not be loaded.";
  } finally {
    if (mine === turn) box.removeAttribute("aria-busy");
  }
}

/** @param {import("./naming.mjs").Named} named @returns {Shown} */
function asShown({ name, title, url, kind }) {
  return { title, url, kind, address: url.replace(/\/(?=#|$)/, ""), note: name === title ? "" : `Also called ${name}.` };
}

/**
 * @param {string} words @param {Shown[]} first  by address and name @param {Answer} answer
 * @param {string[]} notes  on how the words were understood @param {Naming} naming @param {number} mine
 */
async function show(words, first, answer, notes, naming, mine) {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  let at = 0;
  const list = element("ol", "search-list");
  /** Add what is not in the list yet; what is there without a piece of its text gets one. @param {Shown[]} more */
  const add = (more) => more.reduce((/** @type {HTMLElement | undefined} */ firstAdded, shown) => {
    const there = known.get(shown.url);
    if (!there) {
      const made = item(shown);
      known.set(shown.url, made);
      list.append(made);
      return firstAdded ?? made;
    }
    if (shown.excerpt?.textContent && !there.querySelector(".search-excerpt")) {
      there.querySelector(".search-title")?.after(element("p", "search-excerpt", shown.excerpt));
    }
    return firstAdded;
  }, undefined);
  add(first);
  const more = document.createElement("button");
  more.type = "button";
  more.className = "search-more";
  const next = async () => {
    const hits = answer.results.slice(at, (at += PAGE));
    const records = await Promise.all(hits.map(({ id }) => record(id)));
    if (mine !== turn) return;
    const added = add(records.map((kept, i) => ofRecord(kept, hits[i].words)));
    const rest = answer.results.length - at;
    more.hidden = rest <= 0;
    more.textContent = `Show ${Math.min(rest, PAGE)} more of ${rest}`;
    return added;
  };
  more.addEventListener("click", async () => {
    const added = await next();
    added?.querySelector("a")?.focus();
  });
  await next();
  if (mine !== turn) return;
  const total = Math.max(answer.results.length, list.children.length);
  const said = words.includes('"') ? words : `“${words}”`;
  status.textContent = [
    total ? `${total} ${total === 1 ? "result" : "results"} for ${said}.` : `Nothing found for ${said}.`,
    ...notes,
  ].join(" ");
  box.replaceChildren(...(total ? [list, more] : [suggested(words, naming)]));
}

/** @param {Kept} kept @param {number[]} found @returns {Shown} */
function ofRecord([url, kind, title, about, address, also, text], found) {
  return { url, kind, title, about, address, also, excerpt: excerpt(text, found) };
}

/** A piece of a text about the words that were found, which are marked. @param {string} text @param {number[]} found */
function excerpt(text, found) {
  const words = text.split(/\s+/);
  const first = Math.min(...found, words.length);
  const begin = first < EXCERPT - 4 || first >= words.length ? 0 : first - 6;
  const made = document.createDocumentFragment();
  made.append(begin ? "… " : "");
  words.slice(begin, begin + EXCERPT).forEach((word, i) => {
    made.append(i ? " " : "", found.includes(begin + i) ? element("mark", "", word) : word);
  });
  made.append(begin + EXCERPT < words.length ? " …" : "");
  return made;
}

/** @param {string} name @param {string} [className] @param {...(string | Node)} children */
function element(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** One result. @param {Shown} shown */
function item({ title, url, kind, about, address, note, also, excerpt }) {
  const link = /** @type {HTMLAnchorElement} */ (element("a", "", title));
  link.href = new URL(url, ROOT).href;
  const where = [KINDS[kind] ?? kind, about].filter(Boolean).join(" · ");
  const lines = [element("p", "search-title", link, " ", element("span", "search-where", where))];
  if (note) lines.push(element("p", "search-note", note));
  if (excerpt?.textContent) lines.push(element("p", "search-excerpt", excerpt));
  if (also) lines.push(element("p", "search-note", `Word for word in ${also === 1 ? "one other game" : `${also} other games`}.`));
  if (address && kind !== "page") lines.push(element("p", "search-address", element("code", "", address)));
  return element("li", "", ...lines);
}

/** What is nearest to words that found nothing. @param {string} words @param {Naming} naming */
function suggested(words, naming) {
  const near = nearest(words, naming);
  if (!near.length) return fallBack();
  const list = element("ul", "search-list", ...near.map((named) => item(asShown(named))));
  return element("div", "", element("p", "", "Nearest in name:"), list, fallBack());
}

function fallBack() {
  const link = /** @type {HTMLAnchorElement} */ (element("a", "", "index"));
  link.href = new URL("genindex/", ROOT).href;
  return element("p", "", "Every clause, name and page is in the ", link, ".");
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  search();
});
field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, PAUSE);
});
for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", search);

const given = new URLSearchParams(location.search);
for (const name of ["q", "family", "kind"]) {
  const control = form.elements.namedItem(name);
  const value = given.get(name);
  if (value && (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) control.value = value;
}
if (field.value) search();
else field.focus();
