// @ts-check
/** <whister-table>: the page's own nodes become interactive when a visitor begins to use them. */

import { cardOf, FIRST_GLANCE, keys } from "./glance.mjs";
import { meaning } from "./keyboard.mjs";
import { fetched } from "./later.mjs";
import { house, linked, seen, unlink } from "./link.mjs";
import { Pace, strengths } from "./pace.mjs";
import { guided, Keeper, python, untold } from "./storage.mjs";
import { say, sentence, WORDS } from "./words.mjs";
import { client, Lost, Refusal } from "./worker-client.mjs";

/** @import { State, Glance, Reason } from "./types.mjs" */

/** Events that show that a visitor intends to play. */
const INTENT = ["pointerover", "focusin", "touchstart"];

/** How long an answer may take before the card being played is marked, in milliseconds. Most answers come sooner and are drawn at once. */
const SOON = 60;

/** The time from the start of Python to its first answer, in milliseconds. */
const LATE = 300;

/** Modules loaded on demand, by the button that opens them. @type {Record<string, () => Promise<{open: (table: WhisterTable) => Promise<void>}>>} */
const LATER = {
  options: () => import("./options.mjs"),
  settings: () => import("./settings.mjs"),
  share: () => import("./share.mjs"),
  replay: () => import("./replay.mjs").then(({ replayDeal }) => ({ open: (table) => replayDeal(table) })),
  hint: () => import("./hint.mjs"),
  turning: () => import("./turning.mjs"),
};

/** The module that draws a table, once a visitor has begun to use one. @type {typeof import("./picture.mjs") | undefined} */
let picture;

/** @type {Promise<void> | undefined} */
let coming;

/** Load the module that draws a table; if that fails, it is requested again the next time. */
function draws() {
  coming ??= import("./picture.mjs").then((found) => { picture = found; }, () => { coming = undefined; });
  return coming;
}

export class WhisterTable extends HTMLElement {
  /** @type {State} */ state = /** @type {any} */ (null);
  /** The state that the page showed at first. @type {State} */ first = this.state;
  /** @type {Glance} */ glance = FIRST_GLANCE;
  /** The current request. @type {Record<string, unknown> | null} */ request = null;
  /** The request that failed, to try again. @type {Record<string, unknown> | null} */ lost = null;
  /** The deal that was left for a new one, the record of the new one, and the record after its first action. @type {{state: State, fresh: string, first?: string} | null} */ left = null;
  /** The saved game, to return to from a link. @type {State | null} */ kept = null;
  /** Whether a link was followed during a request. */ waiting = false;
  /** A change of view chosen during a request. @type {Record<string, unknown> | null} */ wish = null;
  /** Whether the notes while Python starts say that its memory will be stored. @type {boolean | undefined} */ keeps;
  /** The speed of the other players. */ pace = new Pace();
  /** The drawings of the cards while they are added to the page. @type {Promise<void> | undefined} */ drawn = undefined;
  showing = false;
  /** Whether the page's own nodes have been taken over. */ alive = false;
  /** Whether a saved game is not painted yet; until then nothing can be chosen. */ coming = false;
  /** The replay or guide that leads the visitor through a deal; a guide does not change the saved game. @type {{close: () => Promise<void> | undefined, unkept?: boolean} | null} */ led = null;
  /** The announcement of a replay before the next picture. */ foreword = "";

  connectedCallback() {
    const block = this.querySelector('script[type="application/json"]');
    if (this.state || !block) return;
    const { state, words } = JSON.parse(block.textContent ?? "");
    Object.assign(WORDS, words);
    this.state = this.first = state;
    const place = [...document.querySelectorAll("whister-table")].indexOf(this);
    this.keeper = new Keeper(`${location.pathname}|${this.getAttribute("rules")}|${place}`, this.dataset.runtime ?? "");
    for (const sign of INTENT) this.addEventListener(sign, () => this.wake(), { once: true, passive: true });
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("focusin", (event) => this.reached(event));
    addEventListener("hashchange", (event) => this.openLink(true) || (seen() && this.leaveLink(new URL(event.oldURL))));
    if (this.dataset.runtime) this.engine.kept.then(() => this.tellKept());
    if (this.dataset.runtime && python() === this.engine.url) import("./ahead.mjs").then(({ whenInSight }) => whenInSight(this));
    if (this.pace.paused) this.look({ paused: true });
    const kept = this.keeper.load();
    if (kept && !kept.old) this.kept = kept.state;
    if (!this.openLink() && kept) this.takeUp(kept);
  }

