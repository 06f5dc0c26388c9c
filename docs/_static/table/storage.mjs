// @ts-check
/**
 * A table's game, stored on the reader's device. Each tab keeps its own game for a reload. The shared copy is for the
 * next visit; a tab does not overwrite a newer game from another tab.
 */

/** @import { State } from "./types.mjs" */

const VERSION = 2;

export class Keeper {
  /** @param {string} key  page, rule set and place of the table @param {string} build  the engine's build, from its address */
  constructor(key, build) {
    this.key = `whister:${key}`;
    this.build = build;
    /** The shared copy as last written or read by this tab. @type {string | null} */
    this.seen = null;
  }

  /** The stored game, if there is one; `old` if it is from another version of the engine or incomplete. @returns {{state: State, old: boolean} | null} */
  load() {
    const own = read(sessionStorageOf(), this.key);
    this.seen = own ?? read(localStorageOf(), this.key);
    return parse(this.seen, this.build);
  }

  /** @param {State} state @returns {boolean} false when another tab's game was not overwritten */
  save(state) {
    const text = JSON.stringify({ version: VERSION, build: this.build, at: Date.now(), state: { ...state, steps: [] } });
    write(sessionStorageOf(), this.key, text);
    const shared = read(localStorageOf(), this.key);
    if (shared !== null && shared !== this.seen) return false;
    write(localStorageOf(), this.key, text);
    this.seen = text;
    return true;
  }
}

const TOLD = "whister-told";

/** Whether a message must still say what is stored here besides the game; true only once. */
export function untold() {
  const first = read(localStorageOf(), TOLD) === null;
  if (first) write(localStorageOf(), TOLD, "Python's memory");
  return first;
}

/** The build whose started Python this browser has stored. @param {string} [build]  sets the build; "" for none */
export function python(build) {
  if (build !== undefined) write(localStorageOf(), "whister-python", build);
  return read(localStorageOf(), "whister-python") ?? "";
}

/** The guided deal so far, stored while the tab is open in case the page is left. @param {string} [record] */
export function guided(record) {
  if (record !== undefined) write(sessionStorageOf(), "whister-guide", record);
  return read(sessionStorageOf(), "whister-guide") ?? "";
}

/** @param {string | null} text @param {string} build @returns {{state: State, old: boolean} | null} */
function parse(text, build) {
  try {
    const { state, version, build: by } = JSON.parse(text ?? "");
    if (!Array.isArray(state.game?.before)) delete state.game;
    return state.record ? { state, old: version !== VERSION || by !== build || !whole(state) } : null;
  } catch {
    return null;
  }
}

/** Whether a state has all lists needed to draw a table. @param {any} state */
const whole = (state) => [state.rules?.in_force, state.trick?.plays, state.seats, state.hand, state.pending, state.facts, state.also, state.log, state.game?.sheet]
  .every(Array.isArray);

// If the browser refuses storage, a game lasts only as long as its page.

function localStorageOf() {
  try { return window.localStorage; } catch { return null; }
}

function sessionStorageOf() {
  try { return window.sessionStorage; } catch { return null; }
}

/** @param {Storage | null} storage @param {string} key */
function read(storage, key) {
  try { return storage?.getItem(key) ?? null; } catch { return null; }
}

/** @param {Storage | null} storage @param {string} key @param {string} text */
function write(storage, key, text) {
  try { storage?.setItem(key, text); } catch { /* full or refused: the game continues without being stored */ }
}
