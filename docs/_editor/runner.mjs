// @ts-check
/**
 * The page's connection to the worker that runs examples: one worker per page, which `stop` ends whatever it is doing.
 * Each worker started is a new `life`; the results of earlier runs are lost with the worker.
 */

/** How long a page waits for a sign of life while Python starts, in milliseconds. */
const PATIENCE = 30_000;

/** @typedef {{name: string, source: string}} Source */
/** @typedef {{example: string, anew: boolean, sessions: Source[]}} Request */
/** @typedef {{errors: Record<string, string>, lost: number}} End  errors by session name */

/**
 * @typedef {object} Listener
 * @property {(kind: "typed" | "out" | "error", text: string) => void} show
 * @property {(step: string, done: number | null) => void} wait  while Python starts
 * @property {() => void} begin  when Python starts running
 */

/** The run was stopped. */
export class Stopped extends Error {}

export class Runner {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.life = 0;
    /** @type {Worker | null} */
    this.worker = null;
    this.awake = false;
    this.asked = 0;
    /** @type {null | {listener: Listener, settle: (end: End) => void, fail: (error: Error) => void}} */
    this.running = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Start the worker, if there is none. */
  wake() {
    if (this.worker) return;
    this.life += 1;
    this.awake = false;
    this.worker = new Worker(this.url, { type: "module" });
    this.worker.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(new Error(event.message || "the page could not load it"));
    };
    this.wait();
  }

  /**
   * Run sources, one run at a time. Rejects with `Stopped`, or with an error if Python crashed.
   * @param {Request} request
   * @param {Listener} listener
   * @returns {Promise<End>}
   */
  run(request, listener) {
    return new Promise((settle, fail) => {
      this.wake();
      this.running = { listener, settle, fail };
      this.worker?.postMessage(JSON.stringify({ id: ++this.asked, ...request }));
      if (this.awake) listener.begin();
      else listener.wait("Starting Python", null);
    });
  }

  /** End the worker at once. */
  stop() {
    this.end(new Stopped());
  }

  /** @param {any} message */
  hear(message) {
    const running = this.running;
    if (message.error) return this.end(new Error(message.error));
    if (message.progress) {
      const { step, loaded, total } = message.progress;
      running?.listener.wait(step, total ? loaded / total : null);
    } else if (message.id === 0) {
      this.awake = true;
      running?.listener.begin();
    } else if (message.id === this.asked && running) {
      if (message.show) running.listener.show(message.show.kind, message.show.text);
      else {
        this.running = null;
        running.settle(message.ok);
      }
    }
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (!this.awake) this.timer = setTimeout(() => this.end(new Error("it did not respond")), PATIENCE);
  }

  /** @param {Error} why */
  end(why) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.awake = false;
    const running = this.running;
    this.running = null;
    running?.fail(why);
  }
}
