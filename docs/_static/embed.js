// Before the first paint: the colours that the page around this one asks for (?theme=dark), else the reader's own.
// @ts-check
"use strict";
{
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked === "light" || asked === "dark") document.body.dataset.theme = asked;
}
