// @ts-check
/**
 * Stepping through a deal on the table: a worked example with its commentary, or any deal from its cards to its end.
 * The table shows each position; playing from a position leaves the replay.
 */

import { meaning } from "./keyboard.mjs";
import { styled } from "./later.mjs";
import { answered, button, copy, element, makeWay } from "./leading.mjs";
import { tableOf } from "./link.mjs";
import { cuts, handsOf, lengthOf } from "./record.mjs";
import { say } from "./words.mjs";

/** @import { WhisterTable } from "./element.mjs" */

/**
 * @typedef {object} Step
 * @property {string} record  the deal so far
 * @property {Node[]} words  the text about it
 * @property {Element | null} [passage]  the passage of the page that leads to it
 */

/** The buttons that can be used with the position shown. */
const STAYING = ["share", "pause", "step"];

/**
 * Step through positions on a table.
 * @param {WhisterTable} table
 * @param {Step[]} steps
 * @param {{at?: number, opener?: () => HTMLElement | null, own?: boolean}} [how]  the step to begin with, the element that gets the focus at the end, and whether it is the deal on the table, whose game continues
 */
export async function replay(table, steps, { at = 0, opener, own } = {}) {
  if (!await makeWay(styled("replay.css"))) return;
  const started = new Replay(table, steps, opener, own);
  table.led = started;
  await started.begin(at);
}

/**
 * Step through the deal on the table, whose game continues afterwards.
 * @param {WhisterTable} table
 * @param {{at?: number, words?: Node[], opener?: string}} [how]  the number of actions before the first position shown, the text about it and the action that follows, and the selector of the element that gets the focus at the end
 */
export function replayDeal(table, { at = 0, words = [], opener = '[data-do="replay"]' } = {}) {
  const steps = cuts(table.state.record).map((record, k) => ({ record, words: k === at || k === at + 1 ? words : [] }));
  return replay(table, steps, { at, own: true, opener: () => table.querySelector(opener) });
}

/** Replay the worked example that contains a button or a link. @param {HTMLElement} opener */
export function follow(opener) {
  const example = opener.closest(".worked-example");
  const steps = example ? stepsOf(example) : [];
  const record = opener instanceof HTMLAnchorElement ? recordOf(opener) : null;
  const table = /** @type {WhisterTable | undefined} */ (steps.length ? tableOf(steps[0].record) : undefined);
  const at = record === null ? 0 : steps.findLastIndex((step) => step.record === record);
  if (table) replay(table, steps, { at: Math.max(at, 0), opener: () => opener });
}

/** @param {HTMLAnchorElement} link */
const recordOf = (link) => decodeURI(link.hash).slice("#deal=".length);

/** The steps of an example: its sessions in order, with a step for each action. @param {Element} example */
function stepsOf(example) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {Element[]} */
  let words = [];
  for (const part of example.children) {
    if (part.matches(".example-through, .session-see, .example-more")) continue;
    if (!part.matches(".session-fold")) {
      words.push(part);
      continue;
    }
    const before = part.previousElementSibling;
    const link = before?.matches(".session-see") ? before.querySelector("a.see") : null;
    const last = steps.at(-1)?.record ?? null;
    const record = link instanceof HTMLAnchorElement ? recordOf(link) : last;
    if (record === null) continue;
    steps.push(...between(last, record).map((one) => ({ record: one, words: [...words], passage: part })));
    words = [];
  }
  const last = steps.at(-1);
  if (words.length && last) steps.push({ record: last.record, words, passage: null });
  return steps;
}

/** The positions from one record to another; all positions of the second if it is a different deal. @param {string | null} last @param {string} record */
function between(last, record) {
  if (record === last) return [record];
  if (last === null || handsOf(last) !== handsOf(record)) return cuts(record);
  const [cut, ...later] = cuts(record, lengthOf(last));
  return cut === last ? later : [record];
}

class Replay {
  /** The replay does not replace the saved game. */
  unkept = true;
  at = 0;
  showing = false;
  /** Whether it has ended. */ left = false;
  /** Resolves when the replay has ended, once that has begun. @type {Promise<void> | undefined} */ end;
  /** The step shown. @type {number | null} */ shown = null;
  /** The step last announced to screen readers. @type {Step | undefined} */ heard;

