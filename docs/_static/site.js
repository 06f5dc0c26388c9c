// Conveniences: keys for search, Escape for the drawers, a ¶ that copies its address. Everything works without them.
// @ts-check
"use strict";

/** @param {EventTarget | null} target */
function isWriting(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox])");
}

/** @returns {HTMLInputElement[]} the switches of the two drawers */
function drawers() {
  return [...document.querySelectorAll("input.sidebar-toggle")].filter((each) => each instanceof HTMLInputElement);
}

/** Focus the search field, opening the drawer that contains it. */
function search() {
  const field = document.querySelector("article input[name=q]") ?? document.querySelector("input[name=q]");
  if (!(field instanceof HTMLInputElement)) return;
  if (getComputedStyle(field).visibility === "hidden") {
    const drawer = document.getElementById("__navigation");
    if (drawer instanceof HTMLInputElement) drawer.checked = true;
  }
  field.focus();
  field.select();
}

document.addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  if ((event.key === "/" && !control && !event.altKey && !isWriting(event.target)) || (event.key === "k" && control)) {
    event.preventDefault();
    search();
  } else if (event.key === "Escape") {
    for (const drawer of drawers()) drawer.checked = false;
  }
});

document.querySelector(".sidebar-search")?.addEventListener("input", ({ currentTarget }) => {
  import("./search/suggest.mjs").then(({ suggest }) => suggest(currentTarget), () => undefined);
}, { once: true });

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(".toc-tree a")) {
    for (const drawer of drawers()) drawer.checked = false;
  }
  const cite = target?.closest("a.cite");
  if (cite instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    import("./cite/cite.mjs").then(({ open }) => open(cite)).catch(() => location.assign(cite.href));
  }
  const link = target?.closest("a.headerlink");
  if (link instanceof HTMLAnchorElement && navigator.clipboard) {
    navigator.clipboard.writeText(link.href).then(
      () => {
        link.dataset.copied = "copied";
        setTimeout(() => delete link.dataset.copied, 1500);
      },
      () => undefined,
    );
  }
});

/** Let content that must be visible start below the whole header, not only below its first line. */
function measureHeader() {
  const header = document.querySelector(".site-header");
  if (!(header instanceof HTMLElement)) return;
  new ResizeObserver(() => document.documentElement.style.setProperty("--header-height", `${header.offsetHeight}px`)).observe(header);
}

measureHeader();

/** Let the keyboard reach elements that scroll sideways. */
function reachScrollers() {
  for (const box of document.querySelectorAll("article :is(pre, .table-wrapper)")) {
    if (box instanceof HTMLElement && box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}

reachScrollers();
addEventListener("resize", reachScrollers);

/** Load and show the card of a clause when the reader rests on a link to one. @param {EventTarget | null} target @param {boolean} focused */
function offerCard(target, focused) {
  const link = target instanceof Element ? target.closest("a.clause-link") : null;
  if (!(link instanceof HTMLAnchorElement) || (focused && !link.matches(":focus-visible"))) return;
  import("./clause-card.mjs").then(({ offer }) => { if (link.matches(":hover, :focus")) offer(link); }, () => undefined);
}

/** The last position of the pointer, and whether the page has scrolled under it since: then no card is shown. */
const rest = { x: -1, y: -1, under: false };
document.addEventListener("pointerover", ({ clientX, clientY, target, pointerType }) => {
  rest.under = clientX === rest.x && clientY === rest.y;
  if (pointerType !== "touch" && !rest.under) offerCard(target, false);
});
document.addEventListener("pointermove", ({ clientX: x, clientY: y, target, pointerType }) => {
  if (pointerType !== "touch" && rest.under) offerCard(target, false);
  Object.assign(rest, { x, y, under: false });
}, { passive: true });
document.addEventListener("focusin", ({ target }) => offerCard(target, true));

if (document.querySelector(".layers, .session-fold")) import("./reading.mjs").catch(() => undefined);

/** List near addresses if the page or anchor in the address does not exist. Other fragments are for the table. */
function findLost() {
  const name = location.hash.slice(1);
  const page = document.getElementById("page-not-found");
  if (!page && (!/^[a-z][\w.-]*$/i.test(name) || document.getElementById(name))) return document.querySelector(".lost")?.remove();
  import("./lost.mjs").then((lost) => (page ? lost.lostPage(new URL(location.href)) : lost.lostAnchor(name)), () => undefined);
}

findLost();
addEventListener("hashchange", findLost);

// Save the site for reading without a network, later, when the page has loaded and the reader is idle.
addEventListener("load", () => {
  setTimeout(() => import("./offline/offline.mjs").then(({ begin }) => begin()).catch(() => undefined), 3000);
});
