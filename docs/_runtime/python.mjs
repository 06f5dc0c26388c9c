// @ts-check
/**
 * Starts Python with the engine in it, for any worker that needs one.
 *
 * Every file comes from this script's own folder, whose name is the hash of what is in it. A worker that only ever
 * asks the engine may have the memory of the started Python kept in IndexedDB under that name, so that the next page
 * starts from there. Where that fails, Python starts anew; nothing else depends on it.
 */
import { loadPyodide } from "./pyodide.mjs";
import { SIZES } from "./sizes.mjs";

const HERE = new URL("./", import.meta.url);
const BUILD = HERE.pathname.split("/").at(-2) ?? "";
const SITE_PACKAGES = "/lib/python3.13/site-packages";

/** @typedef {Awaited<ReturnType<typeof loadPyodide>>} Python */
/** @typedef {(message: Record<string, unknown>) => void} Tell */

// ---- fetching

/** @type {Tell} */
let tell = () => {};
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

/**
 * Start Python: the engine is importable and nothing else has been done in it, or, from kept memory, what the worker
 * that kept it had done.
 * @param {Tell} speak  is told of the progress
 * @returns {Promise<{python: Python, warm: boolean}>}  warm: from kept memory
 */
export async function wake(speak) {
  tell = speak;
  const remembered = kept().catch(() => undefined);
  hurry("pyodide.asm.wasm", remembered);
  hurry("python_stdlib.zip", remembered);
  import("./pyodide.asm.js").catch(() => {}); // Pyodide imports it as well, and tells
  const memory = await remembered;
  if (memory) {
    try {
      return { python: await start(memory), warm: true };
    } catch {
      await forget().catch(() => {});
    }
  }
  return { python: await start(undefined), warm: false };
}

// ---- keeping Python's memory for the next page

/**
 * Keep the memory of this Python as it is now. Nothing of JavaScript's may have been handed to it before.
 * @param {Python} python
 */
export async function keep(python) {
  const memory = python.makeMemorySnapshot();
  await store("readwrite", memories => (memories.clear(), memories.put(memory.buffer, BUILD)));
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