  /** @param {WhisterTable} table @param {Step[]} steps @param {() => HTMLElement | null} [opener] @param {boolean} [own] */
  constructor(table, steps, opener, own = false) {
    this.own = own;
    this.table = table;
    this.steps = steps;
    this.opener = opener;
    this.before = table.state;
    this.words = element("div", { class: "wt-replay-words" });
    this.words.hidden = steps.every(({ words }) => !words.length);
    this.who = element("small", { class: "wt-replay-who" });
    this.done = element("p", { class: "wt-replay-done" });
    this.place = element("span", { class: "wt-replay-place" });
    /** @type {Record<string, HTMLElement>} */
    this.buttons = {
      first: button("first", say("First")),
      back: button("back", say("Back")),
      next: button("next", say("Next")),
      last: button("last", say("Last")),
    };
    this.bar = element("section", { class: "wt-replay", "aria-label": say("Replay") },
      this.words, this.who, this.done,
      element("div", { class: "wt-replay-bar" }, ...Object.values(this.buttons), this.place,
        button("play", say("Continue from here")), button("close", say("Close"))),
    );
    this.bar.addEventListener("click", (event) => this.clicked(event));
    this.bar.addEventListener("keydown", (event) => this.pressed(event));
    this.acted = this.acted.bind(this);
    this.typed = this.typed.bind(this);
    this.leave = this.leave.bind(this);
  }

  /** @param {number} at */
  async begin(at) {
    this.table.prepend(this.bar);
    this.table.felt.addEventListener("click", this.acted, { capture: true });
    this.table.addEventListener("keydown", this.typed, { capture: true });
    this.table.addEventListener("wt-linked", this.leave);
    const gone = this.go(at);
    this.table.scrollIntoView({ block: "start" }); // now that its text is there
    this.buttons.next.focus({ preventScroll: true });
    await gone;
  }

  /**
   * Playing a card here leaves the replay, and Undo leads back. The position on the table can be shared; any other
   * action applies to the deal being replayed, which is restored first.
   * @param {Event} event
   */
  acted(event) {
    const at = /** @type {Element} */ (event.target).closest("button");
    if (!at || STAYING.includes(at.dataset.do ?? "")) return;
    if (!at.dataset.do && !this.table.request && !this.left) {
      this.leave();
      this.table.left = { state: this.before, fresh: this.table.state.record };
      return;
    }
    event.stopPropagation();
    if (at.dataset.do) this.close()?.then(() => at.dataset.do !== "undo" && at.isConnected && at.click());
  }

  /** The keys for Undo and the next deal also apply to the deal being replayed. @param {KeyboardEvent} event */
  typed(event) {
    const meant = meaning(event, this.table);
    if (!meant || !("press" in meant) || !["undo", "on"].includes(meant.press)) return;
    event.preventDefault();
    event.stopPropagation();
    this.close()?.then(() => meant.press !== "undo" && this.table.press(meant.press));
  }

