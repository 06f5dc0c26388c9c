// @ts-check
/**
 * "Play 200 more deals": cautious players in the reader's browser, some deals at a time, with the figures so far beside
 * those of the page. The figures are those of the command shown with them.
 */

import { Lost, Refusal, client } from "../table/worker-client.mjs";
import { h, patch } from "../table/tree.mjs";

/** @typedef {{name: string, title: string, about: string, unit: string, value: string}} Row */

const TOGETHER = 20; // deals of one request
const MORE = 200; // deals of one press
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // none that looks like another

/** A seed that nobody has used yet. */
function seed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** @param {HTMLElement} place */
function start(place) {
  const { runtime, rules, title } = place.dataset;
  const block = place.querySelector('script[type="application/json"]');
  if (!runtime || !rules || !block) return;
  /** @type {{deals: number, values: Record<string, string>}} */
  const kept = JSON.parse(block.textContent ?? "");
  const engine = client(new URL(runtime, location.href).href);
  let dealt = 0, sums = "{}", playing = false, said = "", own = seed();
  /** @type {Row[]} */
  let rows = [];

  const command = () => `whister study ${rules} --deals ${Math.max(MORE, dealt)} --seed ${/^[\w.-]+$/.test(own) ? own : JSON.stringify(own)}`;

  const draw = () => patch(place, [h("div", {},
    h("form", { class: "numbers-form" },
      h("label", {}, h("span", {}, "Seed"), h("input", { name: "seed", value: own, maxlength: 40, required: true, autocomplete: "off", spellcheck: "false", readonly: playing })),
      h("button", { type: "submit", "aria-disabled": playing ? "true" : null }, dealt ? `Play ${MORE} more deals` : `Play ${MORE} deals`)),
    h("p", { class: "numbers-told", role: "status" }, said),
    h("progress", { max: MORE, value: dealt % MORE || (dealt && !playing ? MORE : 0), "aria-label": "Deals played", hidden: !playing }),
    rows.length > 0 && h("div", { class: "table-wrapper docutils container" }, h("table", { class: "docutils align-default" },
      h("thead", {}, h("tr", {}, ...["", `Here, ${count(dealt)}`, kept.deals ? `Above, ${count(kept.deals)}` : ""].map((text) => h("th", { class: "head", scope: "col" }, h("p", {}, text))))),
      h("tbody", {}, ...rows.flatMap((row, place) => [
        row.title !== rows[place - 1]?.title && row.about && h("tr", { class: "numbers-group" }, h("th", { scope: "colgroup", colspan: 3 }, h("p", {}, headed(row)))),
        h("tr", {}, h("th", { scope: "row" }, h("p", {}, row.about || headed(row))), h("td", {}, h("p", {}, row.value)), h("td", {}, h("p", {}, kept.values[row.name] ?? (kept.deals ? "–" : "")))),
      ])))),
    rows.length > 0 && h("p", {}, "The same figures on a command line: ", h("code", { class: "docutils literal" }, command())))]);

  /** @param {string} text */
  const tell = (text) => {
    said = text;
    draw();
  };

  const play = async () => {
    playing = true;
    tell(engine.awake ? "" : "Python is starting.");
    /** @param {string} text */
    const watch = (text) => tell(`Python is starting. ${text}`);
    engine.watchers.add(watch);
    try {
      for (const end = dealt + MORE; dealt < end;) {
        const found = await engine.ask({ op: "study", rules, seed: own, after: dealt, deals: TOGETHER, sums });
        ({ deals: dealt, sums, rows } = found);
        engine.watchers.delete(watch);
        tell("");
      }
      playing = false;
      tell(`${count(dealt)} of ${title} played.`);
    } catch (error) {
      playing = false;
      tell(error instanceof Refusal ? error.message : error instanceof Lost ? "Python has stopped. Press the button to go on." : String(error));
    } finally {
      engine.watchers.delete(watch);
    }
  };

  place.addEventListener("submit", (event) => {
    event.preventDefault();
    if (playing) return;
    const given = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("seed")).trim();
    if (given !== own) {
      [own, dealt, sums, rows] = [given, 0, "{}", []];
    }
    if (own) play();
  });
  draw();
}

/** @param {number} deals */
function count(deals) {
  return `${deals.toLocaleString("en-GB")} ${deals === 1 ? "deal" : "deals"}`;
}

/** The title of a row or of a group of rows, with its unit. @param {Row} row */
function headed({ title, unit }) {
  return unit === "share" ? title : `${title} (${unit})`;
}

for (const place of document.querySelectorAll(".numbers-here")) {
  if (place instanceof HTMLElement) start(place);
}
