// @ts-check
/** House rules: the options of the rule set as a form, with what each choice means and rests on; then a new game. */

import { styled } from "./choice.mjs";
import { dialogue, tell } from "./dialogue.mjs";
import { h, match } from "./tree.mjs";
import { say, WORDS } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */

/**
 * @typedef {string | number | boolean} Value
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
      const refused = await table.consult({ op: "options", rules: id, options: wanted, players: table.players }).then(() => "", (error) => error.message);
      if (refused) return explainRefusal(box, refused, options, id);
      box.close();
      table.begin({ options: wanted });
    }
  });
}

/** Say why choices do not go together, in the form's own words, and lead to the first of them. @param {HTMLElement} box @param {string} refused @param {Option[]} options @param {string} id */
function explainRefusal(box, refused, options, id) {
  const named = options.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(refused));
  const text = named.reduce((said, { name, title }) => said.replace(new RegExp(`\\b${name}\\b`, "g"), `“${title}”`), refused);
  for (const option of options) input(box, option).setAttribute("aria-invalid", String(named.includes(option)));
  tell(box, text.replace(`${id}: `, "").replaceAll("=", ": "));
  if (named.length) input(box, named[0]).focus({ preventScroll: true });
}

/** One option: its field and, beneath, what the choice means. @param {Option} option */
function field(option) {
  const { name, title, text, kind, chosen, range, values } = option;
  const id = `wt-option-${name}`;
  const described = { id, name, "aria-describedby": `${id}-text ${id}-means` };
  return h("div", { class: "wt-field" },
    h("label", { for: id }, title),
    kind === "choice" ? h("select", described, values.map((one) =>
      h("option", { value: written(one.value), selected: one.value === chosen }, shown(one, option))))
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
  const word = found.evidence in WORDS ? say(/** @type {keyof typeof WORDS} */ (found.evidence)) : found.evidence;
  if (at) match(at, h("small", { id: at.id, class: "wt-means" },
    found.text, " ",
    word && h("span", { class: "wt-evidence", "data-evidence": found.evidence }, word), " ",
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

/** A choice in the list: its first words, since its name is one for links. @param {Choice} choice @param {Option} option */
function shown({ value, text }, option) {
  const [first] = text.split(/(?<=[.;:])\s/);
  const words = first.length > LONGEST ? `${first.slice(0, LONGEST).replace(/\s+\S*$/, "")} …` : first.replace(/[.;:]$/, "");
  const named = words || written(value).replaceAll("-", " ");
  return value === option.default ? say("{value} (usual)", { value: named }) : named;
}

/** A value as the engine has it. @param {string} text @param {Option} option @returns {Value} */
function read(text, { kind, values }) {
  if (kind === "choice") return values.find(({ value }) => written(value) === text)?.value ?? text;
  return kind === "integer" && text !== "" ? Number(text) : text;
}
