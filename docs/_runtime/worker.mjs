// @ts-check
/**
 * The engine's worker: Python, asked and answered in JSON text.
 *
 * In:  a request, {"id": 7, "op": …}, handed to whister.table.handle as it is; requests sent early wait their turn.
 * Out: its answer, {"id": 7, "ok" | "error": …}; before the first one {"id": 0, "progress": {step, loaded, total}}
 *      and then {"id": 0, "ok": "ready", "snapshot": true | false}; some time later, once, {"id": 0, "ok": "kept"};
 *      and {"id": 0, "error": {kind, message, clause}} for whatever goes wrong outside a request.
 */
import { keep, wake } from "./python.mjs";

const REST = 1500; // milliseconds without a request, after which the memory may be kept

// The next page may show another game, and what is in the memory is not imported again.
const ALL_THE_REST = "from whister.mechanisms import REGISTRY; len(dict(REGISTRY))";

// ---- to the page

/** @param {Record<string, unknown>} message */
function tell(message) {
  self.postMessage(JSON.stringify(message));
}

/** @param {number} id @param {unknown} error */
function tellError(id, error) {
  const message = error instanceof Error ? error.message : String(error);
  // A Python traceback ends with what went wrong.
  const last = message.trim().split("\n").at(-1) || "unknown error";
  tell({ id, error: { kind: "internal", message: last, clause: null } });
}

self.addEventListener("error", event => tellError(0, event.error ?? event.message));
self.addEventListener("unhandledrejection", event => tellError(0, event.reason));

// ---- keeping Python's memory, once, when nobody asks

/** @type {null | (() => Promise<void>)} */
let keepSoon = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function keepWhenIdle() {
  clearTimeout(timer);
  if (keepSoon) timer = setTimeout(keepNow, REST);
}

function keepNow() {
  const work = keepSoon;
  keepSoon = null;
  if (!work) return;
  Promise.resolve().then(work).then(
    () => tell({ id: 0, ok: "kept" }),
    () => {}, // the next page starts anew
  );
}

// ---- answering

/** @type {(text: string) => void} */
let take = text => waiting.push(text);
/** @type {string[]} */
const waiting = [];
self.onmessage = event => take(event.data);

/** Start Python and be ready to answer. @returns {Promise<(text: string) => string>} */
async function ready() {
  const { python, warm } = await wake(tell);
  if (!warm) {
    keepSoon = () => {
      python.runPython(ALL_THE_REST);
      return keep(python);
    };
  }
  const handle = python.runPython("from whister.table import handle; handle");
  tell({ id: 0, ok: "ready", snapshot: warm });
  return handle;
}

ready().then(
  handle => {
    take = text => {
      try {
        self.postMessage(handle(text));
      } catch (error) {
        tellError(JSON.parse(text).id, error);
      }
      keepWhenIdle();
    };
    waiting.splice(0).forEach(take);
  },
  error => {
    tellError(0, error);
    take = text => tellError(JSON.parse(text).id, error);
    waiting.splice(0).forEach(take);
  },
);
