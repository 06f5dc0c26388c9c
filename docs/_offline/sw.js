// @ts-check
"use strict";
/**
 * The service worker: after one visit the whole site can be read and played without a network.
 *
 * The build writes one line before this file, `const SITE = {build, runtime, files}`: every file of the site with the hash of its contents. Two kinds of cache are used: one for the pages, scripts and styles of a build, and one for the browser's Python, named by its own hash, which is kept as long as builds do not change it.
 *
 * A page and its parts belong to the same build. A file enters a cache only if it has the hash in the list. A build's
 * cache is used before the network only once it is complete, and a page gets its parts from its own build, even if
 * other tabs already show the next one.
 *
 * Pages ask in messages ({do: …} with a port for the answer): hello, fill (a few files), save the files given, take over, remove. Nothing is fetched without a request.
 */

/** @typedef {{build: string, strict: boolean}} Reader  the build of a page; strict if it came from the build's cache */
/** @typedef {{saved: number, total: number, whole: boolean, stalled?: boolean}} Status  in bytes */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const ROOT = new URL("./", worker.location.href);
const OURS = `whister ${ROOT.pathname} `; // other sites may be on the same host
const BUILDS = `${OURS}build `;
const RUNTIMES = `${OURS}runtime `;
const READERS = `${OURS}readers`;
const LIST = `${ROOT.href}?files`; // in a build's cache: its list of files, added when the cache is complete
const STEP = { files: 24, bytes: 1_000_000 };

/** The path of a file or a page from the site's root; null if it is not on this site. @param {string} url */
function placeOf(url) {
  const { origin, pathname } = new URL(url);
  return origin === ROOT.origin && pathname.startsWith(ROOT.pathname) ? pathname.slice(ROOT.pathname.length) : null;
}

/** @param {string} place */
const urlOf = (place) => new URL(place, ROOT).href;

/** @param {string} place @param {string} build */
const cacheOf = (place, build) =>
  caches.open(place.startsWith("_runtime/") ? RUNTIMES + place.split("/")[1] : BUILDS + build);

/** @param {string} place @param {string} [build] @returns {Promise<Response | undefined>} */
async function kept(place, build = SITE.build) {
  return (await cacheOf(place, build)).match(urlOf(place), { ignoreVary: true });
}

/** @param {BufferSource} bytes  the result has as many hexadecimal digits as the hashes in the list */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether an answer is this build's file, byte for byte. @param {string} place @param {Response} response */
async function isOurs(place, response) {
  return response.ok && !response.redirected && (await hashOf(await response.arrayBuffer())) === SITE.files[place]?.[0];
}

/** Keep an answer if it is this build's file. @param {string} place @param {Response} response */
async function keep(place, response) {
  if (removed || !(place in SITE.files)) return false;
  const copy = response.clone();
  if (!(await isOurs(place, response))) return false;
  await (await cacheOf(place, SITE.build)).put(urlOf(place), copy);
  return true;
}

/** Whether the reader wants nothing saved; this worker then ends with the last page that uses it. */
let removed = false;

// ---- the build of each page

/** @type {Promise<Map<string, Reader>> | undefined} */
let known;

/** The builds of open pages, stored because the browser may end this worker between two requests. */
const readers = () => (known ??= caches.open(READERS)
  .then((cache) => cache.match(ROOT.href))
  .then((found) => found?.json() ?? [])
  .then((/** @type {[string, Reader][]} */ all) => new Map(all)));

/** @param {string} id @param {Reader} reader */
async function note(id, reader) {
  if (!id || removed) return;
  const all = await readers();
  all.set(id, reader);
  await (await caches.open(READERS)).put(ROOT.href, new Response(JSON.stringify([...all])));
}

// ---- answering

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const place = placeOf(request.url);
  if (request.method !== "GET" || place === null || place === "sw.js" || request.headers.has("range")) return;
  if (place.startsWith("_runtime/")) event.respondWith(python(event, place));
  else if (request.mode === "navigate") event.respondWith(page(event, place));
  else event.respondWith(part(event, place));
});

