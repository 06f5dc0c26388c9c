// A search result as shown: its title, its kind and game, and a piece of its text around the words found.
// @ts-check
import { plain } from "./words.mjs";

/** @typedef {import("./finding.mjs").Shown} Shown */

const ROOT = new URL("../../", import.meta.url);
const EXCERPT = 30; // the length of an excerpt, in words
const BEFORE = 6; // the words of an excerpt before the first one found
/** @type {Record<string, string>} */
const KINDS = { "rule set": "Rule set", family: "Family", clause: "Clause", option: "Option", claim: "Dated claim", source: "Source", page: "Page", figures: "Figures" };

/** @param {string} name @param {string} [className] @param {...(string | Node)} children */
export function element(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/**
 * Let the arrow keys move from a search field through the links of its results and back; Escape goes back, then clears
 * the field.
 * @param {HTMLInputElement} field @param {HTMLElement} box  of the results
 */
export function walk(field, box) {
  const step = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const links = [...box.querySelectorAll("a")];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = event.key === "ArrowDown" ? links[at + 1] : event.key === "ArrowUp" ? links[at - 1] : undefined;
    if (event.key === "Escape" && (at >= 0 || field.value)) {
      event.stopPropagation();
      if (at < 0) {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      field.focus();
    } else if (next || (event.key === "ArrowUp" && at === 0)) {
      (next ?? field).focus();
    } else return;
    event.preventDefault();
  };
  field.addEventListener("keydown", step);
  box.addEventListener("keydown", step);
}

/** The address of a result. @param {Shown} shown */
export const target = ({ url }) => new URL(url, ROOT).href;

/** The kind of a result and the game or page that it belongs to. @param {Shown} shown */
export const where = ({ kind, about, title, off }) =>
  [about === title ? "" : about, `${KINDS[kind] ?? kind}${off ? ", not in force" : ""}`].filter(Boolean).join(" · ");

/** One result. @param {Shown} shown @param {(word: string) => boolean} sought */
export function item(shown, sought) {
  const { title, kind, address, note, also, text } = shown;
  const link = /** @type {HTMLAnchorElement} */ (element("a", "", title));
  link.href = target(shown);
  const lines = [element("p", "search-title", link, " ", element("span", "search-where", where(shown)))];
  if (note) lines.push(element("p", "search-note", note));
  if (text) lines.push(element("p", "search-excerpt", excerpt(text, sought)));
  const apparatus = [
    ...(address && kind !== "page" ? [element("code", "", address)] : []),
    ...(also ? [element("span", "search-also", `the same words in ${also === 1 ? "one other game" : `${also} other games`}`)] : []),
  ];
  if (apparatus.length) lines.push(element("p", "search-address", ...apparatus.flatMap((each, i) => (i ? [" · ", each] : [each]))));
  return element("li", "", ...lines);
}

/** The piece of a text with the most words searched for, which are marked. @param {string} text @param {(word: string) => boolean} sought */
function excerpt(text, sought) {
  const words = text.split(/\s+/);
  const found = words.map((word) => plain(word).split(" ").filter(sought));
  let begin = 0, most = -1;
  for (let at = 0; at === 0 || at + EXCERPT - BEFORE < words.length; at++) {
    const many = new Set(found.slice(at, at + EXCERPT - BEFORE).flat()).size;
    if (many > most && (at === 0 || found[at].length)) [begin, most] = [at, many];
  }
  begin = begin + EXCERPT - BEFORE < words.length ? Math.max(0, begin - BEFORE) : Math.max(0, words.length - EXCERPT);
  if (words.length <= EXCERPT + BEFORE) begin = 0;
  const end = words.length <= EXCERPT + BEFORE ? words.length : begin + EXCERPT;
  const made = document.createDocumentFragment();
  made.append(begin ? "… " : "");
  words.slice(begin, end).forEach((word, i) => {
    made.append(i ? " " : "", found[begin + i].length ? element("mark", "", word) : word);
  });
  made.append(end < words.length ? " …" : "");
  return made;
}
