// @ts-check
/** The settings of a table: the visitor's seat, the speed of the other players, what is shown, and the look of the cards. */

import { dialogue, tell } from "./dialogue.mjs";
import { setSpeed, speed, SPEEDS } from "./pace.mjs";
import { fields, store } from "./players.mjs";
import { python } from "./storage.mjs";
import { h } from "./tree.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */

const LOOK = "whister-look";
/** @type {Record<string, string>} */
const PACES = { slow: say("slow"), usual: say("normal"), fast: say("fast"), none: say("no pause") };

/** @param {WhisterTable} table */
export async function open(table) {
  const { seats, seat, study } = table.state;
  const { deck = "four", index = "normal" } = document.documentElement.dataset;
  const places = seats.filter(({ plays }) => plays).map((one) => ({
    value: String(one.seat), text: one.seat === seat ? say("this seat (South)") : one.name,
  }));
  const box = await dialogue(table, say("Settings"), [
    field("seat", say("Your seat"), places, String(seat), say("The table turns, and you continue with that player's hand.")),
    field("speed", say("Speed of the other players"), Object.keys(SPEEDS).map((value) => ({ value, text: PACES[value] })),
      speed(), say("P pauses them. S then plays one step.")),
    fields(table.state, field, table.base),
    tick("study", say("Show all hands"), study, say("For studying a deal, or seeing how it is played.")),
    field("deck", say("Suits"), [{ value: "four", text: say("four colours") }, { value: "two", text: say("two colours") }], deck),
    tick("index", say("Large index"), index === "large", say("Larger figures and suits in the corners of the cards.")),
    h("div", { class: "wt-field" },
      h("span", {}, say("Stored on this device")),
      h("small", {}, say("Your game, and Python once it has started (about 21 MB), so that the next page starts faster.")),
      h("button", { type: "button", class: "wt-button", "data-forget": true }, say("Delete stored Python"))),
  ]);
  box.querySelector("[data-forget]")?.addEventListener("click", () => {
    const gone = indexedDB.deleteDatabase("whister-python");
    gone.onsuccess = () => {
      python("");
      tell(box, say("Deleted."));
    };
    gone.onerror = gone.onblocked = () => tell(box, say("Python could not be deleted: another page is using it. Close that page and try again."));
  });
  box.addEventListener("change", (event) => {
    const at = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    if (at.name === "seat") table.lookAgain({ seat: Number(at.value) });
    else if (at.name === "study") table.lookAgain({ study: /** @type {HTMLInputElement} */ (at).checked });
    else if (at.name === "speed") setSpeed(at.value);
    else if (at.name.startsWith("strength")) store(box);
    else if (at.name === "deck") look({ deck: at.value });
    else look({ index: /** @type {HTMLInputElement} */ (at).checked ? "large" : "normal" });
  });
}

/** @param {string} name @param {string} label @param {{value: string, text: string}[]} values @param {string} chosen @param {string} [more] */
function field(name, label, values, chosen, more = "") {
  return h("label", { class: "wt-field" },
    h("span", {}, label),
    h("select", { name }, values.map(({ value, text }) => h("option", { value, selected: value === chosen }, text))),
    more && h("small", {}, more),
  );
}

/** @param {string} name @param {string} label @param {boolean} on @param {string} more */
function tick(name, label, on, more) {
  return h("label", { class: "wt-field wt-tick" },
    h("input", { type: "checkbox", name, checked: on }),
    h("span", {}, label),
    h("small", {}, more),
  );
}

/** Change the look of the cards on every page from now on. @param {Record<string, string>} change */
function look(change) {
  Object.assign(document.documentElement.dataset, change);
  const { deck = "four", index = "normal" } = document.documentElement.dataset;
  try { localStorage.setItem(LOOK, JSON.stringify({ deck, index })); } catch { /* only for this page */ }
}
