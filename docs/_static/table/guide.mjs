// @ts-check
/**
 * A guided first hand: a chosen deal on the table and, beside it, step by step, what to do and why. The steps come from
 * the page (`rule:first-hand`). The visitor plays on the table itself; the record of the deal gives the current step,
 * so that Undo also leads back to the previous step. The visitor's own game is kept meanwhile and is not overwritten.
 */

import { styled } from "./later.mjs";
import { answered, button, copy, element, makeWay } from "./leading.mjs";
import { tableOf } from "./link.mjs";
import { cuts, handsOf } from "./record.mjs";
import { guided } from "./storage.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */

/**
 * @typedef {{step: number, do: string, hint: string, at: number}} Move  at: the number of actions in the record before it
 * @typedef {{record: string, seat: number, otherwise: string[], moves: Move[]}} Script
 */

/** Buttons of the table that leave the guided deal as it is. */
const STAYING = ["undo", "hint", "back", "pause", "step", "share", "settings", "confirm", "keys", "retry"];

/** The ID of the text by which screen readers announce a mark on the table. */
const ADVISED = "wt-advised";

/** Label each button for beginning or continuing its guided deal. */
export function offer() {
  for (const opener of document.querySelectorAll(".first-hand-play")) {
    const { dataset } = /** @type {HTMLElement} */ (opener.closest(".first-hand"));
    dataset.opens ??= opener.textContent ?? "";
    opener.textContent = guided() && dataset.deal?.includes(guided()) ? say("Continue your first hand") : dataset.opens;
  }
}

/** Play the guided deal that a button opens. @param {HTMLElement} opener */
export async function begin(opener) {
  const place = opener.closest(".first-hand");
  if (!(place instanceof HTMLElement)) return;
  /** @type {Script} */
  const script = JSON.parse(place.dataset.deal ?? "");
  const table = /** @type {WhisterTable | undefined} */ (tableOf(script.record));
  const ready = Promise.all([styled("replay.css"), styled("guide.css"), styled("advised.css")]);
  if (await makeWay(ready) && table) await new Guide(table, script, place, opener).begin();
}

class Guide {
  /** The guided deal does not replace the saved game. */
  unkept = true;
  /** Ends the event listeners on the table. */ gone = new AbortController();
  /** The index of the next move; the number of moves when all are done; -1 off the path. */
  at = 0;
  /** The last step shown, on or off the path. */
  step = 0;
  /** The last announcement to screen readers. */ heard = "";
  /** Whether the recommended action is about to be done. */ doing = false;

  /** @param {WhisterTable} table @param {Script} script @param {HTMLElement} place @param {HTMLElement} opener */
  constructor(table, script, place, opener) {
    this.table = table;
    this.script = script;
    this.place = place;
    this.opener = opener;
    this.before = table.state;
    const positions = cuts(script.record);
    /** The record of the deal before each move, and after the last. */
    this.records = [...script.moves.map(({ at }) => positions[at]), script.record];
    this.words = element("div", { class: "wt-guide-words" });
    this.count = element("span", { class: "wt-replay-place" });
    this.buttons = {
      do: button("do", say("Do it for me")),
      back: button("back", say("Take it back")),
      on: button("on", say("Continue without the guide")),
      own: button("own", say("Deal a hand of your own")),
      leave: button("leave", say("Leave")),
    };
    const { buttons } = this;
    this.bar = element("section", { class: "wt-replay wt-guide", "aria-label": say("Your first hand") },
      element("div", { class: "wt-replay-bar" }, this.count, buttons.do, buttons.back, buttons.on, buttons.own, buttons.leave),
      this.words,
      element("span", { id: ADVISED, hidden: "" }, say("recommended")),
    );
    this.bar.addEventListener("click", (event) => this.clicked(event));
    this.bar.addEventListener("keydown", (event) => this.pressed(event));
  }