  /** Restore the game that was on the table when the visitor goes back from a link. @param {URL} from */
  leaveLink(from) {
    if (linked(this, from) === null) return;
    this.dispatchEvent(new Event("wt-linked")); // a replay is closed first
    if (this.request) setTimeout(() => linked(this) ?? this.leaveLink(from), 50);
    else if (this.state !== this.kept) {
      const back = this.kept ?? this.first;
      fetched(back).then(() => this.show(back, "open"));
    }
  }

  /** Show a saved game. A game from an older version is replayed by the current rules. @param {{state: State, old: boolean}} kept */
  takeUp({ state, old }) {
    const { record, seat, study, game } = state;
    if (old) {
      this.ask({ op: "open", record: [...game?.before ?? [], record].join("\n"), seat: seat ?? 0, study, game, kept: true, ...this.against });
      return;
    }
    this.state = state; // at once, so that no action applies to the first hand
    this.coming = true;
    fetched(state).then(() => this.paint());
    this.goOn();
  }

  /** Let the next player think, if one needs time. */
  goOn() {
    if (this.state.thinking !== undefined) import("./thinking.mjs").then(({ think }) => think(this));
  }

  /** A request about the deal on the table. @param {string} op @param {Record<string, unknown>} [more] */
  about(op, more = {}) {
    const { record, seat, study } = this.state;
    return { op, record, seat, study, ...this.against, ...more };
  }

  /** The strengths of the other players, in a request. A guide leads through a deal with cautious ones. */
  get against() {
    return this.led ? {} : { strengths: strengths() };
  }

  /** The parts of the game that the engine needs: the previous deals, and the seed of later ones. */
  get game() {
    const { seed, before } = this.state.game;
    return { seed, before };
  }

  /** The number of players. */
  get players() {
    return this.state.seats.filter(({ plays }) => plays).length;
  }

  /** Whether the choice is something other than a card. */
  get asked() {
    return ["buttons", "ladder"].includes(this.state.choice?.kind ?? "");
  }

  get base() {
    return this.dataset.base ?? "./";
  }

  get engine() {
    return client(new URL(this.dataset.runtime ?? "", document.baseURI).href);
  }

  get felt() {
    return /** @type {HTMLElement} */ (this.querySelector(".wt"));
  }

  /** Start Python before the first tap, unless the reader saves data. */
  wake() {
    draws();
    fetched(this.state);
    if (!this.dataset.runtime || matchMedia("(prefers-reduced-data: reduce)").matches) return;
    this.engine.wake(this.inForce);
    this.draw();
  }

  /** Load the drawings of cards and the parts needed at the end of a deal: once, after the first answer, which waits for Python. */
  draw() {
    this.drawn ??= this.engine.woken.then(() => new Promise((done) => setTimeout(done, LATE))).then(() => import("./drawings.mjs")).then(({ bring }) => bring(this, this.base))
      .then(() => { if (!this.showing) this.paint(); }, () => {})
      .then(() => fetched({ choice: null, settlement: true }));
  }

  /** Take over the page's own nodes once everything needed to draw this state has loaded. */
  async comeAlive() {
    await Promise.all([draws(), fetched(this.state)]);
    this.alive = Boolean(picture);
    if (picture) return this.paint();
    const { note } = this.glance;
    this.glance = { ...FIRST_GLANCE, note }; // nothing is selected that is not visible
    const again = Object.assign(document.createElement("button"), { type: "button", className: "wt-button", textContent: say("Try again") });
    again.dataset.do = "retry";
    this.querySelector(".wt-note")?.replaceChildren(note?.text ?? say("This did not load. Try again."), ...this.lost ? [" ", again] : []);
  }

  /** Update the nodes to match the state. @param {State} [state]  an intermediate picture */
  paint(state = this.state) {
    if (!picture || !this.alive) {
      this.comeAlive();
      return;
    }
    const inside = this.contains(document.activeElement);
    picture.match(this.felt, picture.view(state, this.glance, this.base));
    this.coming = false;
    if (inside && !this.contains(document.activeElement)) this.focusNext();
  }

  /** Move the focus when its element is gone: to the prompt while others act, otherwise to a choice, the button to continue, or the hand. */
  focusNext() {
    const places = [
      !this.showing && '.wt-bid[tabindex="0"]:not([aria-disabled])',
      !this.showing && this.asked && ".wt-choice .wt-button:not([aria-disabled])",
      !this.showing && ".wt-onward .wt-button",
      !this.showing && '.wt-hand [tabindex="0"]',
      ".wt-prompt",
    ];
    const found = places.map((place) => place && this.querySelector(place)).find(Boolean);
    /** @type {HTMLElement | undefined} */ (found || undefined)?.focus({ preventScroll: true });
  }

