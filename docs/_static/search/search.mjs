// The search page: a list of results while the reader types.
// @ts-check
import { enough, find } from "./finding.mjs";
import { element, item, walk } from "./results.mjs";

/** @typedef {import("./finding.mjs").Answer} Answer */
/** @typedef {import("./finding.mjs").Shown} Shown */

const PAGE = 15; // results at a time
const PAUSE = 120; // milliseconds after the last letter until the results appear
const SETTLED = 900; // and until their number is announced, so that a screen reader is not interrupted at every letter
const SLOW = 400; // milliseconds until a message says that the search is going on
const ROOT = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.search-form"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const box = /** @type {HTMLElement} */ (document.getElementById("search-results"));
const status = /** @type {HTMLElement} */ (document.getElementById("search-status"));

let turn = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let saying;

/** Announce a message, at once or after a pause in typing. @param {string} words @param {number} [after] */
function say(words, after = 0) {
  clearTimeout(saying);
  if (after) saying = setTimeout(() => (status.textContent = words), after);
  else status.textContent = words;
}

/** The query: the words, with straight quotation marks, and the chosen family and kind. */
function asked() {
  const given = new FormData(form);
  const of = (/** @type {string} */ name) => String(given.get(name) ?? "").trim();
  return { words: of("q").replace(/[“”„«»]/g, '"'), family: of("family"), kind: of("kind") };
}

/** Keep the query in the address, so that it can be shared and revisited. */
function keep() {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries({ q: asked().words, family: asked().family, kind: asked().kind })) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  history.replaceState(null, "", address);
}

/** @param {number} [after]  the delay from the results to the announcement of their number */
async function search(after = 0) {
  const mine = ++turn;
  const { words, family, kind } = asked();
  keep();
  if (!enough(words)) {
    box.replaceChildren();
    box.removeAttribute("aria-busy");
    say(words ? "Write two letters or more." : "", after);
    return;
  }
  box.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => mine === turn && say("Searching …"), SLOW);
  try {
    const answer = await find(words, { family, kind });
    await show(words, answer, mine, after);
  } catch {
    if (mine !== turn) return;
    box.replaceChildren(fallBack());
    say("Search did not load. Reload the page.");
  } finally {
    clearTimeout(slow);
    if (mine === turn) box.removeAttribute("aria-busy");
  }
}

/** @param {string} words @param {Answer} answer @param {number} mine @param {number} after */
async function show(words, answer, mine, after) {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  const list = element("ol", "search-list");
  /** Add new results to the list; those listed without an excerpt get one. @param {Shown[]} more */
  const add = (more) => more.reduce((/** @type {HTMLElement | undefined} */ firstAdded, shown) => {
    const there = known.get(shown.url);
    const made = item({ ...shown, note: shown.note ?? there?.querySelector(".search-note")?.textContent ?? "" }, answer.sought);
    known.set(shown.url, made);
    if (!there) list.append(made);
    else if (!there.querySelector(".search-excerpt")) there.replaceWith(made);
    return firstAdded ?? (there ? undefined : made);
  }, undefined);
  add(answer.first);
  const more = document.createElement("button");
  more.type = "button";
  more.className = "search-more";
  const next = async () => {
    const some = await answer.more(PAGE);
    if (mine !== turn) return;
    const added = add(some);
    more.hidden = answer.left() <= 0;
    more.textContent = `Show ${Math.min(answer.left(), PAGE)} more of ${answer.left()}`;
    return added;
  };
  more.addEventListener("click", async () => {
    const added = await next();
    added?.querySelector("a")?.focus();
  });
  await next();
  if (mine !== turn) return;
  const total = Math.max(answer.total, list.children.length);
  const said = words.includes('"') ? words : `“${words}”`;
  const number = total ? `${total} ${total === 1 ? "result" : "results"} for ${said}.` : `Nothing found for ${said}.`;
  say([number, ...answer.notes].join(" "), after);
  box.replaceChildren(...(total ? [list, more] : [suggested(answer)]));
}

/** The names nearest to words that found nothing. @param {Answer} answer */
function suggested({ near, sought }) {
  if (!near.length) return fallBack();
  const list = element("ul", "search-list", ...near.map((shown) => item(shown, sought)));
  return element("div", "", element("p", "", "Similar names:"), list, fallBack());
}

function fallBack() {
  const link = /** @type {HTMLAnchorElement} */ (element("a", "", "index"));
  link.href = new URL("genindex/", ROOT).href;
  return element("p", "", "For every clause, name and page, see the ", link, ".");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  search();
});
field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => search(SETTLED), PAUSE);
});
walk(field, box);
for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", () => search());

const given = new URLSearchParams(location.search);
for (const name of ["q", "family", "kind"]) {
  const control = form.elements.namedItem(name);
  const value = given.get(name);
  if (value && (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) control.value = value;
}
if (field.value) search();
else field.focus();
