// @ts-check
/** A comparison as a tree of elements: changed clauses side by side, unchanged ones on one line. */

import { parted, SUITS } from "../suits.mjs";
import { h } from "../table/tree.mjs";
import { FATES, inWords } from "./comparing.mjs";
import { ROOT } from "./data.mjs";
import { differing } from "./differing.mjs";

/** @import { Node_ } from "../table/types.mjs" */
/** @import { Change, Compared, Comparison, Fate, Side } from "./comparing.mjs" */
/** @import { Index } from "./data.mjs" */
/** @import { Piece } from "./differing.mjs" */

/** One of the two sides. `within`: its name within a sentence, if different from its title. @typedef {Comparison["a"] & {within?: string}} Named */

/**
 * A filter for what is shown. `hidden`: fates left out; `all`: include clauses that only an option puts in force;
 * `cited`: the clause in the address, which is always shown.
 * @typedef {{hidden: Set<Fate>, all: boolean, cited?: string}} Filter
 */

/** Whether a clause is in force on neither side. @param {Compared} clause */
export const dormant = ({ a, b }) => !a?.enabled && !b?.enabled;

/** The number of clauses of each fate to show. @param {{clauses: Compared[]}} comparison @param {boolean} all */
export function counted({ clauses }, all) {
  const seen = clauses.filter((clause) => all || !dormant(clause));
  return /** @type {Record<Fate, number>} */ (Object.fromEntries(FATES.map((fate) => [fate, seen.filter(({ change }) => change === fate).length])));
}

/** The words for each fate, for one clause and for several. @type {Record<Fate, [string, string]>} */
const BECOMES = {
  kept: ["stays as it is", "stay as they are"], amended: ["changes", "change"], repealed: ["is left out", "are left out"],
  added: ["is new", "are new"], own: ["is not inherited", "are not inherited"],
};

/** The summary in one sentence, also for screen readers. @param {Comparison} comparison @param {boolean} all @param {boolean | null} alike */
export function summary({ a, b, clauses }, all, alike) {
  const counts = counted({ clauses }, all);
  const fates = /** @type {Fate[]} */ (Object.keys(BECOMES)).filter((fate) => counts[fate]);
  const parts = fates.map((fate, at) => {
    const [few, noun] = counts[fate] === 1 ? [0, "rule "] : [1, "rules "];
    return `${counts[fate]} ${at ? "" : noun}${BECOMES[fate][few]}`;
  });
  const last = parts.pop() ?? "no rules";
  const play = alike === null ? "" : alike ? " The same mechanisms and parameters, in the same order." : " Mechanisms, parameters or their order differ.";
  return `From ${a.title} to ${b.title}: ${parts.length ? `${parts.join(", ")} and ` : ""}${last}.${play}`;
}

/** @type {Record<Fate, string>} */
export const LABELS = { kept: "kept", amended: "amended", added: "added", repealed: "repealed", own: "not inherited" };

/** Which side has the clauses of a fate, in words; empty if both have them. @param {Fate} fate @param {Comparison} comparison */
export function meaning(fate, { a, b }) {
  if (fate === "added") return `only in ${b.title}`;
  if (fate === "repealed") return `only in ${a.title}`;
  return fate === "own" ? `only in ${a.title}, not inherited` : "";
}

/** The clauses that pass the filter, by section. @param {{a: Named, b: Named, clauses: Compared[]}} comparison @param {Filter} filter @param {Index} index @returns {Node_[]} */
export function sections(comparison, { hidden, all, cited }, index) {
  /** @type {Map<string, Compared[]>} */
  const found = new Map();
  for (const clause of comparison.clauses) {
    if (clause.slug !== cited && (hidden.has(clause.change) || (!all && dormant(clause)))) continue;
    const title = (clause.b ?? clause.a)?.section ?? "";
    found.set(title, [...found.get(title) ?? [], clause]);
  }
  return [...found].map(([title, clauses]) => {
    const inALine = (/** @type {Compared} */ { change, slug }) => change === "kept" && slug !== cited;
    const kept = clauses.filter(inALine);
    return h("section", { class: "compare-section", "data-part": title },
      h("h3", {}, title),
      clauses.filter((clause) => !inALine(clause)).map((clause) => changed(clause, comparison, index, clause.slug === cited)),
      kept.length > 0 && h("p", { class: "compare-kept", "data-part": "kept" }, h("span", { class: "change-label" }, "Kept:"), " ",
        kept.flatMap(({ b }, at) => [at > 0 && ", ", b && link(b)])));
  });
}

