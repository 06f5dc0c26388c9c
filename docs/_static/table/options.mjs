// @ts-check
/** House rules: the options of the rule set as a form, with what each choice means and rests on; then a new game. */

import { styled } from "./choice.mjs";
import { dialogue, tell } from "./dialogue.mjs";
import { badge } from "./evidence.mjs";
import { h, match } from "./tree.mjs";
import { say, sentence } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */
/** @import { Clash, Misfit, Value } from "./types.mjs" */

/**
 * @typedef {{value: Value, line: string, text: string, url: string, evidence: string, sources: string[]}} Choice
 * @typedef {{name: string, title: string, text: string, kind: "choice" | "integer" | "table", default: Value, chosen: Value,
 *   range: [number, number] | null, values: Choice[], example: string, clauses: string[], url: string, evidence: string, sources: string[]}} Option
 */

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
    const example = at.closest("[data-example]");
    if (example) {
      const option = /** @type {Option} */ (options.find(({ name }) => name === example.getAttribute("data-example")));
      input(box, option).value = spaced(option.example);
      input(box, option).focus();
    } else if (at.closest("[data-reset]")) {
      for (const option of options) input(box, option).value = spaced(written(option.default));
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

/** Say why choices cannot be, in the form's own words, and lead to the first of them. @param {HTMLElement} box @param {{message: string, clash?: Clash | null, misfit?: Misfit | null}} refused @param {Option[]} options @param {string} id */
function explainRefusal(box, { message, clash, misfit }, options, id) {
  const at = (/** @type {string} */ wanted) => options.find(({ name }) => name === wanted);
  const [one, other] = clash ? [at(clash.option), at(clash.other)] : [undefined, undefined];
  const unfit = misfit && options.find((option) => option.name === misfit.option || (option.clauses.includes(misfit.clause) && input(box, option).value !== spaced(written(option.default))));
  const named = unfit ? [unfit] : one && other ? [one, other] : options.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(message));
  for (const option of options) input(box, option).setAttribute("aria-invalid", String(named.includes(option)));
  tell(box, unfit ? sentence(`“${unfit.title}”: ${misfit.why}`) : clash && one && other ? apart(clash, one, other)
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
  return option.values.find((choice) => choice.value === value)?.line ?? spaced(written(value));
}

/** One option: its field and, beneath, what the choice means. @param {Option} option */
function field(option) {
  const { name, title, text, kind, chosen, range, values, example } = option;
  const id = `wt-option-${name}`;
  const described = { id, name, "aria-describedby": `${id}-text ${id}-means` };
  return h("div", { class: "wt-field" },
    h("label", { for: id }, title),
    kind === "choice" ? h("select", described, values.map((one) =>
      h("option", { value: written(one.value), selected: one.value === chosen },
        one.value === option.default ? say("{value} (usual)", { value: one.line }) : one.line)))
      : kind === "integer" ? h("input", { ...described, type: "number", value: written(chosen), min: range && range[0], max: range && range[1], step: 1 })
        : h("textarea", { ...described, rows: 3, spellcheck: "false", autocomplete: "off", placeholder: spaced(example) }, spaced(written(chosen))),
    kind === "table" && example && h("button", { type: "button", class: "wt-button", "data-example": name }, say("An example")),
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
const input = (box, { name }) => /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (box.querySelector(`#wt-option-${CSS.escape(name)}`));

/** @param {Value} value */
const written = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** A table with spaces between its numbers, as the form has it. @param {string} table */
const spaced = (table) => table.replaceAll(".", " ");

/** A value as the engine has it. @param {string} text @param {Option} option @returns {Value} */
function read(text, { kind, values }) {
  if (kind === "choice") return values.find(({ value }) => written(value) === text)?.value ?? text;
  if (kind === "table") return text.trim().replace(/\s*:\s*/g, ":").replace(/[\s,;.]+/g, ".").replace(/^\.|\.$/g, "");
  return kind === "integer" && text !== "" ? Number(text) : text;
}
