// @ts-check
/**
 * The engine's worker: Python, with requests and answers in JSON.
 *
 * In:  a request, {"id": 7, "op": …}, passed unchanged to whister.table.requests.handle; requests sent early wait their turn.
 *      {"op": "ahead", "rules": …, "options": …}, which is not answered: it announces the rules to be played.
 * Out: its answer, {"id": 7, "ok" | "error": …}; before the first one {"id": 0, "progress": {step, loaded, total}}
 *      and then {"id": 0, "ok": "ready", "snapshot": true | false}; some time later, once, {"id": 0, "ok": "kept"};
 *      and {"id": 0, "error": {kind, message, clause}} for errors outside a request.
 */
import { keep, wake } from "./python.mjs";

const REST = 1000; // milliseconds without a request, after the practice, until the memory may be stored
const BREATH = 30; // milliseconds after an answer, for the page to draw it
const STEP = 4; // milliseconds between two steps of the practice, so that requests take precedence
const AHEAD = /^{"op":"ahead"/;

// ---- to the page

/** @param {Record<string, unknown>} message */
function tell(message) {
  self.postMessage(JSON.stringify(message));
}

/** @param {number} id @param {unknown} error */
function tellError(id, error) {
  const message = error instanceof Error ? error.message : String(error);
  // A Python traceback ends with the error.
  const last = message.trim().split("\n").at(-1) || "unknown error";
  tell({ id, error: { kind: "internal", message: last, clause: null } });
}

self.addEventListener("error", event => tellError(0, event.error ?? event.message));
self.addEventListener("unhandledrejection", event => tellError(0, event.reason));

// ---- between requests: a game for practice, in short steps, and then storing Python's memory, once

/** @typedef {{next: () => {done?: boolean}, destroy: () => void}} Steps */

/** @type {null | ((text: string) => Steps)} */
let practice = null;
/** @type {null | Steps} */
let steps = null;
/** @type {null | (() => Promise<void>)} */
let keepSoon = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Begin a game for practice, by the rules of the first request. @param {string} text */
function begin(text) {
  const play = practice;
  practice = null;
  if (play) steps = play(text);
}

/** @param {number} breath */
function rest(breath) {
  clearTimeout(timer);
  if (steps) timer = setTimeout(step, breath);
  else if (keepSoon) timer = setTimeout(keepNow, REST);
}

function step() {
  try {
    if (steps?.next().done) {
      steps.destroy();
      steps = null;
    }
  } catch {
    steps = null; // the visitor's own request reports any error
  }
  rest(STEP);
}

function keepNow() {
  const work = keepSoon;
  keepSoon = null;
  if (!work) return;
  Promise.resolve().then(work).then(
    () => tell({ id: 0, ok: "kept" }),
    () => {}, // the next page then starts from the beginning
  );
}

// ---- answering

/** @type {(text: string) => void} */
let take = text => waiting.push(text);
/** @type {string[]} */
const waiting = [];
self.onmessage = event => take(event.data);

/** @param {(text: string) => string} handle @param {string} text */
function answer(handle, text) {
  try {
    self.postMessage(handle(text));
  } catch (error) {
    tellError(JSON.parse(text).id, error);
  }
}

/** Start Python; returns the function that answers requests. @returns {Promise<(text: string) => string>} */
async function ready() {
  const { python, warm } = await wake(tell);
  const handle = python.runPython("from whister.table.requests import handle; handle");
  practice = text => {
    const { ahead } = python.pyimport("whister_practice");
    return ahead(text, !warm); // the next page need not import what is in the stored memory
  };
  if (!warm) keepSoon = () => keep(python);
  tell({ id: 0, ok: "ready", snapshot: warm });
  return handle;
}

ready().then(
  handle => {
    take = text => {
      if (!AHEAD.test(text)) answer(handle, text);
      begin(text);
      rest(BREATH);
    };
    waiting.splice(0).forEach(take);
  },
  error => {
    tellError(0, error);
    take = text => tellError(JSON.parse(text).id, error);
    waiting.splice(0).forEach(take);
  },
);
