// @ts-check
/**
 * The way to the engine: one worker a page, JSON text both ways. A worker that is silent for too long or falls
 * over is ended and every question still open is answered with a `Lost` error; the next question starts another.
 */

/** How long a page waits for a sign of life, in milliseconds. */
export const PATIENCE = 20_000;

/** The engine did not answer: it hangs, it crashed or it could not start. */
export class Lost extends Error {}

/** The engine answered that this cannot be; `kind` and `clause` are the engine's own. */
export class Refusal extends Error {
  /** @param {{kind: string, message: string, clause?: import("./types.mjs").Clause | null, instead?: string[], rules?: import("./types.mjs").Offered, clash?: import("./types.mjs").Clash, misfit?: import("./types.mjs").Misfit}} error */
  constructor(error) {
    super(error.message);
    this.kind = error.kind;
    this.clause = error.clause ?? null;
    /** The cards that may be played instead. */ this.instead = error.instead ?? [];
    /** The rule set to turn to instead, where a link names one. */ this.rules = error.rules ?? null;
    /** House rules that do not go together. */ this.clash = error.clash ?? null;
    /** A house rule with a value that does not fit. */ this.misfit = error.misfit ?? null;
  }
}

/** @type {Map<string, Client>} */
const clients = new Map();

/** The page's one client of a runtime. @param {string} url */
export function client(url) {
  let found = clients.get(url);
  if (!found) clients.set(url, (found = new Client(url)));
  return found;
}

class Client {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {Worker | null} */
    this.worker = null;
    this.awake = false;
    /** Kept once Python has woken, when what could have waited for that may be done. @type {Promise<void>} */
    this.woken = new Promise((woke) => { this.woke = woke; });
    /** Kept once this browser keeps Python's memory. @type {Promise<void>} */
    this.kept = new Promise((kept) => { this.keeps = kept; });
    this.asked = 0;
    /** @type {Map<number, {answer: (ok: any) => void, refuse: (error: Error) => void}>} */
    this.open = new Map();
    /** @type {Set<(text: string, done: number | null) => void>} */
    this.watchers = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Start the worker if there is none: asked for as soon as a visitor shows intent.
   * @param {Record<string, unknown>} [ahead]  the rules by which will be played, to get ready for
   */
  wake(ahead) {
    if (this.worker) return;
    try {
      this.worker = new Worker(this.url, { type: "module" });
    } catch (error) {
      this.lose(String(error));
      return;
    }
    this.worker.onmessage = (event) => this.hear(event.data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.lose(event.message || "the worker did not load");
    };
    this.worker.onmessageerror = () => this.lose("a message could not be read");
    if (ahead) this.worker.postMessage(JSON.stringify({ op: "ahead", ...ahead }));
    this.wait();
  }

  /**
   * Ask the engine. Rejects with `Refusal` when it says no and with `Lost` when it says nothing.
   * @param {Record<string, unknown>} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const id = ++this.asked;
    return new Promise((answer, refuse) => {
      this.open.set(id, { answer, refuse });
      this.wake();
      this.worker?.postMessage(JSON.stringify({ id, ...request }));
      this.wait();
    });
  }

  /** @param {string} text */
  hear(text) {
    const said = JSON.parse(text);
    if (said.progress) {
      const { step = "", loaded = 0, total = 0 } = said.progress;
      const text = total ? `${step}: ${megabytes(loaded)} of ${megabytes(total)} MB` : step;
      for (const watcher of this.watchers) watcher(text, total ? loaded / total : null);
    } else if (said.id === 0) {
      // An error after the start is not about any question; a question that suffers from it runs out of patience.
      if (said.error && !this.awake) return this.lose(said.error.message);
      this.awake = true;
      this.woke?.();
      if (said.ok === "kept") this.keeps?.();
    } else {
      const asked = this.open.get(said.id);
      this.open.delete(said.id);
      if (said.error) asked?.refuse(new Refusal(said.error));
      else asked?.answer(said.ok);
    }
    this.wait();
  }

  /** Restart the timeout while a request is waiting. */
  wait() {
    clearTimeout(this.timer);
    if (this.worker && (!this.awake || this.open.size)) this.timer = setTimeout(() => this.lose(""), PATIENCE);
  }

  /** @param {string} why  empty for silence */
  lose(why) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.awake = false;
    const open = [...this.open.values()];
    this.open.clear();
    for (const { refuse } of open) refuse(new Lost(why));
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