  /** @param {Event} event */
  clicked(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-go]");
    if (button instanceof HTMLElement) this.press(button.dataset.go ?? "");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const meant = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", PageUp: "passage-back",
      PageDown: "passage-next", Escape: "close" }[event.key];
    if (!["Tab", "?"].includes(event.key)) event.stopPropagation();
    if (!meant) return;
    event.preventDefault();
    this.press(meant);
  }

  /** @param {string} what */
  press(what) {
    const last = this.steps.length - 1;
    if (what === "first") this.go(0);
    else if (what === "last") this.go(last);
    else if (what === "next") this.go(Math.min(this.at + 1, last));
    else if (what === "back") this.go(Math.max(this.at - 1, 0));
    else if (what === "passage-next") this.go(this.passage(1));
    else if (what === "passage-back") this.go(this.passage(-1));
    else if (what === "close") this.close();
    else if (what === "play") this.play();
  }

  /** Go to the end of the next or previous passage. @param {1 | -1} way */
  passage(way) {
    const { steps } = this;
    const ends = steps.flatMap((step, k) => (step.words !== steps[k + 1]?.words && !sameWords(step, steps[k + 1]) ? [k] : []));
    return way > 0 ? ends.find((end) => end > this.at) ?? steps.length - 1
      : ends.findLast((end) => end < this.at) ?? 0;
  }

  /** Show a step; during a request, only the last step asked for follows. @param {number} at */
  async go(at) {
    this.at = at;
    this.tell();
    if (this.showing) return;
    this.showing = true;
    while (this.shown !== this.at && !this.left) {
      const wanted = this.at;
      await answered(this.table);
      if (this.left) break;
      await this.stand(this.steps[wanted]);
      this.shown = wanted;
    }
    this.showing = false;
    if (!this.left) this.tell();
  }

  /** Pass a step to the table, which announces it to screen readers, so that there is only one voice. @param {Step} step */
  async stand(step) {
    const { record } = step;
    const told = sameWords(step, this.heard) ? "" : this.words.innerText;
    this.heard = step;
    if (record === this.table.state.record && this.table.state.study) {
      this.table.look({ said: told });
      return;
    }
    this.table.foreword = told;
    await this.table.ask({ op: "open", record, seat: this.own ? this.before.seat : 0, study: true, stand: true, same: this.own });
  }

  /** Show the text of the step, its number, and the passage that leads to it. */
  tell() {
    const { at, steps } = this;
    const step = steps[at];
    if (!sameWords(step, this.told)) {
      this.words.replaceChildren(...step.words.map(copy));
      this.words.scrollTop = 0;
    }
    if (this.told?.passage !== step.passage) {
      this.told?.passage?.removeAttribute("aria-current");
      step.passage?.setAttribute("aria-current", "step");
    }
    this.told = step;
    const numbered = /\bseats? \d/i.test(this.words.textContent ?? "");
    this.who.textContent = numbered ? say("Seats: {who}", { who: this.table.state.seats.map(({ seat, name }) => `${seat} ${name}`).join(", ") }) : "";
    const acts = at > 0 && steps[at - 1].record !== step.record && this.shown === at;
    this.done.textContent = acts ? this.table.state.log.at(-1) ?? "" : at === 0 && !step.words.length ? say("The cards as dealt.") : "";
    this.place.textContent = say("{n} of {all}", { n: at + 1, all: steps.length });
    for (const [name, end] of /** @type {const} */ ([["first", 0], ["back", 0], ["next", steps.length - 1], ["last", steps.length - 1]])) {
      if (at === end) this.buttons[name].setAttribute("aria-disabled", "true");
      else this.buttons[name].removeAttribute("aria-disabled");
    }
  }

  /** Remove the bar; the position stays on the table. */
  leave() {
    this.left = true;
    this.table.state = { ...this.table.state, study: this.before.study };
    this.table.felt.removeEventListener("click", this.acted, { capture: true });
    this.table.removeEventListener("keydown", this.typed, { capture: true });
    this.table.removeEventListener("wt-linked", this.leave);
    this.told?.passage?.removeAttribute("aria-current");
    this.bar.remove();
    this.table.led = null;
  }

  /** End the replay, once. @param {() => void | Promise<void>} then  called after the pending step */
  ending(then) {
    this.left = true;
    return this.end ??= answered(this.table).then(then);
  }

  /** Continue playing from here. */
  play() {
    return this.ending(async () => {
      const { record, to_act: toAct, seat, seats } = this.table.state;
      this.leave();
      this.table.focusNext();
      const next = toAct !== null && seats[toAct].plays ? toAct : seat;
      const stood = this.table.state;
      await this.table.ask({ op: "open", record, seat: next, study: this.before.study, same: this.own, ...this.table.against });
      if (this.table.state !== stood) this.table.left = { state: this.before, fresh: this.table.state.record };
    });
  }

  /** Return to the previous game on the table. */
  close() {
    return this.ending(() => {
      this.leave();
      this.table.show(this.before, "open");
      this.opener?.()?.focus();
    });
  }
}

/** @param {Step} one @param {Step | undefined} other */
const sameWords = (one, other) => other !== undefined && one.words.length === other.words.length
  && one.words.every((word, k) => word === other.words[k]);