/** @param {Compared} clause @param {{a: Named, b: Named}} comparison @param {Index} index @param {boolean} cited */
function changed({ slug, change, carried, a, b, parameters, why }, comparison, index, cited) {
  const notes = [
    a && b && !carried && "Two rules with the same name, written separately.",
    a && b && a.enabled !== b.enabled && `In force in ${within(a.enabled ? comparison.a : comparison.b)} only; ${a.barred || b.barred ? "not part of the other" : "in the other only with an option"}.`,
    ((a && !b && !a.enabled && !a.barred) || (b && !a && !b.enabled && !b.barred)) && "In force only if an option adds it.",
    a && b && !a.enabled && !b.enabled && (a.barred && b.barred ? "Not part of either game." : "In force on neither side unless an option adds it."),
    why,
  ];
  return h("article", { id: cited && slug, class: `compare-clause compare-${change}${cited ? " compare-cited" : ""}`, "data-part": slug },
    h("h4", {}, a && b && a.title !== b.title && [h("del", {}, curled(a.title)), " "], link(/** @type {Side} */ (b ?? a)), " ",
      h("span", { class: "badge compare-fate" }, LABELS[change])),
    notes.filter(Boolean).map((note) => h("p", { class: "compare-note" }, curled(String(note)))),
    texts(a, b, comparison),
    parameters.length > 0 && table(parameters, comparison, index));
}

/** The name of a side within a sentence. @param {Named} side */
const within = ({ title, within }) => within ?? title;

/** The texts of both sides, or a single text if they are the same. @param {Side | null} a @param {Side | null} b @param {{a: Named, b: Named}} comparison */
function texts(a, b, comparison) {
  if (a && b && a.text === b.text) return h("p", { class: "compare-text" }, suited(curled(b.text)));
  const [old, now] = a && b ? differing(curled(a.text), curled(b.text)) : [a && [whole(a)], b && [whole(b)]];
  return h("div", { class: "compare-sides" },
    a && side(a, comparison.a.title, /** @type {Piece[]} */ (old), "del"),
    b && side(b, comparison.b.title, /** @type {Piece[]} */ (now), "ins"));
}

/** @param {Side} side @returns {Piece} */
const whole = ({ text }) => ({ text: curled(text), changed: false });

/** @param {Side} side @param {string} title @param {Piece[]} pieces @param {"del" | "ins"} tag */
function side({ url }, title, pieces, tag) {
  return h("div", { class: "compare-side", "data-part": tag },
    h("p", { class: "compare-whose" }, h("a", { href: ROOT + url }, title)),
    h("p", { class: "compare-text" }, pieces.flatMap(({ text, changed }) => (changed ? [h(tag, {}, suited(text))] : suited(text)))));
}

/** The changes in the clause's parameters in the engine. @param {Change[]} parameters @param {{a: Named, b: Named}} comparison @param {Index} index */
function table(parameters, { a, b }, index) {
  const mechanisms = [...new Set(parameters.map(({ path }) => path[0]))];
  return h("div", { class: "compare-rule" },
    h("div", { class: "table-wrapper" }, h("table", { class: "compare-parameters" },
      h("thead", {}, h("tr", {}, ["Parameter", a.title, b.title].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, parameters.map((change) => {
        const { name, before, after, note } = inWords(change);
        return h("tr", { "data-part": name },
          h("th", { scope: "row" }, h("code", {}, name), note && ` ${note}`),
          h("td", {}, before || "—"), h("td", {}, after || "—"));
      })))),
    mechanisms.map((name) => index.mechanisms[name] && h("p", { class: "compare-mechanism" },
      h("a", { href: `${ROOT}adding/#mechanism-${name}` }, h("code", {}, name)), ": ", coded(index.mechanisms[name].said))));
}

/** The things that two families have in common, and their meaning. @param {Comparison} comparison */
export function families({ families, clauses, a, b }) {
  if (!families) return null;
  const sides = new Map(clauses.map((clause) => [clause.slug, clause]));
  const links = (/** @type {string[]} */ slugs, /** @type {"a" | "b"} */ which) => slugs.flatMap((slug, at) => {
    const found = sides.get(slug)?.[which];
    return [at > 0 && ", ", found && link(found)];
  });
  return h("div", { class: "compare-families", "data-part": "families" },
    h("p", {}, families.said),
    h("details", {}, h("summary", {}, "Mechanisms in both"),
      h("div", { class: "table-wrapper" }, h("table", {},
        h("thead", {}, h("tr", {}, ["Mechanism", a.title, b.title].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, families.mechanisms.map(({ mechanism, a, b }) => h("tr", { "data-part": mechanism },
          h("th", { scope: "row" }, h("a", { href: `${ROOT}adding/#mechanism-${mechanism}` }, h("code", {}, mechanism))),
          h("td", {}, links(a, "a")), h("td", {}, links(b, "b")))))))));
}

/** A title with its year, if the title does not contain it. @param {{title: string, year: string | null}} set */
export const dated = ({ title, year }) => (year && !title.includes(year) ? `${title} (${year})` : title);

/** @param {Side} side */
const link = ({ url, title }) => h("a", { href: ROOT + url }, curled(title));

/** A text with the apostrophes and quotation marks used on the pages. @param {string} text */
export const curled = (text) => text.replace(/(\w)'/g, "$1’").replace(/(^|[\s(])"/g, "$1“").replaceAll('"', "”");

/** A text with suit symbols in their colours. @param {string} text @returns {(Node_ | string)[]} */
const suited = (text) => parted(text).map((part) =>
  (part in SUITS ? h("span", { class: `suit suit-${SUITS[part]}` }, part) : part));

/** The text of a docstring, with code marked up as code. @param {string} text @returns {(Node_ | string)[]} */
const coded = (text) => text.split(/``?/).map((part, at) => (at % 2 ? h("code", {}, part) : part)).filter(Boolean);
