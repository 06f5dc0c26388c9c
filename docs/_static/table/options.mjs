// @ts-check
/** House rules: the options of the rule set as a form, with what each choice means and rests on; then a new game. */

import { styled } from "./choice.mjs";
import { dialogue, tell } from "./dialogue.mjs";
import { badge } from "./evidence.mjs";
import { h, match } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */
/** @import { Clash, Value } from "./types.mjs" */

/**
 * @typedef {{value: Value, text: string, url: string, evidence: string, sources: string[]}} Choice
 * @typedef {{name: string, title: string, text: string, kind: "choice" | "integer" | "table", default: Value, chosen: Value,
 *   range: [number, number] | null, values: Choice[], url: string, evidence: string, sources: string[]}} Option
 */

/** The longest line of a list, in letters. */
const LONGEST = 60;

/** @param {WhisterTable} table */
export async function open(table) {
  await styled("later.css");
  const { id, title, options: chosen } = table.state.rules;
  /** @type {{options: Option[]}} */
  const { options } = await table.consult({ op: "options", rules: id, options: chosen, players: table.players });
  const box = await dialogue(table, say("House rules: {title}", { title }), [
    h("p", {}, options.length ? say("What the rule set leaves open, with the sources of each choice. A new game is dealt by what you choose.")
      : say("This rule set has no options: it is played as it stands.")),
    options.length > 0 && h("div", { class: "wt-options" }, options.map(field)),
    options.length > 0 && h("p", { class: "wt-actions" },
      h("button", { type: "button", class: "wt-button wt-confirm", "data-deal": true }, say("Deal by these rules")),
      h("button", { type: "button", class: "wt-button", "data-reset": true }, say("Back to the usual rules"))),
  ]);
  for (const option of options) explain(box, option, table.base);
  box.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const option = options.find(({ name }) => name === at.name);
    if (option) explain(box, option, table.base);
  });
  box.addEventListener("click", async (event) => {
    const at = /** @type {Element} */ (event.target);
    if (at.closest("[data-reset]")) {
      for (const option of options) input(box, option).value = written(option.default);
      for (const option of options) explain(box, option, table.base);
    } else if (at.closest("[data-deal]")) {
      const wanted = Object.fromEntries(options.map((option) => [option.name, read(input(box, option).value, option)])
        .filter(([name, value]) => value !== options.find((option) => option.name === name)?.default));
      const refused = await table.consult({ op: "options", rules: id, options: wanted, players: table.players }).then(() => null, (error) => error);
      if (refused) return explainRefusal(box, refused, options, id);
      box.close();
      table.begin({ options: wanted });
    }
  });
}

/** Say why choices cannot be, in the form's own words, and lead to the first of them. @param {HTMLElement} box @param {{message: string, clash?: Clash | null}} refused @param {Option[]} options @param {string} id */
function explainRefusal(box, { message, clash }, options, id) {
  const at = (/** @type {string} */ wanted) => options.find(({ name }) => name === wanted);
  const [one, other] = clash ? [at(clash.option), at(clash.other)] : [undefined, undefined];
  const named = one && other ? [one, other] : options.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(message));
  for (const option of options) input(box, option).setAttribute("aria-invalid", String(named.includes(option)));
  tell(box, clash && one && other ? apart(clash, one, other)
    : named.reduce((said, { name, title }) => said.replace(new RegExp(`\\b${name}\\b( = )?`, "g"), (_, is) => `“${title}”${is ? ": " : ""}`), message.replace(`${id}: `, "")));
  if (named.length) input(box, named[0]).focus();
}

/** Two choices that do not go together, in a sentence. @param {Clash} clash @param {Option} one @param {Option} other */
function apart({ value, now, wanted }, one, other) {
  const said = (/** @type {Option} */ option, /** @type {Value} */ chosen) => say("{option}, “{choice}”", { option: option.title, choice: told(option, chosen) });
  const first = said(one, value);
  if (!wanted) return say("{one} does not go with {other}.", { one: first, other: said(other, now) });
  const choices = other.values.filter((choice) => wanted.length ? wanted.includes(String(choice.value)) : choice.value !== other.default);
  return say("{one} goes only with another choice of {other}: {choices}.",
    { one: first, other: other.title, choices: choices.map((choice) => `“${told(other, choice.value)}”`).join(", ") || wanted.join(", ") });
}