  /** @param {Partial<Glance>} change */
  look(change) {
    this.glance = { ...this.glance, ...change };
    this.paint();
  }

  /**
   * Send a request to the engine and show the result.
   * @param {Record<string, unknown>} request
   * @param {string | null} sent  the card or action that is sent
   */
  async ask(request, sent = null) {
    if (this.request) return;
    this.request = request;
    this.lost = null;
    this.dataset.awake = "";
    this.hurry();
    const asked = this.askTwice(request);
    this.draw();
    this.glance = { ...this.glance, sent, note: null };
    const soon = setTimeout(() => this.paint(), this.engine.awake ? SOON : 0);
    const wakes = setTimeout(() => this.engine.awake || this.watch("", null), 300);
    /** @type {(text: string, done: number | null) => void} */
    const watch = (text, done) => this.watch(text, done);
    this.engine.watchers.add(watch);
    try {
      const after = await asked;
      await Promise.all([draws(), fetched(after)]);
      this.answered([soon, wakes], watch);
      if (request.link && after.rules.id !== this.getAttribute("rules")) {
        location.assign(`${this.base}${after.rules.url}${location.hash.replace(/^#deal\d*=/, "#deal=")}`);
        return;
      }
      after.game ??= this.state.game;
      this.follow(request.op, after.record);
      const behind = request.link ? this.kept : request.op === "new" ? this.state : null;
      if (behind) this.left = { state: behind, fresh: after.record };
      await this.show(after, request.same && !request.stand ? "look" : request.op);
    } catch (error) {
      this.answered([soon, wakes], watch);
      this.failed(error, request);
    }
  }

  /** Make Undo work from a case as well, whose record is a name until a card is played. @param {unknown} op @param {string} record  after the operation */
  follow(op, record) {
    const { left, state } = this;
    if (op === "act" && left?.fresh === state.record) left.first = record;
    else if (op === "undo" && left?.first === state.record) left.fresh = record;
  }

  /** Send a request that does not change the table. @param {Record<string, unknown>} request */
  async consult(request) {
    /** @type {(text: string, done: number | null) => void} */
    const watch = (text, done) => this.look({ note: this.waking(text, done) });
    if (!this.engine.awake) watch("", null);
    this.engine.watchers.add(watch);
    try {
      return await this.engine.ask(request);
    } finally {
      this.engine.watchers.delete(watch);
      if (this.glance.note?.kind === "waking") this.look({ note: null });
    }
  }

  /** @param {ReturnType<typeof setTimeout>[]} timers @param {(text: string, done: number | null) => void} watch */
  answered(timers, watch) {
    timers.forEach(clearTimeout);
    this.engine.watchers.delete(watch);
    this.request = null;
    this.glance.setting = false;
    if (this.waiting) setTimeout(() => this.openLink());
    else if (this.wish) setTimeout(() => this.wish && this.lookAgain({}));
  }

  /** Retry once with a new worker after a crash, since the record has the whole game. @param {Record<string, unknown>} request */
  async askTwice(request) {
    const wasAwake = this.engine.awake;
    try {
      return await this.engine.ask(request);
    } catch (error) {
      if (!(error instanceof Lost) || !wasAwake || !error.message) throw error;
      return this.engine.ask({ ...request, strengths: {} });
    }
  }

  /** @param {string} text @param {number | null} done */
  watch(text, done) {
    if (this.request) this.look({ note: this.waking(text, done) });
  }

  /** The progress of Python's start and, the first time, that it will be stored. @param {string} text @param {number | null} done @returns {import("./types.mjs").Note} */
  waking(text, done) {
    this.keeps ??= untold();
    return { kind: "waking", text: text || say("Starting Python"), done, keeps: this.keeps };
  }

  /** Say once that Python is stored, unless that was said while it loaded. */
  tellKept() {
    python(this.engine.url);
    if (!this.glance.note && untold()) this.look({ note: { kind: "said", text: say("Python is now stored in this browser (about 21 MB), so that the next page starts faster. You can delete it in Settings.") } });
  }

