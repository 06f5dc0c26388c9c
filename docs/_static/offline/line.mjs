// @ts-check
/** A line at the foot of the page: what is saved on this device, how much, and how to undo it. */

/** @typedef {{saved: number, total: number}} Amount  in bytes */
/** @typedef {{save: () => void, remove: () => void}} Does  the actions of the buttons */

/** @param {number} bytes */
function megabytes(bytes) {
  const count = bytes / 1_000_000;
  return `${count.toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: count < 10 ? 1 : 0 })} MB`;
}

/** The text of each state, and the actions and labels of its buttons. @type {Record<string, (amount: Amount) => [string, ...[keyof Does, string][]]>} */
const STATES = {
  saving: ({ saved, total }) => [
    `Saving these pages on this device for use offline: ${megabytes(saved)} of ${megabytes(total)}.`,
    ["remove", "Stop saving"],
  ],
  saved: ({ total }) => [
    `Saved on this device for use offline: ${megabytes(total)}.`,
    ["remove", "Remove"],
  ],
  visited: ({ saved, total }) => [
    `Your browser saves data, so only the pages you visit are stored on this device: ${megabytes(saved)}.`,
    ["save", `Save all ${megabytes(total)}`],
    ["remove", "Remove"],
  ],
  none: () => ["These pages are not saved on this device.", ["save", "Save them for use offline"]],
};

/** @param {string} state @param {Amount} amount @param {Does} does */
export function showLine(state, amount, does) {
  const foot = document.querySelector(".bottom-of-page");
  if (!foot) return;
  let line = document.querySelector(".offline-line");
  if (!line) {
    line = document.createElement("p");
    line.className = "offline-line";
    foot.after(line);
  }
  const [words, ...buttons] = STATES[state](amount);
  if (line.getAttribute("data-state") === state) {
    if (line.firstChild) line.firstChild.textContent = `${words} `; // a button keeps the focus while the count changes
    return;
  }
  const had = line.contains(document.activeElement);
  line.setAttribute("data-state", state);
  line.replaceChildren(`${words} `, ...buttons.flatMap(([what, name], i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => does[what]());
    return i ? [" ", button] : [button];
  }));
  if (had) line.querySelector("button")?.focus({ preventScroll: true });
}
