// @ts-check
/** House rules: the options of the rule set as a form, with the meaning and sources of each choice, and a button for a new game. */

import { styled } from "./later.mjs";
import { dialogue, tell } from "./dialogue.mjs";
import { explain, input, read, refusal, spaced, written } from "./form.mjs";
import { changes, folding, reveal, tellSet } from "./grouped.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */
/** @import { Option } from "./form.mjs" */
/** @import { Group } from "./grouped.mjs" */

/** @param {WhisterTable} table */
export async function open(table) {
  await styled("later.css");
  const { id, title } = table.state.rules;
  const { options: chosen, players } = table.request?.op === "new" ? table.request : table.inForce; // those of a deal on its way
  /** @type {{options: Option[], groups: Group[]}} */
  const { options, groups } = await table.consult({ op: "options", rules: id, options: chosen, players });
  const box = await dialogue(table, say("House rules: {title}", { title }), [
    h("p", {}, options.length ? say("The options of this rule set, with the sources of each choice. Changing an option starts a new game.")
      : say("This rule set has no options.")),
    options.length > 0 && h("p", { class: "wt-changes", "aria-live": "polite" }),
    options.length > 0 && h("div", { class: "wt-options" }, folding(groups, options)),
  ], options.length > 0 && h("p", { class: "wt-actions" },
    h("button", { type: "button", class: "wt-button wt-confirm", "data-deal": true }, say("Play by these rules")),
    h("button", { type: "button", class: "wt-button", "data-reset": true }, say("Back to the usual rules"))));
  /** The choices in the form that differ from the usual ones. */
  const picked = () => Object.fromEntries(options.map((option) => [option.name, read(input(box, option).value, option)])
    .filter(([name, value]) => value !== options.find((option) => option.name === name)?.default));
  const sum = () => {
    const line = box.querySelector(".wt-changes");
    const said = changes(groups, options, picked());
    if (line && line.textContent !== said) line.textContent = said;
    tellSet(box, groups, options, picked());
  };
  for (const option of options) explain(box, option, table.base);
  sum();
  box.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const option = options.find(({ name }) => name === at.name);
    if (option) explain(box, option, table.base);
  });
  box.addEventListener("input", sum);
  box.addEventListener("click", async (event) => {
    const at = /** @type {Element} */ (event.target);
    const example = at.closest("[data-example]");
    if (example) {
      const option = /** @type {Option} */ (options.find(({ name }) => name === example.getAttribute("data-example")));
      input(box, option).value = spaced(option.example);
      input(box, option).focus();
      sum();
    } else if (at.closest("[data-reset]")) {
      for (const option of options) input(box, option).value = spaced(written(option.default));
      for (const option of options) explain(box, option, table.base);
      sum();
    } else if (at.closest("[data-deal]")) {
      const wanted = picked();
      /** @type {{unsourced?: {text: string}[], refused?: any}} */
      const { unsourced, refused } = await table.consult({ op: "options", rules: id, options: wanted, players })
        .catch((error) => ({ refused: error }));
      if (refused) {
        const { text, named: [first] } = refusal(box, refused, options, id);
        tell(box, text);
        if (first) {
          reveal(input(box, first));
          input(box, first).focus();
        }
        return;
      }
      const unpaid = unsourced?.map(({ text }) => text).join(" ");
      if (unpaid && box.dataset.unpaid !== unpaid) { // shown once before the deal
        box.dataset.unpaid = unpaid;
        tell(box, `${unpaid} ${say("To play by these rules anyway, press “{button}” again.", { button: say("Play by these rules") })}`);
        return;
      }
      box.close();
      table.begin({ options: wanted });
    }
  });
}
