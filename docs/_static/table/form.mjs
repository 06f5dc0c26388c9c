// @ts-check
/** The options of a rule set as a form: its fields, the meaning and sources of each choice, and messages about conflicts. */

import { badge } from "./evidence.mjs";
import { h, match } from "./tree.mjs";
import { say, sentence } from "./words.mjs";

/** @import { Clash, Misfit, Node_, Value } from "./types.mjs" */

/**
 * @typedef {{value: Value, line: string, text: string, url: string, evidence: string, sources: string[]}} Choice
 * @typedef {{name: string, title: string, text: string, kind: "choice" | "integer" | "table", default: Value, chosen: Value,
 *   range: [number, number] | null, values: Choice[], example: string, clauses: string[], url: string, evidence:
 *   string, sources: string[]}} Option
 * @typedef {Record<string, {named: string, paged: boolean}>} Names  the name of each source, and whether it has pages
 */

/** Explain, as worded on the form, why choices are not possible; the options at fault are marked and returned first. A message with an `option` already uses titles. @param {HTMLElement} box @param {{message: string, option?: string, clash?: Clash | null, misfit?: Misfit | null}} refused @param {Option[]} options @param {string} id @returns {{text: string, named: Option[]}} */
export function refusal(box, { message, option: blamed, clash, misfit }, options, id) {
  const at = (/** @type {string} */ wanted) => options.find(({ name }) => name === wanted);
  const [one, other] = clash ? [at(clash.option), at(clash.other)] : [undefined, undefined];
  const unfit = misfit && options.find((option) => option.name === misfit.option || (option.clauses.includes(misfit.clause) && input(box, option).value !== spaced(written(option.default))));
  const named = unfit ? [unfit] : one && other ? [one, other] : options.filter(({ name }) => (blamed ? name === blamed : new RegExp(`\\b${name}\\b`).test(message)));
  mark(box, options, named);
  const text = unfit ? sentence(`“${unfit.title}”: ${misfit.why}`) : clash && one && other ? apart(clash, one, other)
    : blamed ? message : titled(message.replace(`${id}: `, ""), named);
  return { text, named };
}

/** The engine's message with the names of options replaced by titles, in one pass, since a title may contain another option's name. @param {string} message @param {Option[]} named */
function titled(message, named) {
  const title = Object.fromEntries(named.map(({ name, title }) => [name, title]));
  return named.length ? message.replace(new RegExp(`\\b(${Object.keys(title).join("|")})\\b( = )?`, "g"), (_, name, is) => `“${title[name]}”${is ? ": " : ""}`) : message;
}

/** Mark the fields at fault, and no others. @param {HTMLElement} box @param {Option[]} options @param {Option[]} named */
export function mark(box, options, named) {
  for (const option of options) input(box, option).setAttribute("aria-invalid", String(named.includes(option)));
}

/** A sentence about two choices that cannot be combined. @param {Clash} clash @param {Option} one @param {Option} other */
export function apart({ value, now, wanted }, one, other) {
  const said = (/** @type {Option} */ option, /** @type {Value} */ chosen) => say("{option}, “{choice}”", { option: option.title, choice: told(option, chosen) });
  const first = said(one, value);
  if (!wanted) return say("{one} cannot be combined with {other}.", { one: first, other: said(other, now) });
  const choices = other.values.filter((choice) => wanted.length ? wanted.includes(String(choice.value)) : choice.value !== other.default);
  return say("{one} needs a different choice for {other}: {choices}.",
    { one: first, other: other.title, choices: choices.map((choice) => `“${told(other, choice.value)}”`).join(", ") || wanted.join(", ") });
}

/** A choice as worded in its list, or else its value. @param {Option} option @param {Value} value */
export function told(option, value) {
  const choice = option.values.find((choice) => choice.value === value);
  return choice ? whole(choice) : spaced(written(value));
}

