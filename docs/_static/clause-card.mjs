// @ts-check
/**
 * The card of a clause: its text, its evidence and its place, beside a link under the pointer or with the focus. Escape
 * closes it; it stays open while the pointer or the focus is on the link or on the card. A tap on a touch screen
 * follows the link and shows no card.
 *
 * A link to a clause has the class `clause-link`. The contents of its card come from `clauses/cards.json` beside the
 * clause's page, fetched once for each rule set.
 */

import { parted, SUITS } from "./suits.mjs";

/** @typedef {{title: string, text: string, grade: string, weakest: string, source: string}} Card */
/** @typedef {{title: string, clauses: Record<string, Card>}} Cards  the rule set's title, and its cards by slug */

const LINK = "a.clause-link";
const REST = 250; // milliseconds that the pointer must rest on a link before its card appears
const WAY = 300; // milliseconds for the pointer to move from a link to its card
const EDGE = 8; // pixels between the card and the link or the edge of the window

/** @type {Map<string, Promise<Cards | null>>} */
const asked = new Map();
/** @type {{link: HTMLAnchorElement, card: HTMLElement, at: DOMRect} | null} */
let shown = null;
/** @type {HTMLAnchorElement | null} the link whose card is about to appear */
let coming = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {EventTarget | null} target */
const linkAt = (target) => {
  const found = target instanceof Element ? target.closest(LINK) : null;
  return found instanceof HTMLAnchorElement ? found : null;
};

/** Whether an element is in the link whose card is shown, or in the card. @param {EventTarget | null} target */
const isOurs = (target) =>
  shown !== null && target instanceof Node && (shown.link.contains(target) || shown.card.contains(target));

/** Show the card of a link after a delay, if the link is still current then. @param {HTMLAnchorElement} link @param {number} after */
export function offer(link, after = REST) {
  if (coming === link) return;
  clearTimeout(timer);
  if (shown?.link === link) return;
  coming = link;
  timer = setTimeout(() => void show(link), after);
}

/** @param {HTMLAnchorElement} link */
async function show(link) {
  const found = await cardOf(link);
  if (coming !== link || !link.isConnected) return;
  put_away();
  if (!found) return;
  const card = drawn(link, found);
  (link.closest("dialog") ?? document.body).append(card);
  shown = { link, card, at: nearestRect(link) };
  link.setAttribute("aria-describedby", "clause-card-said");
  // If the browser supports it, the card's own link is next in the Tab order.
  card.showPopover?.(/** @type {any} */ ({ source: link }));
  place();
}

function put_away() {
  clearTimeout(timer);
  coming = null;
  if (!shown) return;
  if (shown.link.getAttribute("aria-describedby") === "clause-card-said") shown.link.removeAttribute("aria-describedby");
  shown.card.remove();
  shown = null;
}

/** @param {HTMLAnchorElement} link @returns {Promise<(Card & {of: string}) | null>} */
async function cardOf(link) {
  const page = new URL(link.href);
  const slug = decodeURIComponent(page.hash.slice(1));
  page.hash = page.search = "";
  const address = new URL("clauses/cards.json", page).href;
  const ask = asked.get(address) ?? fetch(address)
    .then((answer) => (answer.ok ? answer.json() : null))
    .catch(() => (asked.delete(address), null));
  asked.set(address, ask);
  const cards = await ask;
  const card = cards?.clauses[slug];
  return card ? { ...card, of: cards.title } : null;
}

/** @param {string} tag @param {string} className @param {(Node | string)[]} kids */
function element(tag, className, ...kids) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...kids);
  return made;
}

/** The badge of a grade of evidence. @param {string} grade */
const badge = (grade) => element("span", `badge badge-${grade.replace(" ", "-")}`, grade);

/** Text with its suit symbols in their colours. @param {string} text */
const marked = (text) => parted(text).map((part) =>
  part in SUITS ? element("span", `suit suit-${SUITS[part]}`, part) : part);

/** @param {HTMLAnchorElement} link @param {Card & {of: string}} card */
function drawn(link, { title, text, grade, weakest, source, of }) {
  const page = new URL(link.href);
  const all = Object.assign(element("a", "", "Details"), { href: new URL(`clauses/${page.hash}`, page).href });
  const made = element("div", "clause-card",
    Object.assign(element("div", "",
      element("p", "clause-card-title", element("strong", "", ...marked(title)), ` · ${of}`),
      element("p", "clause-card-text", ...marked(text)),
      element("p", "clause-card-source", badge(grade), ...(weakest === grade ? [] : [" in part ", badge(weakest)]), ` ${source}`),
    ), { id: "clause-card-said" }),
    element("p", "clause-card-more", all));
  made.popover = "manual";
  made.dir = "auto";
  return made;
}

/** The part of a link that the pointer is on, or else its first part: a link may be broken over two lines. @param {HTMLAnchorElement} link */
function nearestRect(link) {
  const rects = [...link.getClientRects()];
  return rects.find(({ top, bottom }) => last.y >= top - 1 && last.y <= bottom + 1) ?? rects[0] ?? link.getBoundingClientRect();
}

/** Place the card below the link, or above it where there is more room, always within the window. */
function place() {
  if (!shown) return;
  const { card, at } = shown;
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = at.bottom + EDGE;
  const top = below + height > innerHeight - EDGE && at.top > innerHeight / 2 ? at.top - EDGE - height : below;
  const left = Math.min(at.left, document.documentElement.clientWidth - width - EDGE);
  card.style.top = `${Math.max(top, EDGE)}px`;
  card.style.left = `${Math.max(left, EDGE)}px`;
}

const last = { y: -1 };
/** The last position of the pointer, and whether the page has scrolled under it since. */
const rest = { x: -1, y: -1, under: false };

/** @param {PointerEvent} event */
function over({ target, pointerType, clientY }) {
  if (pointerType === "touch") return;
  last.y = clientY;
  const link = linkAt(target);
  if (link) offer(link);
  else if (isOurs(target)) clearTimeout(timer);
}

document.addEventListener("pointerover", (event) => {
  rest.under = event.clientX === rest.x && event.clientY === rest.y;
  if (!rest.under) over(event);
});
document.addEventListener("pointermove", (event) => {
  if (rest.under) over(event);
  Object.assign(rest, { x: event.clientX, y: event.clientY, under: false });
}, { passive: true });
document.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
  const left = coming?.contains(/** @type {Node} */ (target)) || isOurs(target);
  if (pointerType === "touch" || !left || isOurs(relatedTarget) || coming?.contains(/** @type {Node} */ (relatedTarget))) return;
  if (shown?.card.contains(document.activeElement) || shown?.link === document.activeElement) return;
  clearTimeout(timer);
  coming = null;
  timer = setTimeout(put_away, WAY);
});
document.addEventListener("focusin", ({ target }) => {
  const link = linkAt(target);
  if (link?.matches(":focus-visible")) {
    last.y = -1;
    offer(link, 0);
  } else if (shown && !isOurs(target)) put_away();
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (isOurs(target) && !isOurs(relatedTarget)) put_away();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shown) return;
  if (shown.card.contains(document.activeElement)) shown.link.focus({ preventScroll: true });
  put_away();
  event.preventDefault(); // a dialogue that contains the link stays open
  event.stopPropagation();
}, true);
addEventListener("scroll", () => {
  if (!shown) return;
  last.y = -1;
  shown.at = nearestRect(shown.link);
  place();
}, { capture: true, passive: true });
addEventListener("resize", put_away);

document.head.append(Object.assign(document.createElement("link"), {
  rel: "stylesheet", href: new URL("clause-card.css", import.meta.url).href,
}));
