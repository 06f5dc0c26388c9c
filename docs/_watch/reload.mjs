// @ts-check
// In each page while the site is being written: shows changes without losing the reader's place, and reports mistakes.

const KEPT = `whister-watch:${location.pathname}`;

/** The file of this page, from the root of the site. */
function ownFile() {
  const path = decodeURI(location.pathname).slice(1);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** The file of a script or a style sheet, from the root of the site. @param {string} address */
function fileOf(address) {
  return decodeURI(new URL(address, location.href).pathname).slice(1);
}

/** Reload the page and return to the same place. */
function reload() {
  const open = [...document.querySelectorAll("details")].map((each) => each.open);
  sessionStorage.setItem(KEPT, JSON.stringify({ x: scrollX, y: scrollY, open }));
  location.reload();
}

/** Scroll the page to its place before it was reloaded. */
function restore() {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return;
  sessionStorage.removeItem(KEPT);
  const { x, y, open } = JSON.parse(kept);
  const every = [...document.querySelectorAll("details")];
  if (every.length === open.length) every.forEach((each, number) => (each.open = open[number]));
  history.scrollRestoration = "manual";
  const back = () => scrollTo({ left: x, top: y, behavior: "instant" });
  back();
  addEventListener("load", () => requestAnimationFrame(back), { once: true });
}

/** Handle changed files, given by their paths from the root. @param {string[]} places */
function changed(places) {
  const files = new Set(places);
  const scripts = [...document.scripts].filter((each) => each.src).map((each) => fileOf(each.src));
  const loaded = performance.getEntriesByType("resource").map((each) => fileOf(each.name));
  const isCode = (/** @type {string} */ file) => /\.m?js$/.test(file) && files.has(file);
  if (files.has(ownFile()) || [...scripts, ...loaded].some(isCode)) {
    reload();
    return;
  }
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'))) {
    if (files.has(fileOf(link.href))) {
      const fresh = /** @type {HTMLLinkElement} */ (link.cloneNode());
      const address = new URL(link.href);
      address.searchParams.set("v", String(Date.now()));
      fresh.href = address.href;
      fresh.addEventListener("load", () => link.remove(), { once: true });
      link.after(fresh);
    }
  }
}

/** Show mistakes, or what is being built. @param {{ trouble: string, building: string }} state */
function told(state) {
  document.querySelector(".watch-news")?.remove();
  if (!state.trouble && !state.building) return;
  const news = document.createElement("div");
  news.className = "watch-news";
  news.dataset.kind = state.trouble ? "trouble" : "building";
  news.setAttribute("role", state.trouble ? "alert" : "status");
  if (state.trouble) {
    const head = document.createElement("strong");
    head.textContent = "The last change could not be built. This is the page as it was before.";
    news.append(head);
  }
  news.append(state.trouble);
  if (state.building) {
    const building = document.createElement("span");
    building.textContent = state.building;
    news.append(building);
  }
  document.body.append(news);
}

restore();
const asked = new URL(import.meta.url).searchParams; // all news since the page was read
asked.set("page", location.pathname);
const events = new EventSource(`/_watch/events?${asked}`);
events.addEventListener("changed", (event) => changed(JSON.parse(event.data)));
events.addEventListener("state", (event) => told(JSON.parse(event.data)));
