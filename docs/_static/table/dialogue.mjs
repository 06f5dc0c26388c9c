// @ts-check
/** A dialogue over the page, with its title, a close button and its content. It exists only while it is open. */

import { styled } from "./later.mjs";
import { h, match } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Node_ } from "./types.mjs" */

/**
 * Open a dialogue; the browser keeps the focus in it, closes it with Escape, and then restores the focus.
 * @param {HTMLElement} table
 * @param {string} title
 * @param {(Node_ | null | false)[]} content
 * @param {Node_ | false} [foot]  the part that stays visible while the content is scrolled
 */
export async function dialogue(table, title, content, foot) {
  await styled("later.css");
  const told = h("p", { class: "wt-told", role: "status" });
  const box = document.createElement("dialog");
  box.className = "wt-dialogue";
  box.setAttribute("aria-label", title);
  match(box, h("dialog", { class: "wt-dialogue", "aria-label": title },
    h("div", { class: "wt-dialogue-head" },
      h("h2", {}, title),
      h("button", { type: "button", class: "wt-button", "data-close": true }, say("Close")),
    ),
    content,
    foot ? h("div", { class: "wt-foot" }, told, foot) : told,
  ));
  box.addEventListener("click", (event) => {
    const at = /** @type {Element} */ (event.target);
    if (at === box || at.closest("[data-close]")) box.close();
  });
  box.addEventListener("close", () => box.remove());
  table.append(box);
  box.showModal();
  return box;
}

/**
 * A text to copy, with any other buttons for it.
 * @param {string} name @param {string} label @param {string} text @param {number} rows
 * @param {{more?: string, writable?: boolean}} [how]
 * @param {...(Node_ | false)} beside  shown beside the copy button
 */
export function taken(name, label, text, rows, { more, writable } = {}, ...beside) {
  return h("div", { class: "wt-field" },
    h("label", { for: `wt-${name}` }, label),
    h("textarea", { id: `wt-${name}`, name, rows, readonly: !writable, spellcheck: "false", autocomplete: "off" }, text),
    h("button", { type: "button", class: "wt-button", "data-copy": true, "aria-label": say("Copy: {what}", { what: label }) }, say("Copy")),
    ...beside,
    more && h("small", {}, more),
  );
}

/** Copy the text beside a button, if it is a copy button. @param {Element} button @param {HTMLElement} box */
export async function copied(button, box) {
  const field = button.closest("[data-copy]")?.parentElement?.querySelector("textarea");
  if (!field) return;
  field.select();
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  tell(box, done ? say("Copied.") : say("It could not be copied. The text is selected: copy it with your keyboard."));
}

/** Show a message in a dialogue and announce it to screen readers. @param {HTMLElement} box @param {string} text */
export function tell(box, text) {
  const told = box.querySelector(".wt-told");
  if (!told) return;
  told.textContent = text;
  told.scrollIntoView({ block: "nearest" });
}
