// @ts-check
/**
 * Starts Python with the engine in it, for any worker that needs one.
 *
 * Every file comes from this script's own folder, whose name is the hash of its contents. A worker that only makes
 * requests to the engine can store the memory of the started Python in IndexedDB under that name, so that the next page
 * starts from it. If that fails, Python starts from the beginning; nothing else depends on it.
 */
import { SIZES } from "./sizes.mjs";

const HERE = new URL("./", import.meta.url);
const BUILD = HERE.pathname.split("/").at(-2) ?? "";
const SITE_PACKAGES = "/lib/python3.13/site-packages";

/** @typedef {Awaited<ReturnType<typeof import("./pyodide.mjs").loadPyodide>>} Python */
/** @typedef {(message: Record<string, unknown>) => void} Tell */

// ---- fetching, and reporting the progress

/** @type {Tell} */
let tell = () => {};
const usualFetch = self.fetch.bind(self);

/** The requests made in advance for files that Pyodide will request. @type {Map<string, Promise<Response>>} */
const early = new Map();

/** The parts whose download is counted, in bytes. @type {Map<string, {size: number, loaded: number}>} */
const parts = new Map();
/** Promises that resolve when the bodies counted chunk by chunk have been read to the end. @type {Promise<void>[]} */
const ends = [];
let told = 0;
let silent = false; // files in the browser's cache are not fetched again

