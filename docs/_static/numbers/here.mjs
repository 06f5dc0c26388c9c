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
const LONGEST = 40; // characters of a seed
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
  let dealt = 0, sums = "{}", playing = false, said = "", doing = "";
  let own = new URL(location.href).searchParams.get("seed")?.trim().slice(0, LONGEST) || seed();
  let typed = own;
  /** @type {Row[]} */
  let rows = [];

  const whole = () => dealt > 0 && dealt % MORE === 0; // as many deals as the command would play
  const command = () => `whister study ${rules} --deals ${dealt} ${own.startsWith("-") ? "--seed=" : "--seed "}${quoted(own)}`;

  const heads = () => ["Figure", `Here, ${count(dealt)}`, ...kept.deals ? [`Above, ${count(kept.deals)}`] : []];

  const draw = () => patch(place, [h("div", {},
    h("form", { class: "numbers-form" },
      h("label", {}, h("span", {}, "Seed"), h("input", { name: "seed", value: own, maxlength: LONGEST, required: true, autocomplete: "off", spellcheck: "false", readonly: playing })),
      h("button", { type: "submit", "aria-disabled": playing ? "true" : null }, dealt && typed.trim() === own ? `Play ${MORE} more deals` : `Play ${MORE} deals`)),
    h("p", { class: "numbers-told", role: "status" }, said),
    doing && h("p", { "aria-hidden": "true" }, doing),
    h("progress", { max: MORE, value: dealt % MORE, "aria-label": "Deals played", hidden: !playing }),
    rows.length > 0 && h("div", { class: "table-wrapper docutils container" }, h("table", { class: "docutils align-default" },
      h("thead", {}, h("tr", {}, ...heads().map((text) => h("th", { class: "head", scope: "col" }, h("p", {}, text))))),
      h("tbody", {}, ...rows.flatMap((row, place) => [
        row.title !== rows[place - 1]?.title && row.about && h("tr", { class: "numbers-group" }, h("th", { scope: "colgroup", colspan: heads().length }, h("p", {}, curled(headed(row))))),
        h("tr", {}, h("th", { scope: "row" }, h("p", {}, curled(row.about || headed(row)))), h("td", {}, h("p", {}, joined(row.value))), kept.deals > 0 && h("td", {}, h("p", {}, joined(kept.values[row.name] ?? "–")))),
      ])))),
    whole() && !playing && h("p", {}, "The same figures on a command line: ", h("code", { class: "docutils literal" }, command())))]);

  /** @param {string} text */
  const tell = (text) => {
    [said, doing] = [text, ""];
    draw();
  };

  const play = async () => {
    playing = true;
    tell(engine.awake ? "" : "Python is starting.");
    /** @param {string} text */
    const watch = (text) => {
      doing = text;
      draw();
    };
    engine.watchers.add(watch);
    try {
      for (const end = (Math.floor(dealt / MORE) + 1) * MORE; dealt < end;) {
        const found = await engine.ask({ op: "study", rules, seed: own, after: dealt, deals: TOGETHER, sums });
        ({ deals: dealt, sums, rows } = found);
        engine.watchers.delete(watch);
        tell("");
      }
      playing = false;
      const address = new URL(location.href);
      address.searchParams.set("seed", own);
      history.replaceState(history.state, "", address);
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
    if (!given) return tell("Give a seed: a word or a number, from which the cards are dealt.");
    if (given !== own) {
      [own, dealt, sums, rows] = [given, 0, "{}", []];
    }
    play();
  });
  place.addEventListener("input", (event) => {
    typed = /** @type {HTMLInputElement} */ (event.target).value;
    draw();
  });
  draw();
}

/** A word as a shell reads it. @param {string} word */
function quoted(word) {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A figure that is not broken between two lines, but before its interval. @param {string} value */
function joined(value) {
  return value.replace(" ± ", "\u00a0±\u00a0").replace(" %", "\u00a0%").replace("–", "\u2060–\u2060");
}

/** @param {string} text */
function curled(text) {
  return text.replaceAll("'", "’");
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
