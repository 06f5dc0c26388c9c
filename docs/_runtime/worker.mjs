// @ts-check
/**
 * The engine's worker: Python, asked and answered in JSON text.
 *
 * In:  a request, {"id": 7, "op": …}, handed to whister.table.handle as it is; requests sent early wait their turn.
 * Out: its answer, {"id": 7, "ok" | "error": …}; before the first one {"id": 0, "progress": {step, loaded, total}}
 *      and then {"id": 0, "ok": "ready", "snapshot": true | false}; some time later, once, {"id": 0, "ok": "kept"};
 *      and {"id": 0, "error": {kind, message, clause}} for whatever goes wrong outside a request.
 *
 * Every file comes from the worker's own folder, whose name is the hash of what is in it. After the first answer the
 * memory of the started Python is kept in IndexedDB under that name, so that the next page starts from there. Where
 * that fails, Python starts anew; nothing else depends on it.
 */
import { loadPyodide } from "./pyodide.mjs";
import { SIZES } from "./sizes.mjs";

const HERE = new URL("./", import.meta.url);
const BUILD = HERE.pathname.split("/").at(-2) ?? "";
const SITE_PACKAGES = "/lib/python3.13/site-packages";
const REST = 1500; // milliseconds without a request, after which the memory may be kept

/** @typedef {Awaited<ReturnType<typeof loadPyodide>>} Python */

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

// ---- fetching

let loaded = 0;
let told = 0;
const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
const usualFetch = self.fetch.bind(self);

/** Responses asked for before Pyodide asks. @type {Map<string, Promise<Response>>} */
const early = new Map();

/** @param {string} name @param {RequestInit} [how] */
async function part(name, how) {
  const response = await usualFetch(new URL(name, HERE), how);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * Ask for a large file now; Pyodide gets it when it asks. Counting costs the browser's cache of compiled code, so it
 * is done for the first page only.
 * @param {string} name
 * @param {Promise<unknown>} memory
 */
function hurry(name, memory) {
  const response = part(name).then(async found => ((await memory) ? found : counted(found)));
  response.catch(() => {}); // told by whoever uses it
  early.set(new URL(name, HERE).href, response);
}

/** The same response, its bytes told to the page as they come. @param {Response} response */
function counted(response) {
  if (!response.body) return response;
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      if (loaded - told > total / 50 || loaded === total) {
        told = loaded;
        tell({ id: 0, progress: { step: "Fetching Python", loaded, total } });
      }
      controller.enqueue(chunk);
    },
  });
  const type = response.headers.get("content-type") ?? "";
  return new Response(response.body.pipeThrough(counter), { headers: { "content-type": type } });
}

self.fetch = (input, how) => {
  const url = String(input instanceof Request ? input.url : input);
  const response = early.get(url);
  early.delete(url);
  return response ?? usualFetch(input, how);
};

/** The engine's wheel, refused unless it has the hash that the lock gives. @param {Promise<any>} lock */
async function engine(lock) {
  const { file_name: name, sha256 } = (await lock).packages.whister;
  const bytes = Uint8Array.from(sha256.match(/../g), (/** @type {string} */ pair) => parseInt(pair, 16));
  const response = await part(name, { integrity: `sha256-${btoa(String.fromCharCode(...bytes))}` });
  return response.arrayBuffer();
}

// ---- starting

/**
 * Pyodide waits for ever when its code cannot be compiled: a wrong type from the server, a policy that forbids it.
 * So a wrong type is put right, and any other failure ends the wait.
 * @type {(error: unknown) => void}
 */
let giveUp = () => {};
const compile = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (source, imports) => {
  try {
    const response = await source;
    const right = /^application\/wasm/.test(response.headers.get("content-type") ?? "");
    const typed = right ? response : new Response(response.body, { headers: { "content-type": "application/wasm" } });
    return await compile(typed, imports);
  } catch (error) {
    giveUp(error);
    throw error;
  }
};

/** Start Python, from its kept memory if there is one. @param {ArrayBuffer | undefined} memory @returns {Promise<Python>} */
async function start(memory) {
  const lock = part("pyodide-lock.json").then(response => response.json());
  const wheel = engine(lock);
  const hopeless = new Promise((_, reject) => (giveUp = reject));
  const needed = [wheel, ...early.values()];
  const starting = loadPyodide({
    indexURL: HERE.href,
    lockFileContents: lock,
    packageBaseUrl: HERE.href,
    env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  const fetched = Promise.all(needed).then(() => starting);
  const python = /** @type {Python} */ (await Promise.race([starting, hopeless, fetched]));
  // Files are not part of the memory: the engine reads its records from them.
  python.unpackArchive(await wheel, "wheel", { extractDir: SITE_PACKAGES });
  if (memory) python.runPython("import random, sys; random.seed()");
  else tell({ id: 0, progress: { step: "Reading the rules", loaded: total, total } });
  return python;
}

/** Start Python and be ready to answer. @returns {Promise<(text: string) => string>} */
async function ready() {
  const remembered = kept().catch(() => undefined);
  hurry("pyodide.asm.wasm", remembered);
  hurry("python_stdlib.zip", remembered);
  import("./pyodide.asm.js").catch(() => {}); // Pyodide imports it as well, and tells
  const memory = await remembered;
  let python, warm = Boolean(memory);
  try {
    python = await start(memory);
  } catch (error) {
    if (!memory) throw error;
    warm = false;
    await forget().catch(() => {});
    python = await start(undefined);
  }
  if (!warm) keepSoon = () => python.makeMemorySnapshot();
  const handle = python.runPython("from whister.table import handle; handle");
  tell({ id: 0, ok: "ready", snapshot: warm });
  return handle;
}

// ---- keeping Python's memory for the next page

/** @type {null | (() => Uint8Array)} */
let keepSoon = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function keepWhenIdle() {
  clearTimeout(timer);
  if (keepSoon) timer = setTimeout(() => keep().catch(() => {}), REST);
}

async function keep() {
  const memory = keepSoon?.();
  keepSoon = null;
  if (!memory) return;
  await store("readwrite", memories => (memories.clear(), memories.put(memory.buffer, BUILD)));
  tell({ id: 0, ok: "kept" });
}

/** @returns {Promise<ArrayBuffer | undefined>} */
const kept = () => store("readonly", memories => memories.get(BUILD));
const forget = () => store("readwrite", memories => memories.clear());

/**
 * Do one thing with the kept memories; one build's memory at a time.
 * @param {IDBTransactionMode} mode
 * @param {(memories: IDBObjectStore) => IDBRequest} work
 * @returns {Promise<any>}
 */
function store(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("whister-python", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("memories");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("memories", mode);
      const request = work(transaction.objectStore("memories"));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onerror = transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}

// ---- answering

/** @type {(text: string) => void} */
let take = text => waiting.push(text);
/** @type {string[]} */
const waiting = [];
self.onmessage = event => take(event.data);

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
