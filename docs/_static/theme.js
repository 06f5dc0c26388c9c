// Before the first paint: set the colour scheme chosen by the reader or the system, the look of the cards, and whether the rules are shown with their evidence.
"use strict";
let chosenTheme = "auto";
try {
  chosenTheme = localStorage.getItem("theme") || "auto";
} catch {
  // Without storage, follow the system and keep the switch's choice for this page only.
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
  // The stored value is not a valid look: leave the cards as they are.
}
document.documentElement.dataset.deck = chosenLook?.deck === "two" ? "two" : "four";
document.documentElement.dataset.index = chosenLook?.index === "large" ? "large" : "normal";
document.documentElement.dataset.layer = localStorage.getItem("whister-layer") === "evidence" ? "evidence" : "rules";
document.documentElement.dataset.sessions = localStorage.getItem("whister-sessions") === "open" ? "open" : "folded";