/** The line of a choice, or its first sentence if the line is too long for the list. @param {Choice} choice */
function whole({ line, text }) {
  const sentence = (/^.*?[.;](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/[.;]$/, "");
  return line.replace(/^.* …/s, () => sentence);
}

/** One option: its title, its field and, below, the meaning of the choice. @param {Option} option */
export function field(option) {
  const { name, title, text, kind, chosen, range, values, example } = option;
  const id = `wt-option-${name}`;
  const described = { id, name, "aria-describedby": `${id}-text ${id}-means` };
  return h("div", { class: "wt-field" },
    h("label", { for: id }, title),
    h("small", { id: `${id}-text` }, text),
    kind === "choice" ? h("select", described, values.map((one) =>
      h("option", { value: written(one.value), selected: one.value === chosen },
        one.value === option.default ? say("{value} (usual)", { value: one.line }) : one.line)))
      : kind === "integer" ? h("input", { ...described, type: "number", value: written(chosen), min: range && range[0], max: range && range[1], step: 1 })
        : h("textarea", { ...described, rows: 3, spellcheck: "false", autocomplete: "off", placeholder: spaced(example) }, spaced(written(chosen))),
    kind === "table" && example && h("button", { type: "button", class: "wt-button", "data-example": name }, say("Use an example")),
    h("small", { id: `${id}-means`, class: "wt-means" }),
  );
}

/** @type {Map<string, Promise<Names>>} */
const known = new Map();

/** The names of the site's sources; if they cannot be loaded, keys are shown alone. @param {string} base */
export function names(base) {
  const found = known.get(base) ?? fetch(new URL(`${base}_data/sources.json`, document.baseURI))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => (known.delete(base), {}));
  known.set(base, found);
  return found;
}

/** A link to a source. @param {string} key @param {Names} names @param {string} base */
export const leading = (key, names, base) => h("a", { href: `${base}sources/${key}/` }, names[key]?.named ?? key);

/** Show the meaning of the current choice, and its sources. `stated`: makes a line for each source if more than its key is known. @param {HTMLElement} box @param {Option} option @param {string} base @param {(option: Option, value: Value, names: Names) => Node_[]} [stated] */
export async function explain(box, option, base, stated) {
  const at = box.querySelector(`#wt-option-${CSS.escape(option.name)}-means`);
  const value = input(box, option).value;
  const found = option.values.find((one) => written(one.value) === value) ?? { ...option, text: option.range ? say("A whole number from {low} to {high}.", { low: option.range[0], high: option.range[1] }) : "" };
  if (!at) return;
  const drawn = (/** @type {Node_[]} */ ...sources) => match(at, h("small", { id: at.id, class: "wt-means" },
    found.text, " ", found.evidence && !(stated && sources.length) && badge(found.evidence), " ", h("a", { href: base + found.url }, say("see the rules")), ...sources));
  drawn();
  // The page of the rule set already has the full sources.
  const shown = document.getElementById(found.url.split("#")[1])?.closest("tr")?.querySelectorAll(".option-source");
  if (shown?.length) for (const source of shown) at.append(" ", source.cloneNode(true));
  else if (found.sources.length) {
    const called = await names(base);
    const sources = stated?.(option, read(value, option), called) ?? found.sources.map((key) => h("span", { class: "option-source" }, leading(key, called, base)));
    if (input(box, option)?.value === value) drawn(...sources);
  }
}

/** @param {HTMLElement} box @param {Option} option */
export const input = (box, { name }) => /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (box.querySelector(`#wt-option-${CSS.escape(name)}`));

/** @param {Value} value */
export const written = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** A table with spaces between its numbers, as on the form. @param {string} table */
export const spaced = (table) => table.replaceAll(".", " ");

/** The engine's value for the text of a field. @param {string} text @param {Option} option @returns {Value} */
export function read(text, { kind, values }) {
  if (kind === "choice") return values.find(({ value }) => written(value) === text)?.value ?? text;
  if (kind === "table") return text.trim().replace(/\s*:\s*/g, ":").replace(/[\s,;.]+/g, ".").replace(/^\.|\.$/g, "");
  return kind === "integer" && text !== "" ? Number(text) : text;
}
