// Before the first paint: set the colours requested by the embedding page (?theme=dark), or else the reader's own.
// @ts-check
"use strict";
{
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked === "light" || asked === "dark") document.body.dataset.theme = asked;
}