  async begin() {
    const { table } = this;
    table.led = this;
    table.prepend(this.bar);
    const { signal } = this.gone;
    table.felt.addEventListener("click", (event) => this.acted(event), { capture: true, signal });
    table.addEventListener("keydown", (event) => this.typed(event), { capture: true, signal });
    table.addEventListener("wt-shown", () => this.shown(), { signal });
    table.addEventListener("wt-linked", () => this.leave(), { signal });
    this.at = Math.max(0, this.records.indexOf(guided()));
    this.step = this.move?.step ?? 0;
    const record = this.records[this.at];
    this.tell();
    table.scrollIntoView({ block: "start" });
    this.buttons.do.focus({ preventScroll: true });
    await table.ask({ op: "open", record, seat: this.script.seat, study: false });
    if (table.state.record !== record) this.close();
    else this.reach();
  }

  /** Find the step for a new state of the table; a different deal or seat ends the guide. */
  shown() {
    const { record, seat } = this.table.state;
    if (handsOf(record) !== handsOf(this.script.record)) {
      if (record === this.before.record) return;
      this.leave();
      this.table.keep();
      return;
    }
    if (seat !== this.script.seat) {
      this.on();
      return;
    }
    const inside = this.table.felt.contains(document.activeElement);
    this.at = this.records.indexOf(record);
    if (this.at >= 0 && this.move) this.step = this.move.step;
    if (this.at >= 0) guided(this.at && this.move ? record : "");
    this.tell();
    if (inside) this.reach();
  }

  /** The next move, while the deal is on the path. @returns {Move | undefined} */
  get move() {
    return this.script.moves[this.at];
  }

  /** Show the current step, mark the recommended action, and offer the possible buttons, without moving the felt. */
  tell() {
    const { at, step, script, move, buttons } = this;
    const { top } = this.table.felt.getBoundingClientRect();
    const over = at === script.moves.length;
    const astray = at < 0;
    const steps = this.place.querySelectorAll(".first-hand-steps > li");
    const own = [...steps[step].children];
    /** @param {string} name */
    const whole = (name) => [...this.place.querySelectorAll(name)];
    const goesOn = this.heard && move?.hint && script.moves[at - 1]?.step === step;
    const told = over ? whole(".first-hand-end, .first-hand-end ~ .first-hand-rules") : own.filter((one) => one.matches(
      astray || goesOn ? ".first-hand-rules" : ":not(.first-hand-hints)"));
    if (at === 0) told.unshift(...whole(".first-hand-aim"));
    if (astray) told.unshift(element("p", {}, `${say("That is allowed.")} ${script.otherwise[step]}`));
    this.words.replaceChildren(...told.map(copy));
    this.count.hidden = over;
    this.count.textContent = over ? say("What happened") : say("Step {n} of {all}", { n: step + 1, all: steps.length });
    if (move?.hint) this.words.querySelector(".first-hand-rules")?.before(element("p", { class: "wt-guide-hint" }, move.hint));
    const open = { do: Boolean(move), back: astray, on: astray, own: over, leave: true };
    const had = this.bar.contains(document.activeElement);
    for (const [name, shows] of Object.entries(open)) buttons[/** @type {keyof typeof buttons} */ (name)].hidden = !shows;
    buttons.leave.textContent = over ? say("Back to the previous game") : say("Leave");
    if (had && document.activeElement instanceof HTMLElement && document.activeElement.hidden) (over ? buttons.own : astray ? buttons.back : buttons.do).focus({ preventScroll: true });
    scrollBy({ top: this.table.felt.getBoundingClientRect().top - top, behavior: "instant" });
    this.mark();
  }

  /** Mark the cards or the bid on the table, and announce them. */
  mark() {
    const { table, move } = this;
    if (table.state.record !== this.records[this.at] && this.at >= 0) return;
    const advised = move ? cardsOf(move.do) ?? [move.do] : [];
    const told = [...this.words.children].filter((one) => !one.matches(".first-hand-rules")).map((one) => one.textContent);
    const words = `${this.count.textContent}: ${told.join(" ")}`;
    const said = words === this.heard ? table.glance.said : [table.glance.said, words].filter((part) => part).join(" ");
    this.heard = words;
    const cursor = advised.find((card) => table.state.hand.some((held) => held.card === card)) ?? table.glance.cursor;
    table.look({ advised, said, cursor, bid: advised[0]?.startsWith("bid ") ? advised[0] : table.glance.bid });
    this.bringInSight(table.querySelector(".wt-confirm") ?? table.querySelector("[data-advised]"));
  }