/** Answer for a file of Python: its folder is named by its hash, so it is the same for every build. @param {FetchEvent} event @param {string} place */
async function python(event, place) {
  const found = await kept(place).catch(() => undefined);
  if (found) return found;
  const response = await fetch(event.request);
  event.waitUntil(keep(place, response.clone()).catch(() => false));
  return response;
}

/** Answer for a page: from a complete cache, else from the network, else from whatever is cached. @param {FetchEvent} event @param {string} place */
async function page(event, place) {
  const id = event.resultingClientId;
  /** @param {string} build @param {string} [where] */
  const from = async (build, where = place) => {
    const found = await kept(where, build);
    if (found) await note(id, { build, strict: true });
    return found;
  };
  if (await isWhole().catch(() => false)) {
    if (`${place}/` in SITE.files) return Response.redirect(urlOf(`${place}/`) + new URL(event.request.url).search);
    const found = await from(SITE.build).catch(() => undefined);
    if (found) return found;
  }
  try {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(keep(place, copy)
      .then((ours) => note(id, { build: ours ? SITE.build : "", strict: false }))
      .catch(() => undefined));
    return response;
  } catch (error) {
    const builds = [SITE.build, ...(await older())];
    for (const where of [place, `${place}/`, "404.html"]) {
      for (const build of builds) {
        const found = await from(build, where);
        if (found) return where === "404.html" ? new Response(found.body, { status: 404, headers: found.headers }) : found;
      }
    }
    throw error;
  }
}

/** Answer for a part of a page: from the cache of the page's own build, else from the network. @param {FetchEvent} event @param {string} place */
async function part(event, place) {
  const reader = await readers().then((all) => all.get(event.clientId)).catch(() => undefined);
  const found = reader?.build ? await kept(place, reader.build).catch(() => undefined) : undefined;
  if (found) return found;
  try {
    const response = await fetch(event.request);
    const ours = reader?.build === SITE.build && place in SITE.files;
    if (ours && reader.strict && !(await isOurs(place, response.clone()))) return Response.error();
    if (ours) event.waitUntil(keep(place, response.clone()).catch(() => false));
    return response;
  } catch (error) {
    const last = reader ? undefined : await kept(place);
    if (last) return last;
    throw error;
  }
}

// ---- filling

/** @returns {Promise<Set<string>>} */
async function present() {
  const names = [BUILDS + SITE.build, RUNTIMES + SITE.runtime];
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(keys.flat().map(({ url }) => (url === LIST ? "?" : placeOf(url) ?? "?")));
}

/** @param {Set<string>} [there] @returns {Promise<Status>} */
async function status(there) {
  there ??= await present();
  let saved = 0, total = 0;
  for (const [place, [, size]] of Object.entries(SITE.files)) {
    total += size;
    if (there.has(place)) saved += size;
  }
  return { saved, total, whole: await isWhole() };
}

async function isWhole() {
  if (!(await caches.has(BUILDS + SITE.build))) return false;
  return Boolean(await (await caches.open(BUILDS + SITE.build)).match(LIST));
}

/** Fetch or copy the next few missing files. @returns {Promise<Status>} */
async function fill() {
  const there = await present();
  const missing = Object.keys(SITE.files).filter((place) => !there.has(place));
  let bytes = 0;
  const next = missing.slice(0, STEP.files).filter((place) => {
    const first = bytes === 0;
    bytes += SITE.files[place][1];
    return first || bytes <= STEP.bytes;
  });
  const before = next.length ? await olderLists() : [];
  const got = await Promise.all(next.map((place) => obtain(place, before)));
  if (got.every(Boolean) && next.length === missing.length) {
    await (await caches.open(BUILDS + SITE.build)).put(LIST, Response.json(SITE.files));
  }
  next.forEach((place, i) => got[i] && there.add(place));
  return { ...(await status(there)), stalled: got.includes(false) };
}

/**
 * Copy a file from an older build that has the same, else fetch it; false if the site now has a different one.
 * @param {string} place @param {[string, typeof SITE.files][]} before
 */
