// @ts-check
/**
 * "Play 200 deals": cautious players in the reader's browser, some deals at a time, with the figures so far beside those
 * that were measured. The figures of 200 deals, 400 and so on are those of the command shown with them.
 */

import { Lost, Refusal, client } from "../table/worker-client.mjs";
import { h, patch } from "../table/tree.mjs";

/** @typedef {{name: string, title: string, about: string, unit: string, value: string}} Row */

const TOGETHER = 20; // deals of one request
const MORE = 200; // the command plays 200 deals at a time; a press plays on to the next multiple of 200
const LONGEST = 40; // characters of a seed
const STARTING = "Python is starting.";
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
  /** @type {{deals: number, values: Record<string, string>, expected: string[]}} */
  const kept = JSON.parse(block.textContent ?? "");
  const engine = client(new URL(runtime, location.href).href);
  const linked = new URL(location.href).searchParams.get("seed")?.trim().slice(0, LONGEST);
  let dealt = 0, sums = "{}", playing = false, press = 0, said = "", doing = "", blank = false;
  let own = linked || seed();
  let typed = own;
  let woke = engine.awake;
  engine.woken.then(() => { woke = true; });
  /** @type {Row[]} */
  let rows = [];

  const left = () => MORE - dealt % MORE;
  const command = () => `whister study ${rules} --deals ${dealt} ${own.startsWith("-") ? "--seed=" : "--seed "}${quoted(own)}`;

  const heads = () => ["Figure", `Here, ${count(dealt)}`, ...kept.deals ? [`Measured, ${count(kept.deals)}`] : []];

  const verb = () => typed.trim() === own && dealt ? `Play ${left()} more deals` : typed.trim() === linked ? `Play these ${MORE} deals` : `Play ${MORE} deals`;

  const draw = () => patch(place, [h("div", {},
    h("form", { class: "numbers-form", novalidate: true },
      h("label", {}, h("span", {}, "Seed"), h("input", {
        name: "seed", value: own, maxlength: LONGEST, required: true, autocomplete: "off", spellcheck: "false", readonly: playing,
        "aria-invalid": blank && "true", "aria-describedby": blank && "numbers-told",
      })),
      // One button, so that the focus remains on it.
      h("button", { type: playing ? "button" : "submit", "aria-keyshortcuts": playing && "Escape" }, playing ? "Stop" : verb())),
    h("p", { class: "numbers-told", id: "numbers-told", role: "status" }, said),
    doing && h("p", { "aria-hidden": "true" }, doing),
    h("progress", { max: MORE, value: dealt % MORE, "aria-label": "Deals played", hidden: !playing }),
    rows.length > 0 && h("div", { class: "table-wrapper docutils container" }, h("table", { class: "docutils align-default" },
      h("thead", {}, h("tr", {}, ...heads().map((text) => h("th", { class: "head", scope: "col" }, h("p", {}, text))))),
      h("tbody", {}, ...rows.flatMap((row, place) => [
        row.title !== rows[place - 1]?.title && row.about && h("tr", { class: "numbers-group" }, h("th", { scope: "colgroup", colspan: heads().length }, h("p", {}, curled(headed(row))))),
        h("tr", {}, h("th", { scope: "row" }, h("p", {}, curled(row.about || headed(row)))), h("td", {}, h("p", {}, joined(row.value))), kept.deals > 0 && h("td", {}, h("p", {}, joined(kept.values[row.name] ?? "–")))),
      ])))),
    dealt > 0 && !playing && h("p", {}, ...dealt % MORE
      ? [`To compare with the command line, play on to ${count(dealt + left())}.`]
      : ["The same figures on a command line: ", h("code", { class: "docutils literal" }, command())]))]);

  /** @param {string} text */
  const tell = (text) => {
    [said, doing] = [text, ""];
    draw();
  };

  /** @param {string} text */
  const finish = (text) => {
    playing = false;
    if (dealt) {
      const address = new URL(location.href);
      address.searchParams.set("seed", own);
      history.replaceState(history.state, "", address);
    }
    tell(text);
  };

  const play = async () => {
    const mine = ++press;
    const before = dealt, end = dealt + left(), half = end - MORE / 2;
    const begun = `Playing ${count(left())}.`;
    playing = true;
    tell(engine.awake ? begun : STARTING);
    /** @param {string} text */
    const watch = (text) => {
      if (mine !== press) return;
      doing = text;
      draw();
    };
    engine.watchers.add(watch);
    try {
      while (dealt < end) {
        const found = await engine.ask({ op: "study", rules, seed: own, after: dealt, deals: TOGETHER, sums, expected: kept.expected });
        if (mine !== press) return; // stopped: the next press plays these deals again
        ({ deals: dealt, sums, rows } = found);
        engine.watchers.delete(watch);
        tell(before < half && dealt > half ? `${begun} More than half are done.` : begun);
      }
      finish(`${count(dealt)} of ${title} played.`);
    } catch (error) {
      if (mine !== press) return;
      finish(error instanceof Refusal ? error.message : !(error instanceof Lost) ? String(error)
        : woke ? "Python has stopped. Press the button to go on." : "Python could not be loaded. Check the connection, then press the button again.");
    } finally {
      engine.watchers.delete(watch);
    }
  };

  const stop = () => {
    press++;
    finish(dealt ? `Stopped after ${count(dealt)} of ${title}.` : "Stopped.");
  };

  place.addEventListener("submit", (event) => {
    event.preventDefault();
    if (playing) return;
    const form = /** @type {HTMLFormElement} */ (event.target);
    const given = String(new FormData(form).get("seed")).trim();
    if (!given) {
      blank = true;
      tell("Enter a seed: any word or number. It determines the cards.");
      form.querySelector("input")?.focus();
      return;
    }
    if (given !== own) {
      [own, dealt, sums, rows] = [given, 0, "{}", []];
    }
    play();
  });
  place.addEventListener("click", (event) => {
    if (!playing || !(event.target instanceof Element && event.target.closest(".numbers-form button"))) return;
    event.preventDefault(); // or the button, which is for playing again after this, would submit the form
    if (event.detail < 2) stop(); // a double click plays, and does not stop
  });
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    if (event.key !== "Escape" || !playing || !(event.target instanceof Element && event.target.closest(".numbers-form"))) return;
    event.preventDefault();
    stop();
  });
  place.addEventListener("input", (event) => {
    typed = /** @type {HTMLInputElement} */ (event.target).value;
    if (blank) [blank, said] = [false, ""];
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