  /** Scroll the recommended action into view below the step, with the hand if the screen has room for both. @param {Element | null} marked */
  bringInSight(marked) {
    if (!marked) return;
    for (const one of [marked, this.table.querySelector(".wt-hand")]) one?.scrollIntoView({ block: "nearest" });
    const { top, bottom } = this.bar.getBoundingClientRect();
    const over = bottom + 8 - marked.getBoundingClientRect().top;
    if (top > 0 && over > 0) scrollBy({ top: -over });
  }

  /** Move the focus to the recommended action. */
  reach() {
    const found = this.table.querySelector("[data-advised]:not(.wt-confirm)");
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    else if (this.at === this.script.moves.length) this.buttons.own.focus({ preventScroll: true });
  }

  /** Restore the visitor's own game before an action that is not about the guided deal. @param {Event} event */
  acted(event) {
    const button = /** @type {Element} */ (event.target).closest("button[data-do]");
    if (!(button instanceof HTMLElement) || STAYING.includes(button.dataset.do ?? "")) return;
    event.stopPropagation();
    const { do: what = "" } = button.dataset;
    if (what === "new") this.own();
    else if (what === "next") this.next();
    else if (what === "replay") this.on().then(() => this.table.press(what));
    else this.close().then(() => button.isConnected && button.click());
  }

  /** Handle the key for the next deal. @param {KeyboardEvent} event */
  typed(event) {
    if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("dialog")) return;
    event.stopPropagation();
    if (this.table.state.over) this.next();
  }

  /** @param {Event} event */
  clicked(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-go]");
    if (!(button instanceof HTMLElement)) return;
    const { go } = button.dataset;
    if (go === "do") this.doIt();
    else if (go === "back") this.back();
    else if (go === "on") this.on().then(() => this.table.focusNext());
    else if (go === "own") this.own();
    else if (go === "leave") this.close();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key !== "Escape" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  /** Do the recommended action for the visitor: once, and only when the deal is on the table. */
  async doIt() {
    if (this.doing) return;
    this.doing = true;
    await answered(this.table);
    this.doing = false;
    const next = this.script.moves[this.records.indexOf(this.table.state.record)];
    if (next && !this.gone.signal.aborted) this.table.act(next.do);
  }

  /** Undo actions until the deal is where it left the path. */
  async back() {
    const { table } = this;
    for (let left = this.records.length; left && this.at < 0 && !this.gone.signal.aborted; left--) {
      await answered(table);
      await table.ask(table.about("undo", { game: table.game }));
    }
    this.reach();
  }

  /** Remove the bar; the deal stays on the table. */
  leave() {
    const { table } = this;
    this.gone.abort();
    this.bar.remove();
    if (table.led === this) table.led = null;
    table.look({ advised: [] });
    offer();
  }

  /** End the guide at the visitor's request. Returns false if it has already ended. */
  async end() {
    await answered(this.table);
    if (this.gone.signal.aborted) return false;
    guided("");
    this.leave();
    return true;
  }

  /** Continue this deal as the visitor's own. */
  async on() {
    if (!await this.end()) return;
    this.table.left = { state: this.before, fresh: this.table.state.record };
    this.table.keep();
  }

  /** Play the next deal of the game that the guided deal began. */
  async next() {
    await this.on();
    this.table.focusNext();
    this.table.press("on");
  }

  /** Return to the previous game on the table. */
  async close() {
    if (!await this.end()) return;
    this.table.show(this.before, "open");
    this.opener.focus({ preventScroll: true });
  }

  /** Deal a new hand; Undo leads back from it to the previous game on the table. */
  async own() {
    if (!await this.end()) return;
    this.table.hurry();
    this.table.state = this.before;
    await this.table.begin();
    this.table.focusNext();
  }
}

/** The cards in an action that takes several from the hand or plays one. @param {string} action */
function cardsOf(action) {
  const [verb, ...cards] = action.split(" ");
  if (!cards.length && verb === verb.toUpperCase()) return [verb];
  return ["give", "discard"].includes(verb) ? cards : null;
}