  /** @param {unknown} error @param {Record<string, unknown>} request */
  failed(error, request) {
    if (error instanceof Refusal) {
      const why = sentence(error.message);
      const text = request.kept ? say("The saved game cannot be continued: {why}", { why })
        : request.op === "open" ? say("This cannot be opened: {why} The table has not changed.", { why })
        : error.clause ? why : say("This cannot be done: {why}", { why });
      this.refuse({ text, clause: error.clause, instead: error.instead }, request.op === "open" ? error.rules ?? this.state.rules : null);
    } else {
      this.lost = request;
      const why = error instanceof Error ? error.message : String(error);
      const text = why ? say("Python stopped: {why}. Your game is saved.", { why })
        : say("Python is not responding. Your game is saved.");
      this.look({ sent: null, note: { kind: "failed", text }, said: text });
    }
  }

  /** Show a new state; after an action, show each step separately. @param {State} after @param {unknown} op  the operation requested */
  async show(after, op) {
    const pictures = op === "act" && !this.pace.none ? picture?.frames(this.state, after) ?? [] : [];
    const said = [this.foreword, ...after.steps.flatMap(({ text, note }) => [text, note]), after.notice, after.broken?.text ?? (after.thinking === undefined && after.prompt)];
    this.foreword = "";
    const cursor = this.nextCursor(after);
    this.state = after;
    this.glance = { ...FIRST_GLANCE, paused: this.pace.paused, cursor, behind: this.left?.fresh === after.record, said: said.filter((part) => part).join(" ") };
    const [own] = op === "act" ? after.steps : [];
    const note = after.notice ?? own?.note;
    if (note) this.glance.note = { kind: "said", text: note };
    if (after.broken) this.glance.note = { kind: "refused", ...after.broken, rules: after.rules };
    const kept = op === "open" || this.led?.unkept || this.keep();
    this.goOn();
    this.showing = true;
    this.toggleAttribute("data-showing", pictures.length > 0);
    for (const { state, rest } of pictures) {
      if (this.state !== after || !this.showing) break;
      this.paint(state);
      await this.pace.rest(rest);
    }
    if (this.state === after) this.removeAttribute("data-showing");
    this.showing = false;
    if (this.state !== after) return;
    if (!kept) this.tellShared();
    this.paint();
    const at = document.activeElement;
    if (at && this.contains(at) && ((this.asked && at.closest(".wt-hand")) || at.matches(".wt-prompt") || (op === "act" && after.settlement))) this.focusNext();
    this.dispatchEvent(new Event("wt-shown"));
  }

  /** Save the game, which is now the visitor's own and no longer that of a link. Returns false if it would overwrite another tab's. */
  keep() {
    unlink(this);
    this.kept = this.state;
    return this.keeper?.save(this.state) ?? true;
  }

  /** Keep the card in the Tab order, or move to the nearest playable one. @param {State} after */
  nextCursor({ hand }) {
    const { cursor } = this.glance;
    const all = keys(hand);
    const open = hand.filter(({ playable }) => playable);
    const stays = cursor !== null && all.includes(cursor) ? hand[all.indexOf(cursor)] : null;
    if (stays && (stays.playable || !open.length)) return cursor;
    const at = keys(this.state.hand).indexOf(cursor ?? "");
    const near = [...(open.length ? open : hand)].sort(
      (a, b) => Math.abs(hand.indexOf(a) - at) - Math.abs(hand.indexOf(b) - at));
    return near.length ? all[hand.indexOf(near[0])] : null;
  }

  /** Tell the visitor that another tab's game is not overwritten. */
  tellShared() {
    if (this.dataset.shared !== undefined) return;
    this.dataset.shared = "";
    const text = say("This game is also open in another tab. Each tab saves its own copy.");
    this.glance = { ...this.glance, note: { kind: "said", text } };
  }

  /** End the current sequence of pictures at once. */
  hurry() {
    this.showing = false;
    this.pace.go();
  }

  /** @param {string} action */
  act(action) {
    return this.ask(this.about("act", { action }), action);
  }

  /** The rules in use. */
  get inForce() {
    const { id, options } = this.state.rules;
    return { rules: id, options, players: this.players };
  }

  /** Start a new game, or the deal that this table opens with. @param {Record<string, unknown>} [change]  options, players */
  begin(change = {}) {
    const { seat, study } = this.state;
    const request = { ...this.inForce, seat, study, ...this.against, ...change };
    return this.ask({ op: "new", whole: true, seed: seed(), ...request, seat: Math.min(seat, Number(request.players) - 1) });
  }

