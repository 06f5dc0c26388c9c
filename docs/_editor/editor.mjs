// @ts-check
/**
 * A session that is being edited: the editor in its place, its buttons, and Python's output below it.
 *
 * The sessions of an example share their names. A run gives the same results as running the page from the top: earlier
 * sessions run first unless they already have, and if this session has already run, or an earlier one was edited since,
 * all run again from the top.
 */
import { edit, replace } from "./code.mjs";
import { Runner, Stopped } from "./runner.mjs";

/** @typedef {import("../_static/editor/sessions.mjs").Session} Session */
/** @typedef {import("../_static/editor/sessions.mjs").Example} Example */

/**
 * How far an example has been run, in which life of the runner, and with which errors, by session name.
 * @type {WeakMap<Example, {life: number, last: number, errors: Record<string, string>}>}
 */
const reached = new WeakMap();

/** @type {Map<string, Runner>} */
const runners = new Map();

/** The page's only runner for a runtime. @param {string} url */
function runnerOf(url) {
  let found = runners.get(url);
  if (!found) runners.set(url, (found = new Runner(url)));
  return found;
}

/** @type {Panel | null} the panel whose session is running */
let busy = null;

/** Replace a session by an editor, and run it. @param {Session} session */
export function open(session) {
  const panel = new Panel(session);
  panel.editor.focus();
  void panel.run();
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} className @param {...(Node | string)} inside
 */
function make(tag, className, ...inside) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...inside);
  return made;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The first sentence of an error; the traceback has the rest. @param {string} text */
const first = (text) => /^.*?[.!?](?= )|^.*/.exec(text)?.[0] ?? "";

class Panel {
  /** @param {Session} session  a session with a box */
  constructor(session) {
    this.session = session;
    this.example = session.example;
    this.runner = runnerOf(this.example.runtime);
    const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
    const keys = `${mac ? "Command" : "Control"}-Enter runs it; Escape, then Tab leaves the editor.`;

    const host = make("div", "session-code");
    this.editor = edit(host, {
      text: session.source,
      label: `Python, ${session.name}. ${keys}`,
      run: () => void this.run(),
      changed: (text) => this.change(text),
    });
    this.runButton = this.button("Run", () => void this.run());
    this.stopButton = this.button("Stop", () => this.runner.stop());
    this.bar = make(
      "div",
      "session-bar",
      this.runButton,
      this.stopButton,
      this.button("Reset", () => this.reset()),
      this.button("Close", () => this.close()),
      make("span", "session-keys", keys),
    );
    this.status = make("p", "session-status");
    this.status.setAttribute("role", "status");
    this.result = make("pre", "session-result");
    this.result.tabIndex = 0;
    this.result.setAttribute("role", "region");
    this.result.setAttribute("aria-label", `Output of ${session.name}`);
    this.parts = make("div", "session-panel", host, this.bar, this.status, this.result);
    this.parts.setAttribute("role", "group");
    this.parts.setAttribute("aria-label", `Edit and run ${session.name}`);
    this.clear();
    this.idle();
    session.box?.classList.add("session-edited");
    session.box?.append(this.parts);
  }

  /** @param {string} text @param {() => void} act */
  button(text, act) {
    const button = make("button", "session-button", text);
    button.type = "button";
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") act();
    });
    return button;
  }

  /** Enable the right buttons while nothing is running here. */
  idle() {
    this.runButton.setAttribute("aria-disabled", "false");
    this.stopButton.setAttribute("aria-disabled", "true");
  }

  clear() {
    this.result.replaceChildren();
    this.result.hidden = true;
    /** @type {[string, string][]} */
    this.coming = [];
  }

  /** @param {string} text */
  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** Show a piece of output; pieces are added to the page once per frame, however fast they come. @param {string} kind @param {string} text */
  show(kind, text) {
    if (!this.coming.length) requestAnimationFrame(() => this.put());
    this.coming.push([kind, text]);
  }

  put() {
    for (const [kind, text] of this.coming) {
      const last = this.result.lastChild;
      if (last instanceof HTMLElement && last.className === `session-${kind}`) last.append(text);
      else this.result.append(make("span", `session-${kind}`, text));
    }
    this.coming = [];
    this.result.hidden = !this.result.hasChildNodes();
  }

  /** @param {string} text */
  change(text) {
    this.session.source = text;
    const far = reached.get(this.example);
    if (far && this.example.sessions.indexOf(this.session) <= far.last) reached.delete(this.example);
  }

  /** The sessions to run so that this one runs as if from the top. */
  request() {
    const { sessions, name } = this.example;
    const place = sessions.indexOf(this.session);
    this.runner.wake();
    const far = reached.get(this.example);
    const anew = !far || far.life !== this.runner.life || far.last >= place;
    reached.set(this.example, { life: this.runner.life, last: place, errors: anew ? {} : far.errors });
    const wanted = sessions.slice(anew ? 0 : far.last + 1, place + 1);
    return { example: name, anew, sessions: wanted.map(({ name, source }) => ({ name, source })) };
  }

  async run() {
    if (busy === this) return;
    if (busy) return this.say(`${capital(busy.session.name)} is still running. Stop it first.`);
    busy = this;
    this.clear();
    this.runButton.setAttribute("aria-disabled", "true");
    this.stopButton.setAttribute("aria-disabled", "false");
    try {
      const request = this.request();
      const before = request.sessions.length - 1;
      const also = before ? `, after ${before === 1 ? "the session" : `the ${before} sessions`} before it` : "";
      const end = await this.runner.run(request, {
        show: (kind, text) => this.show(kind, text),
        wait: (step, done) => this.say(done === null ? `${step} …` : `${step}: ${Math.floor(done * 10) * 10} %`),
        begin: () => this.say(`Running${also} …`),
      });
      this.put();
      this.tell(end);
    } catch (error) {
      reached.delete(this.example);
      this.put();
      if (error instanceof Stopped) this.say("Stopped. The next run starts from the beginning.");
      else this.say(`Python stopped: ${error instanceof Error ? error.message : error}. Choose Run to start it again.`);
    } finally {
      busy = null;
      this.idle();
    }
  }

  /** @param {import("./runner.mjs").End} end */
  tell({ errors, lost }) {
    const all = Object.assign(reached.get(this.example)?.errors ?? {}, errors);
    const { [this.session.name]: own, ...others } = all;
    const said = [own ? `Done, with an error. ${first(own)}` : this.result.hidden ? "Done. There is no output." : "Done."];
    if (lost) said.push(`${lost.toLocaleString("en")} more characters are not shown.`);
    // The page's own sessions may raise errors, since they show refusals.
    for (const { name, source, text } of this.example.sessions) {
      if (name in others && source !== text) said.push(`${capital(name)}, as you edited it, has an error. ${first(others[name] ?? "")}`);
    }
    this.say(said.join(" "));
  }

  /** Restore the page's own text. */
  reset() {
    if (busy === this) this.runner.stop();
    replace(this.editor, this.session.text);
    this.clear();
    this.say("The original text is back.");
    this.editor.focus();
  }

  /** Show the original session of the page again; the edited text is kept for the next time. */
  close() {
    if (busy === this) this.runner.stop();
    this.editor.destroy();
    this.parts.remove();
    this.session.box?.classList.remove("session-edited");
    this.session.opener?.focus();
  }
}
