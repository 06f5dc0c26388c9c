// @ts-check
/** A dialogue over the page: its title, its way out, and what it is about. It is there only while it is open. */

import { styled } from "./choice.mjs";
import { h, match } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { Node_ } from "./types.mjs" */

/**
 * Open a dialogue; the browser keeps the focus in it, lets Escape close it, and gives the focus back.
 * @param {HTMLElement} table
 * @param {string} title
 * @param {(Node_ | null | false)[]} content
 */
export async function dialogue(table, title, content) {
  await styled("later.css");
  const box = document.createElement("dialog");
  box.className = "wt-dialogue";
  box.setAttribute("aria-label", title);
  match(box, h("dialog", { class: "wt-dialogue", "aria-label": title },
    h("div", { class: "wt-dialogue-head" },
      h("h2", {}, title),
      h("button", { type: "button", class: "wt-button", "data-close": true }, say("Close")),
    ),
    content,
    h("p", { class: "wt-told", role: "status" }),
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

/** Say something in a dialogue, to who looks and who listens. @param {HTMLElement} box @param {string} text */
export function tell(box, text) {
  const told = box.querySelector(".wt-told");
  if (!told) return;
  told.textContent = text;
  told.scrollIntoView({ block: "nearest" });
}