  /** Change the view of the deal: from another seat, or with all hands open. @param {Record<string, unknown>} change */
  lookAgain(change) {
    this.wish = { ...this.wish, ...change };
    return this.request ? null : this.lookAsWished();
  }

  /** Carry out a change of view that was chosen during a request. */
  lookAsWished() {
    const change = this.wish;
    this.wish = null;
    return this.ask(this.about("open", { same: true, ...change }));
  }

  /** @param {Reason} reason @param {import("./types.mjs").Offered} [rules]  the rule set offered instead */
  async refuse({ text, clause, instead }, rules = null) {
    if (!picture) await draws();
    const by = clause ? `${say("Refused by")} ${clause.title || clause.slug.replaceAll("-", " ")}.` : "";
    const said = [text, by, ...picture ? [picture.instead(instead, picture.named).join("")] : []].filter((part) => part).join(" ");
    this.look({ sent: null, note: { kind: clause ? "refused" : "said", text, clause, instead, rules }, said });
    this.querySelector(".wt-note")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  clicked(event) {
    const at = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (at.closest("button"));
    if (this.showing && at.closest(".wt-felt")) {
      if (this.pace.paused) this.pace.go();
      else this.hurry();
      return;
    }
    if (!button || !this.contains(button)) return;
    const { action } = button.dataset;
    const key = this.keyAt(button);
    if (button.dataset.do) this.press(button.dataset.do);
    else if (this.coming) return;
    else if (key) this.cardChosen(key);
    else if (action) this.actionChosen(action);
  }

  /** @param {string} key */
  cardChosen(key) {
    const { choice, hand } = this.state;
    if (choice?.kind === "cards") return this.take(key, choice);
    const card = cardOf(key);
    const held = hand.find((one) => one.card === card);
    if (held?.playable) this.act(card);
    else this.refuse(held?.reason ?? { clause: null, text: say("It is not your turn to play.") });
  }

  /** Pick up a card for a choice of several, or put it back. @param {string} key @param {Extract<import("./types.mjs").Choice, {kind: "cards"}>} choice */
  take(key, { allowed, barred, count }) {
    const { picked } = this.glance;
    const card = cardOf(key);
    if (picked.includes(key)) this.look({ picked: picked.filter((one) => one !== key), note: null });
    else if (!allowed.includes(card)) this.refuse(barred[card] ?? { clause: null, text: say("Not available now.") });
    else if (picked.length < count) this.look({ picked: [...picked, key], note: null });
    else this.refuse({ clause: null, text: say("You can choose at most {n}. Put one back first.", { n: count }) });
  }

  /** @param {string} action */
  actionChosen(action) {
    const button = offered(this.state.choice).find((one) => one.action === action);
    if (button && !button.legal) this.refuse(button.reason ?? { clause: null, text: say("Not available now.") });
    else this.act(action);
  }

  /** @param {string} what */
  press(what) {
    const { record, choice, over, settlement } = this.state;
    if (what === "on") this.press(over && !settlement?.end && !this.state.case?.position ? "next" : "new");
    else if (what === "new") this.begin();
    else if (what.startsWith("deal-")) this.begin({ players: Number(what.slice("deal-".length)) });
    else if (what === "next") this.ask(this.about("next", { game: this.game }));
    else if (what === "pause") {
      this.pace.pause(!this.pace.paused);
      this.look({ paused: this.pace.paused });
    } else if (what === "back") {
      const { last_trick, trick, seats } = this.state;
      if (!last_trick || !trick.plays.length) return;
      const back = !this.glance.back;
      this.look({ back });
      const told = (back ? last_trick : trick).plays.map(({ seat, name }) => `${seats[seat].name}: ${name}`);
      this.look({ said: `${this.querySelector(".wt-trick")?.ariaLabel}. ${told.join(", ")}.` });
    } else if (what === "step") {
      this.pace.go();
    } else if (what in LATER) {
      LATER[what]().then(({ open }) => open(this)).catch((error) =>
        this.refuse({ clause: null, text: error instanceof Refusal ? error.message : say("This did not load. Try again.") }));
    } else if (what === "undo") {
      if (this.left?.fresh === record) this.show(this.left.state, "undo");
      else this.takeBack();
    } else if (what === "start") {
      if (!this.request) fetched(this.first).then(() => this.show(this.first, "undo"));
    } else if (what === "retry" && this.lost) {
      this.ask(this.lost);
    } else if (what === "confirm" && choice?.kind === "cards") {
      const { picked } = this.glance;
      const missing = choice.count - picked.length;
      if (missing) this.refuse({ clause: null, text: say("{n} more to choose.", { n: missing }) });
      else this.act([choice.verb, ...picked.map(cardOf)].join(" "));
    } else if (what === "keys") {
      const keys = /** @type {HTMLDetailsElement} */ (this.querySelector(".wt-keys"));
      keys.open = !keys.open;
      if (keys.open) /** @type {HTMLElement} */ (keys.firstElementChild).focus();
      else this.focusNext();
    }
  }

  /** Undo, or say that there is nothing to undo. */
  async takeBack() {
    const { record } = this.state;
    await this.ask(this.about("undo", { game: this.game }));
    if (this.state.record === record && !this.glance.note) this.refuse({ clause: null, text: say("You have nothing to undo.") });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const meant = meaning(event, this);
    if (!meant) return;
    event.preventDefault();
    if ("focus" in meant) meant.focus.focus();
    else this.press(meant.press);
  }

  /** Make the focused card the one in the Tab order. @param {FocusEvent} event */
  reached(event) {
    const at = /** @type {Element} */ (event.target);
    const key = this.keyAt(at);
    const bid = at.matches(".wt-bid") && /** @type {HTMLElement} */ (at).dataset.action;
    if (this.showing) return;
    if (!this.alive && (key || bid)) rove(at);
    if (key && key !== this.glance.cursor) this.look({ cursor: key });
    if (bid && bid !== this.glance.bid) this.look({ bid });
  }

  /** The key of the card in the hand that contains an element. @param {Element} at */
  keyAt(at) {
    const place = [...this.querySelectorAll(".wt-hand li")].indexOf(at.closest(".wt-hand li") ?? at);
    return keys(this.state.hand)[place] ?? null;
  }

  /** Open the position in the page's address if it is for this table, or deal by the house rules there. @param {boolean} [followed]  from a link on the page */
  openLink(followed = false) {
    const record = linked(this);
    const options = house(this);
    if (record === null && !options) return false;
    this.dispatchEvent(new Event("wt-linked")); // only one deal at a time: a replay is closed first
    if (followed) this.reach();
    this.waiting = this.request !== null;
    if (this.waiting) return true;
    if (options) {
      this.look({ setting: true });
      this.begin({ options });
    } else if (record !== this.state.record) this.ask(this.about("open", { record, link: true }));
    else if (this.kept) this.left = { state: this.kept, fresh: record };
    return true;
  }

  /** Bring the table into view after a link on the page. */
  reach() {
    this.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null} */ (this.querySelector(".wt-prompt"))?.focus({ preventScroll: true });
  }
}

