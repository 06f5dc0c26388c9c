// @ts-check
/** Sharing from a table: a link to the position, the record as text, and the table for embedding in another page. */

import { copied, dialogue, taken, tell } from "./dialogue.mjs";
import { recordIn, tables } from "./link.mjs";
import { h } from "./tree.mjs";
import { say, sentence } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */

/** @param {WhisterTable} table */
export async function open(table) {
  const { link: short, record } = await table.consult(table.about("link", { game: table.game }));
  const { id, title } = table.state.rules;
  const frame = new URL(`${table.base}embed/${id}/`, document.baseURI).href;
  const name = `${id.replace("/", "-")}-${table.state.game.before.length + 1}.txt`;
  const box = await dialogue(table, say("Share"), [
    taken("link", say("Link to this position"), link(table, short), 2, { more: say("The link contains the cards and every action so far. It does not expire.") }),
    taken("record", say("Record of the game"), record, 4, { more: say("One line for each deal, to keep or send. To go back to a game, paste its record here and open it."), writable: true }),
    h("p", { class: "wt-actions" },
      h("a", { class: "wt-button", download: name, href: URL.createObjectURL(new Blob([`${record}\n`], { type: "text/plain" })) }, say("Download the record")),
      h("button", { type: "button", class: "wt-button", "data-paste": true }, say("Open the record above"))),
    taken("frame", say("Embed this table in your page"),
      `<iframe src="${frame}#deal=${encodeURI(short)}" title="${title}" width="100%" height="720" loading="lazy" allow="clipboard-write"></iframe>`, 3,
      { more: say("Everything is loaded from this site.") }),
  ]);
  box.addEventListener("click", (event) => {
    const at = /** @type {Element} */ (event.target);
    copied(at, box);
    if (at.closest("[data-paste]")) {
      const pasted = box.querySelector("textarea[name=record]");
      const request = table.about("open", { record: recordIn(/** @type {HTMLTextAreaElement} */ (pasted).value) });
      table.consult(request).then(() => {
        box.close();
        table.ask(request);
      }, (error) => tell(box, say("This cannot be opened: {why} The table has not changed.", { why: sentence(error.message) })));
    }
  });
}

/** The address of this page with a position; for an embedded table, the address of its rule set's page. @param {WhisterTable} table @param {string} record */
function link(table, record) {
  if (table.closest(".embed")) return `${new URL(table.base + table.state.rules.url, document.baseURI).href}#deal=${encodeURI(record)}`;
  const place = tables().indexOf(table) + 1;
  return `${location.origin}${location.pathname}${location.search}#deal${place > 1 ? place : ""}=${encodeURI(record)}`;
}
