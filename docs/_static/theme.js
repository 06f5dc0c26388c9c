// Before the first paint: the colour scheme the reader chose, or the system's, the look of the cards, and whether the
// rules are read with their evidence.
"use strict";
let chosenTheme = "auto";
try {
  chosenTheme = localStorage.getItem("theme") || "auto";
} catch {
  // No storage here: follow the system, and let the switch keep its choice for this page only.
  const kept = new Map();
  const value = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void kept.set(key, text),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
  Object.defineProperty(window, "localStorage", { value, configurable: true });
}
document.body.dataset.theme = chosenTheme;
/** @type {{deck?: unknown, index?: unknown} | null} */
let chosenLook = null;
try {
  chosenLook = JSON.parse(localStorage.getItem("whister-look") ?? "null");
} catch {
  // What is kept there is no look: the cards stay as they are.
}
document.documentElement.dataset.deck = chosenLook?.deck === "two" ? "two" : "four";
document.documentElement.dataset.index = chosenLook?.index === "large" ? "large" : "normal";
document.documentElement.dataset.layer = localStorage.getItem("whister-layer") === "evidence" ? "evidence" : "rules";
document.documentElement.dataset.sessions = localStorage.getItem("whister-sessions") === "open" ? "open" : "folded";