/** Let Tab return to the focused element even before the next picture. @param {Element} at */
function rove(at) {
  const place = at.closest(".wt-hand, .wt-ladder");
  for (const one of place?.querySelectorAll('button[tabindex="0"]') ?? []) one.setAttribute("tabindex", "-1");
  at.setAttribute("tabindex", "0");
}

/** The buttons of a choice. @param {import("./types.mjs").Choice | null} choice @returns {import("./types.mjs").ActionButton[]} */
function offered(choice) {
  if (choice?.kind === "buttons") return choice.groups.flatMap(({ actions }) => actions);
  return choice?.kind === "ladder"
    ? [...choice.beside, ...choice.parts.flatMap(({ reason, rungs }) => rungs.flatMap(({ bids }) => bids.map((bid) => ({ reason, ...bid }))))] : [];
}

/** A new seed, in characters that a link can contain. */
function seed() {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
}

let called = Promise.resolve();

/** Call a replay or guide after those chosen before it, however long each takes to load. @param {() => Promise<void>} load */
const call = (load) => { called = called.then(load).catch(console.error); };

/** Open a position from a link on the page: a case of a clause, or a step of a worked example. @param {MouseEvent} event */
function followed(event) {
  const at = /** @type {Element} */ (event.target).closest("a.see, .example-replay, .first-hand-play");
  if (!(at instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (at.matches(".first-hand-play")) {
    call(() => import("./guide.mjs").then(({ begin }) => void begin(at)));
  } else if (at.closest(".worked-example")) {
    event.preventDefault();
    call(() => import("./replay.mjs").then(({ follow }) => follow(at)));
  } else if (at instanceof HTMLAnchorElement && at.hash === location.hash) {
    dispatchEvent(new Event("hashchange"));
  }
}

customElements.define("whister-table", WhisterTable);
document.addEventListener("click", followed);
if (guided()) import("./guide.mjs").then(({ offer }) => offer());
