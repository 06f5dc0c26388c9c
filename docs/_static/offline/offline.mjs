// @ts-check
/**
 * Saves the site on the reader's device, so that it can be read and played without a network.
 *
 * It begins after the page has been open for a while, and goes on in small steps while the reader does nothing. For
 * readers who save data, only the visited pages are kept unless they ask for the rest. If the browser refuses, the site
 * works without it.
 */

import { showLine } from "./line.mjs";
import { showNotice } from "./notice.mjs";

/** @typedef {{saved: number, total: number, whole: boolean, stalled?: boolean}} Status  in bytes; see sw.js */

const SCOPE = new URL("../../", import.meta.url).href;
const WORKER = new URL("sw.js", SCOPE).href;
const CHOICE = "whister-offline"; // "all" or "none", if the reader has chosen
const PATIENCE = 60_000; // milliseconds for the largest file on a slow network
const REST = 700; // milliseconds without input before a step

/** @param {string} [choice] @returns {string | null} */
function choice(choice) {
  try {
    if (choice) localStorage.setItem(CHOICE, choice);
    return localStorage.getItem(CHOICE);
  } catch {
    return choice ?? null;
  }
}

/** Whether the reader saves data and has not asked for the whole site anyway. */
function thrifty() {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  const saves = connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches;
  return Boolean(saves) && choice() !== "all";
}

/** The files that this page has loaded, with sizes, from which its worker determines the build. @returns {[string, number][]} */
function loaded() {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return entries
    .filter((entry) => entry.name.startsWith(SCOPE) && entry instanceof PerformanceResourceTiming)
    .map((entry) => [entry.name, /** @type {PerformanceResourceTiming} */ (entry).decodedBodySize]);
}

/** @param {ServiceWorker | null} worker @param {Record<string, unknown>} message @returns {Promise<Status>} */
function ask(worker, message) {
  return new Promise((answer, refuse) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => refuse(new Error("no answer")), PATIENCE);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      if (data.error) refuse(new Error(data.error));
      else answer(data);
    };
    if (worker) worker.postMessage(message, [port2]);
    else refuse(new Error("no worker"));
  });
}

// ---- while the reader does nothing

let touched = 0;
for (const sign of ["pointerdown", "keydown", "wheel", "touchmove"]) {
  addEventListener(sign, () => { touched = performance.now(); }, { passive: true, capture: true });
}

/** @returns {Promise<void>} */
function idle() {
  return new Promise((done) => {
    const look = () => {
      const left = touched ? touched + REST - performance.now() : 0;
      if (left > 0) setTimeout(look, left);
      else if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: 2000 });
      else setTimeout(done, 50);
    };
    look();
  });
}

// ---- the work

/** @type {ServiceWorkerRegistration | undefined} */
let registration;
let wanted = true;

/** Fill a worker's cache, step by step. @param {ServiceWorker | null} worker @param {Status} status @param {(status: Status) => void} [tell] */
async function fill(worker, status, tell) {
  let now = status;
  while (wanted && !now.whole && !now.stalled) {
    await idle();
    if (wanted) now = await ask(worker, { do: "fill" });
    if (wanted) tell?.(now);
  }
  return now;
}

/** Let the waiting worker take over; it does so for every tab. */
async function takeOver() {
  const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await ask(registration?.waiting ?? null, { do: "take over" });
  await taken;
}

/** Bring the saved copy up to date, and show its state. */
async function tend() {
  if (!registration || !wanted) return;
  const hello = { do: "hello", loaded: loaded() };
  let status = await ask(registration.active, hello);
  if (registration.waiting && !status.whole) {
    await takeOver(); // nothing depends on an incomplete copy
    status = await ask(registration.active, hello);
  }
  if (thrifty() && !status.whole) {
    status = await ask(registration.active, { do: "visited", loaded: loaded() });
    tell("visited", status);
  } else {
    status = await fill(registration.active, status, (now) => tell(now.whole ? "saved" : "saving", now));
    if (status.whole) tell("saved", await ask(registration.active, hello));
    else registration.update().catch(() => undefined); // the site has changed meanwhile: its new worker continues
  }
  if (registration.waiting && status.whole && wanted) {
    const next = await ask(registration.waiting, { do: "fill" });
    if ((await fill(registration.waiting, next)).whole) showNotice(renew);
  }
}

/** Show the new version in this tab, at the reader's request. Other tabs keep theirs until they are reloaded. */
async function renew() {
  if (registration?.waiting) await takeOver();
  location.reload();
}

/** @type {Promise<unknown>} */
let tending = Promise.resolve();
const tendNext = () => (tending = tending.then(tend).catch(() => undefined));

/** @param {"saving" | "saved" | "visited" | "none"} state @param {Status} status */
function tell(state, status) {
  showLine(state, status, { save, remove });
}

function save() {
  choice("all");
  wanted = true;
  begin();
}

async function remove() {
  choice("none");
  wanted = false;
  tell("none", { saved: 0, total: 0, whole: false });
  await ask(registration?.active ?? null, { do: "remove" }).catch(() => undefined);
  await registration?.unregister();
  registration = undefined;
  indexedDB.deleteDatabase("whister-python"); // the memory of Python, stored by the engine's worker
}

/** @param {ServiceWorker | null} worker */
const installed = (worker) => new Promise((/** @type {(value?: unknown) => void} */ done) => {
  if (!worker || worker.state !== "installing") return done();
  worker.addEventListener("statechange", done, { once: true });
});

/** Register the worker and maintain the saved copy: once per page, and again at the reader's request. */
export async function begin() {
  if (!navigator.serviceWorker) return;
  if (choice() === "none") {
    tell("none", { saved: 0, total: 0, whole: false });
    return;
  }
  try {
    registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: "none" });
    if (!registration) return;
    registration.addEventListener("updatefound", () => installed(registration?.installing ?? null).then(tendNext));
    await navigator.serviceWorker.ready;
    await installed(registration.installing);
    tendNext();
  } catch {
    // In a private window or without space, the site is read from the network as before.
  }
}