/** A choice as its list has it, or as it is written. @param {Option} option @param {Value} value */
function told(option, value) {
  const place = option.values.findIndex((choice) => choice.value === value);
  return place < 0 ? written(value) : lines(option)[place];
}

/** One option: its field and, beneath, what the choice means. @param {Option} option */
function field(option) {
  const { name, title, text, kind, chosen, range, values } = option;
  const id = `wt-option-${name}`;
  const described = { id, name, "aria-describedby": `${id}-text ${id}-means` };
  return h("div", { class: "wt-field" },
    h("label", { for: id }, title),
    kind === "choice" ? h("select", described, values.map((one, k) =>
      h("option", { value: written(one.value), selected: one.value === chosen },
        one.value === option.default ? say("{value} (usual)", { value: lines(option)[k] }) : lines(option)[k])))
      : kind === "integer" ? h("input", { ...described, type: "number", value: written(chosen), min: range && range[0], max: range && range[1], step: 1 })
        : h("input", { ...described, type: "text", value: written(chosen), spellcheck: "false", placeholder: "a:5.b:10" }),
    h("small", { id: `${id}-text` }, text),
    h("small", { id: `${id}-means`, class: "wt-means" }),
  );
}

/** Say what the choice that stands now means, and on what it rests. @param {HTMLElement} box @param {Option} option @param {string} base */
function explain(box, option, base) {
  const at = box.querySelector(`#wt-option-${CSS.escape(option.name)}-means`);
  const value = input(box, option).value;
  const found = option.values.find((one) => written(one.value) === value) ?? { ...option, text: option.range ? say("A whole number from {low} to {high}.", { low: option.range[0], high: option.range[1] }) : "" };
  if (at) match(at, h("small", { id: at.id, class: "wt-means" },
    found.text, " ",
    found.evidence && badge(found.evidence), " ",
    h("a", { href: base + found.url }, say("in the rules"))));
  // The page of the rule set has the sources in full; elsewhere their keys lead to the bibliography.
  const shown = document.getElementById(found.url.split("#")[1])?.closest("tr")?.querySelectorAll(".option-source");
  if (shown?.length) for (const source of shown) at?.append(" ", source.cloneNode(true));
  else for (const key of found.sources) {
    at?.append(" ", Object.assign(document.createElement("a"), { href: `${base}bibliography/#${key}`, textContent: key }));
  }
}

/** @param {HTMLElement} box @param {Option} option */
const input = (box, { name }) => /** @type {HTMLInputElement | HTMLSelectElement} */ (box.querySelector(`#wt-option-${CSS.escape(name)}`));

/** @param {Value} value */
const written = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** The choices of an option as a list has them: their first words, and their names where those are the same. @param {Option} option */
export function lines({ values }) {
  const begun = values.map(({ text }) => beginning(text));
  return values.map(({ value }, k) => {
    const name = written(value).replaceAll("-", " ");
    return !begun[k] ? name : begun.filter((other) => other === begun[k]).length > 1 ? `${begun[k]} (${name})` : begun[k];
  });
}

/** @param {string} text */
function beginning(text) {
  const [first] = text.split(/(?<=[.;])\s/);
  return first.length > LONGEST ? `${first.slice(0, LONGEST).replace(/\s+\S*$/, "")} …` : first.replace(/[.;]$/, "");
}

/** A value as the engine has it. @param {string} text @param {Option} option @returns {Value} */
function read(text, { kind, values }) {
  if (kind === "choice") return values.find(({ value }) => written(value) === text)?.value ?? text;
  return kind === "integer" && text !== "" ? Number(text) : text;
}
