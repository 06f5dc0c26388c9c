// Before the first paint: the colour scheme the reader chose, or the system's.
"use strict";
let chosenTheme = "auto";
try {
  chosenTheme = localStorage.getItem("theme") || "auto";
} catch {
  // No storage here: follow the system.
}
document.body.dataset.theme = chosenTheme;
