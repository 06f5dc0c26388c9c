// @ts-check
/**
 * The editable Python sessions of a page: each gets a button. The editor and Python are fetched when a button is pressed.
 *
 * A session is the content of one `.session`: `data-example` is the example whose names it shares, `data-runtime` the
 * address of its Python. Sources that the page does not show may precede the first session of an example.
 */

/**
 * @typedef {object} Session
 * @property {Example} example
 * @property {string} name  as shown in tracebacks
 * @property {HTMLElement | null} box  null for a source that the page does not show
 * @property {HTMLButtonElement | null} opener
 * @property {string} text  the source that the page shows, without prompts and results
 * @property {string} source  the source as edited
 */

/**
 * @typedef {object} Example
 * @property {string} name
 * @property {string} runtime  the address of the worker
 * @property {Session[]} sessions  in the order in which they run
 */

/**
 * The input in a session: the lines after prompts.
 * @param {string} shown
 */
export function typed(shown) {
  const lines = [];
  let within = false;
  for (const line of shown.split("\n")) {
    within = /^>>>( |$)/.test(line) || (within && /^\.\.\.( |$)/.test(line));
    if (within) lines.push(line.slice(4));
  }
  return lines.join("\n").trimEnd();
}

const OPEN = "Edit and run";

/** @type {Map<string, Example>} */
const examples = new Map();
let count = 0; // of the sessions on the page, for a unique number for each

/** @param {Example} example @param {string} shown @param {HTMLElement | null} box @returns {Session} */
function join(example, shown, box) {
  const text = typed(shown);
  const name = box ? `session ${++count}` : `opening ${example.sessions.length + 1}`;
  const session = { example, name, box, opener: null, text, source: text };
  example.sessions.push(session);
  return session;
}

/** @param {HTMLElement} box */
function add(box) {
  const { example: name = "", runtime = "" } = box.dataset;
  const shown = box.querySelector("pre");
  if (!runtime || !shown) return;
  let example = examples.get(name);
  if (!example) examples.set(name, (example = { name, runtime, sessions: [] }));
  const opening = box.querySelector("script");
  for (const source of opening ? JSON.parse(opening.textContent ?? "[]") : []) join(example, source, null);
  const session = join(example, shown.textContent ?? "", box);
  const opener = document.createElement("button");
  const which = document.createElement("span");
  opener.type = "button";
  opener.textContent = OPEN;
  opener.className = "session-open";
  which.className = "session-unseen";
  which.textContent = ` ${session.name}`;
  opener.append(which);
  opener.addEventListener("click", () => void open(session));
  session.opener = opener;
  box.append(opener);
}

/** @param {Session} session */
async function open(session) {
  const { opener, box } = session;
  if (!opener || !box || opener.getAttribute("aria-busy")) return;
  const words = opener.firstChild ?? opener;
  opener.setAttribute("aria-busy", "true");
  words.textContent = "Loading the editor";
  try {
    const editor = await import("./editor.mjs");
    box.querySelector("[role=alert]")?.remove();
    editor.open(session);
  } catch (error) {
    const trouble = document.createElement("p");
    trouble.setAttribute("role", "alert");
    trouble.textContent = `The editor did not load (${error instanceof Error ? error.message : error}). Try again.`;
    box.querySelector("[role=alert]")?.remove();
    box.append(trouble);
  } finally {
    opener.removeAttribute("aria-busy");
    words.textContent = OPEN;
  }
}

for (const box of document.querySelectorAll(".session")) if (box instanceof HTMLElement) add(box);