async function obtain(place, before) {
  for (const [build, files] of before) {
    const found = files[place]?.[0] === SITE.files[place][0] && (await kept(place, build));
    if (found && (await keep(place, found))) return true;
  }
  // A file named by its hash never changes; any other must be checked for changes.
  const how = place.startsWith("_runtime/") || place.startsWith("_static/faces/") ? "default" : "no-cache";
  return keep(place, await fetch(urlOf(place), { cache: how, priority: "low" }));
}

/** @returns {Promise<[string, typeof SITE.files][]>} */
async function olderLists() {
  return Promise.all((await older()).map(async (build) => [build, await (await kept("?files", build))?.json() ?? {}]));
}

/** The other builds that are cached completely, newest first. @returns {Promise<string[]>} */
async function older() {
  const names = (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== BUILDS + SITE.build);
  const whole = await Promise.all(names.map(async (name) => (await caches.open(name)).match(LIST)));
  return names.filter((_, i) => whole[i]).map((name) => name.slice(BUILDS.length)).reverse();
}

/** Delete what no page needs any more. An older complete build is kept until this one is complete, and so is a newer one that is waiting. */
async function sweep() {
  const { installing, waiting } = worker.registration;
  if (installing || waiting || !(await isWhole())) return;
  const all = await readers();
  for (const id of [...all.keys()]) if (!(await worker.clients.get(id))) all.delete(id);
  const builds = new Set([SITE.build, ...[...all.values()].map(({ build }) => build)]);
  const needed = new Set([READERS, RUNTIMES + SITE.runtime]);
  for (const build of builds) {
    needed.add(BUILDS + build);
    const list = build && (await caches.has(BUILDS + build)) && (await kept("?files", build));
    const part = list && Object.keys(await list.json()).find((place) => place.startsWith("_runtime/"));
    if (part) needed.add(RUNTIMES + part.split("/")[1]);
  }
  for (const name of await caches.keys()) if (name.startsWith(OURS) && !needed.has(name)) await caches.delete(name);
}

// ---- the requests of pages

/** The addresses and sizes of the parts of a page that was loaded before this worker started. @typedef {[string, number][]} Loaded */

/** @type {Record<string, (asked: any, id: string) => Promise<Status>>} */
const ANSWERS = {
  /** A page reports itself and what it loaded; decide whether it belongs to this build. */
  async hello({ loaded }, id) {
    if (!(await readers()).has(id)) {
      const fits = /** @type {Loaded} */ (loaded).every(([url, size]) => {
        const file = SITE.files[placeOf(url) ?? ""];
        return !file || !size || file[1] === size;
      });
      await note(id, { build: fits ? SITE.build : "", strict: false });
    }
    await sweep();
    return status();
  },
  fill,
  /** Save what a page has already loaded, for a reader who saves data: the browser still has it. */
  async visited({ loaded }) {
    const there = await present();
    for (const [url] of /** @type {Loaded} */ (loaded)) {
      const place = placeOf(url);
      if (place !== null && place in SITE.files && !there.has(place)) await keep(place, await fetch(url));
    }
    return status();
  },
  async "take over"() {
    await worker.skipWaiting();
    return status();
  },
  async remove() {
    removed = true;
    for (const name of await caches.keys()) if (name.startsWith(OURS)) await caches.delete(name);
    return { saved: 0, total: 0, whole: false };
  },
};

/** Requests are handled one after another, since two tabs may fill the same cache. @type {Promise<unknown>} */
let last = Promise.resolve();

worker.addEventListener("message", (event) => {
  const answer = ANSWERS[event.data?.do];
  const id = event.source && "id" in event.source ? event.source.id : "";
  if (!answer) return;
  const work = last.then(() => answer(event.data, id)).then(
    (found) => event.ports[0]?.postMessage(found),
    (error) => event.ports[0]?.postMessage({ error: String(error) }),
  );
  last = work;
  event.waitUntil(work);
});

worker.addEventListener("activate", (event) => {
  known = undefined;
  event.waitUntil(worker.clients.claim().then(sweep));
});