/** @param {string} name @param {RequestInit} [how] */
async function part(name, how) {
  const response = await usualFetch(new URL(name, HERE), how);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * Request a large file now, and count it chunk by chunk, or all at once when it has arrived.
 * @param {string} name
 * @param {RequestInit} [how]
 * @param {boolean} [whole]
 */
async function large(name, how, whole = false) {
  const response = await part(name, how);
  const unpacked = SIZES[name] ?? 0;
  const size = Number(response.headers.get("content-length")) || unpacked;
  parts.set(name, { size, loaded: 0 });
  return whole ? response : counted(response, bytes => count(name, (bytes / unpacked) * size), () => count(name, Infinity));
}

/** @param {string} name @param {number} bytes */
function count(name, bytes) {
  const one = parts.get(name);
  if (!one) return;
  one.loaded = Math.min(one.loaded + bytes, one.size);
  const all = [...parts.values()];
  if (silent || all.length < Object.keys(SIZES).length) return; // the total is not known yet
  const loaded = Math.round(all.reduce((sum, { loaded }) => sum + loaded, 0));
  const total = all.reduce((sum, { size }) => sum + size, 0);
  if (loaded - told > total / 50 || (loaded === total && told < total)) {
    told = loaded;
    tell({ id: 0, progress: { step: "Fetching Python", loaded, total } });
  }
}

/**
 * The same response, with callbacks for each of its chunks and for its end.
 * @param {Response} response
 * @param {(bytes: number) => void} each
 * @param {() => void} end
 */
function counted(response, each, end) {
  if (!response.body) return end(), response;
  /** @type {(end: void) => void} */
  let read = () => {};
  ends.push(new Promise(resolve => (read = resolve)));
  const counter = new TransformStream({
    transform(chunk, controller) {
      each(chunk.byteLength);
      controller.enqueue(chunk);
    },
    flush: () => read(end()),
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

/** The engine's wheel, refused unless it has the hash in the lock file. @param {Promise<any>} lock */
async function engine(lock) {
  const { file_name: name, sha256 } = (await lock).packages.whister;
  const bytes = Uint8Array.from(sha256.match(/../g), (/** @type {string} */ pair) => parseInt(pair, 16));
  const response = await large(name, { integrity: `sha256-${btoa(String.fromCharCode(...bytes))}` });
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Extract an uncompressed zip into a folder; Python itself would take ten times as long.
 * @param {any} files  Pyodide's file system
 * @param {string} folder
 * @param {Uint8Array} zip
 */
function unpack(files, folder, zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  const made = new Set();
  const end = zip.length - 22; // nothing follows this record
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    if (view.getUint32(at, true) !== 0x02014b50 || view.getUint16(at + 10, true)) throw new Error("not a stored zip");
    const size = view.getUint32(at + 24, true);
    const after = at + 46 + view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const path = `${folder}/${text.decode(zip.subarray(at + 46, after))}`;
    const place = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(place)) files.mkdirTree(place);
    made.add(place);
    files.writeFile(path, zip.subarray(start, start + size), { canOwn: true });
    at = after + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

// ---- starting

/**
 * Compile the interpreter while the rest is still loading. Counting bytes takes some time and prevents the browser from
 * caching the compiled code, so it is done only on slow connections. A wrong content type from the server is corrected.
 */
async function compiled() {
  const name = "pyodide.asm.wasm";
  const slow = (/** @type {any} */ (self.navigator).connection?.downlink ?? 0) < 5; // megabits per second
  const response = await large(name, {}, !slow);
  const right = /^application\/wasm/.test(response.headers.get("content-type") ?? "");
  const typed = right ? response : new Response(response.body, { headers: { "content-type": "application/wasm" } });
  const module = await WebAssembly.compileStreaming(typed);
  count(name, Infinity);
  return module;
}

/**
 * The compiled module, which Pyodide gets when it instantiates one. If it is not available (a file is missing, a policy
 * forbids it), Pyodide would wait forever, so code that waits for `machine` gets an error.
 * @type {Promise<WebAssembly.Module>}
 */
let machine;
WebAssembly.instantiateStreaming = async (source, imports) => {
  await source;
  const module = await machine;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

/**
 * Start Python, from its stored memory if there is any.
 * @param {Promise<typeof import("./pyodide.mjs")>} loader
 * @param {Promise<Uint8Array>} wheel
 * @param {Promise<any>} lock
 * @param {ArrayBuffer | undefined} memory
 * @returns {Promise<Python>}
 */
async function start(loader, wheel, lock, memory) {
  const needed = [wheel, machine, ...early.values()];
  const { loadPyodide } = await loader;
  const starting = loadPyodide({
    indexURL: HERE.href,
    lockFileContents: lock,
    packageBaseUrl: HERE.href,
    env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  // The response for the library arrives before its body, which Pyodide reads; and Pyodide does not wait for the engine.
  const fetched = Promise.all(needed).then(() => Promise.all(ends));
  await Promise.race([starting.then(() => fetched), fetched]);
  tell({ id: 0, progress: { step: memory ? "Starting from the stored copy" : "Starting Python" } });
  const python = /** @type {Python} */ (await Promise.race([starting, fetched.then(() => starting)]));
  unpack(python.FS, SITE_PACKAGES, await wheel); // the memory does not include files
  if (!memory) tell({ id: 0, progress: { step: "Reading the rules" } });
  const then = memory ? "import random; random.seed()" : "import whister_ahead";
  python.runPython(`import importlib; importlib.invalidate_caches(); ${then}`);
  return python;
}

/**
 * Start Python. The engine can be imported and nothing else has been done; or, from stored memory, Python is in the
 * state in which the worker stored it.
 * @param {Tell} speak  receives the progress
 * @returns {Promise<{python: Python, warm: boolean}>}  warm: from stored memory
 */
export async function wake(speak) {
  tell = speak;
  const remembered = kept().catch(() => undefined);
  remembered.then(memory => (silent = Boolean(memory)));
  machine = compiled();
  early.set(new URL("pyodide.asm.wasm", HERE).href, machine.then(() => new Response()));
  early.set(new URL("python_stdlib.zip", HERE).href, large("python_stdlib.zip"));
  const lock = part("pyodide-lock.json").then(response => response.json());
  const wheel = engine(lock);
  // The code that waits for one of these reports its errors.
  for (const one of [machine, wheel, lock, ...early.values()]) one.catch(() => {});
  const loader = import("./pyodide.mjs"); // at once, because the stored memory takes a while to load
  loader.catch(() => {});
  import("./pyodide.asm.js").catch(() => {}); // Pyodide imports it too and reports errors
  const memory = await remembered;
  if (memory) {
    try {
      return { python: await start(loader, wheel, lock, memory), warm: true };
    } catch {
      await forget().catch(() => {});
    }
  }
  return { python: await start(loader, wheel, lock, undefined), warm: false };
}

// ---- storing Python's memory for the next page

/**
 * Store the current memory of this Python, to which no JavaScript object may have been passed before.
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
 * Do one operation on the stored memories, of which there is one per build.
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
