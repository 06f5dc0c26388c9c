// @ts-check
/**
 * The connection to the engine: one worker per page, with JSON in both directions. A worker that crashes or is silent
 * for too long is ended, and every pending request fails with a `Lost` error; the next request starts another worker.
 */

/** How long a page waits for a sign of life, in milliseconds. */
export const PATIENCE = 20_000;

/** The engine did not answer: it hung, crashed or could not start. */
export class Lost extends Error {}

/** The engine refused a request; `kind` and `clause` are the engine's own. */
export class Refusal extends Error {
  /** @param {{kind: string, message: string, clause?: import("./types.mjs").Clause | null, instead?: string[], rules?: import("./types.mjs").Offered, clash?: import("./types.mjs").Clash, misfit?: import("./types.mjs").Misfit}} error */
  constructor(error) {
    super(error.message);
    this.kind = error.kind;
    this.clause = error.clause ?? null;
    /** The cards that can be played instead. */ this.instead = error.instead ?? [];
    /** The rule set to use instead, if a link names one. */ this.rules = error.rules ?? null;
    /** House rules that cannot be combined. */ this.clash = error.clash ?? null;
    /** A house rule with an unsuitable value. */ this.misfit = error.misfit ?? null;
  }
}

/** @type {Map<string, Client>} */
const clients = new Map();

/** The page's only client for a runtime. @param {string} url */
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
    /** Resolves when Python has started, so that work that can wait until then can begin. @type {Promise<void>} */
    this.woken = new Promise((woke) => { this.woke = woke; });
    /** Resolves when this browser has stored Python's memory. @type {Promise<void>} */
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
   * Start the worker if there is none, as soon as a visitor shows an intention to play.
   * @param {Record<string, unknown>} [ahead]  the rules to be played, for preparation
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
   * Send a request to the engine. Rejects with `Refusal` if the engine refuses, and with `Lost` if it does not answer.
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
      // An error after the start does not belong to any request; a request affected by it times out.
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
