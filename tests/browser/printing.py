"""Lays every card wherever a table lays cards, and finds from the pixels what is wrong with how it is printed there."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from playwright.sync_api import Page

RANKS, SUITS = "0A23456789TJQK", "SHDC"
FACES = [
    *(rank + suit for suit in SUITS for rank in RANKS), "JK",
    *(f"{colour}{number}" for colour in "RYGB" for number in range(1, 15)), "ROOK",
]  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A place where cards lie: its kind, how many cards lie there side by side, and one in how many of them is shown.

    Where cards cover each other, only some are shown, so that no face is hidden; how much of each card remains in sight
    is known from the position of its neighbour.
    """

    kind: str
    count: int = 0
    shown: int = 1


LAY = """
async ({ kind, count, shown, faces }) => {
  const { print, face, read } = await import("/_static/table/cards.mjs");
  const { h, patch } = await import("/_static/table/tree.mjs");
  const looks = new CSSStyleSheet();
  looks.replaceSync(`
    #faces ~ *, :has(~ * #faces), * :has(#faces) ~ *, #faces .wt-felt > div:empty { display: none; }
    #faces { margin: 0; }
    #faces .wt-felt { background: #26604c; border-radius: 0; box-shadow: none; }
    #faces .wt-card { border-color: transparent; border-radius: 0; box-shadow: none; transform: none; transition: none; }
    #faces [data-away], #faces [data-away] * { visibility: hidden !important; }
    #faces[data-only="index"] .wt-art { --one: none !important; --many: none !important; }
    #faces[data-only="face"] .wt-art { --foot: none !important; }
    #faces[data-only="face"] .wt-index { visibility: hidden !important; }`);
  document.adoptedStyleSheets = [looks];
  const held = card => h("button", { type: "button", class: "wt-card", "data-suit": read(card).suit }, print(card, "/"));
  const away = i => i % shown > 0;
  const rows = [];
  const each = count ? Math.ceil(count / shown) : faces.length;
  for (let at = 0; at < faces.length; at += each) {
    const some = faces.slice(at, at + each).flatMap(card => Array(shown).fill(card)).slice(0, count || undefined);
    const lying = some.map(card => face(card, "/"));
    const attrs = i => ({ "data-face": some[i], "data-away": away(i) });
    const apart = lying.map((card, i) => h("span", { ...attrs(i), class: "wt-play" }, card));
    const open = h("span", { class: "wt-open" }, lying.map((card, i) => ({ ...card, attrs: { ...card.attrs, ...h("i", attrs(i)).attrs } })));
    rows.push(
      kind === "hand" ? h("ul", { class: "wt-hand", "data-count": count || 13 }, some.map((card, i) => h("li", attrs(i), held(card)))) :
      kind === "trick" ? h("div", { class: "wt-faces" }, apart) :
      kind === "widow" ? h("div", { class: "wt-widow" }, h("span", { class: "wt-heap" }, open)) :
      kind === "open" ? h("div", { class: "wt-seat" }, open) :
      kind === "dealt" ? h("div", { class: "wt-dealt" }, open) :
      h("div", { class: "card-row wt-faces", "data-width": kind }, apart));
  }
  document.querySelector("#faces")?.remove();
  const box = document.createElement("div");
  box.id = "faces";
  box.className = "wt";
  document.querySelector("whister-table").prepend(box);
  patch(box, [h("div", { class: "wt-felt" }, rows), h("div")]);
  box.firstChild.style.display = "block";
  for (const row of box.querySelectorAll(".wt-faces")) Object.assign(row.style, { display: "flex", flexWrap: "wrap", gap: "4px" });
  scrollTo(0, 0);
  return Math.ceil(box.getBoundingClientRect().bottom);
}
"""

LOOK = """
async pictures => {
  const sharp = devicePixelRatio;
  const pixels = await Promise.all(pictures.map(async text => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), one => one.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height);
  }));
  const found = [];
  for (const place of document.querySelectorAll("#faces [data-face]:not([data-away])")) {
    const card = place.matches(".wt-card") ? place : place.querySelector(".wt-card");
    const box = card.getBoundingClientRect();
    const paper = getComputedStyle(card).backgroundColor.match(/\\d+/g).map(Number);
    const left = Math.ceil((box.left + 1) * sharp), top = Math.ceil((box.top + 1) * sharp);
    const wide = Math.floor((box.width - 2) * sharp) - 1, high = Math.floor((box.height - 2) * sharp) - 1;
    const [index, face] = pixels.map(picture => stains(picture, left, top, wide, high, paper));
    const say = what => found.push(`${place.dataset.face} ${what}`);
    const near = 0.015 * wide;

    if (!index.length) say("has no index");
    for (const one of [...index, ...face])
      if (one.left < near || one.top < near || wide - one.right < near || high - one.bottom < near) { say("runs over its edge"); break; }

    const corners = [index.filter(one => one.top < high / 2), index.filter(one => one.top >= high / 2)].filter(some => some.length).map(around);
    if (corners.some(corner => face.some(one => touch(corner, one, near)))) say("has an index that touches its face");

    const next = place.nextElementSibling?.getBoundingClientRect();
    const covered = next && next.top < box.bottom - 2 && next.left > box.left && next.left < box.right - 2;
    const seen = covered ? (next.left - box.left - 1) * sharp - 1 : wide;
    if (corners.length && corners[0].right > seen - 1) say("has an index that the next card covers");

    const frame = face.find(one => one.right - one.left > 0.55 * wide && one.bottom - one.top > 0.8 * high);
    if (frame && face.some(one => one !== frame && !within(one, frame, near))) say("has figures that cross its frame");
    if (frame && /^([RYGB]\\d|ROOK)/.test(place.dataset.face)) {
      const middle = { x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2 };
      const inner = face.filter(one => one !== frame && one.top < middle.y && one.bottom > middle.y);
      if (!inner.length) say("has nothing within its frame");
      else {
        const whole = around(inner), reach = 25 / 60 * (frame.right - frame.left);
        const far = Math.hypot(Math.max(middle.x - whole.left, whole.right - middle.x), Math.max(middle.y - whole.top, whole.bottom - middle.y));
        if (place.dataset.face !== "ROOK" && far > reach) say("has a number that crosses its disc");
      }
    }
  }
  return found;

  function within(one, frame, near) {
    return one.left > frame.left + near && one.right < frame.right - near && one.top > frame.top + near && one.bottom < frame.bottom - near;
  }
  function touch(one, other, near) {
    return one.left < other.right + near && other.left < one.right + near && one.top < other.bottom + near && other.top < one.bottom + near;
  }
  function around(some) {
    return {
      left: Math.min(...some.map(one => one.left)), right: Math.max(...some.map(one => one.right)),
      top: Math.min(...some.map(one => one.top)), bottom: Math.max(...some.map(one => one.bottom)),
    };
  }
  /** What is printed, in pieces that hang together: the box of each. */
  function stains({ data, width }, left, top, wide, high, paper) {
    const ink = new Uint8Array(wide * high);
    for (let y = 0; y < high; y += 1) for (let x = 0; x < wide; x += 1) {
      const at = 4 * ((top + y) * width + left + x);
      if (paper.some((part, i) => Math.abs(data[at + i] - part) > 72)) ink[y * wide + x] = 1;
    }
    const pieces = [];
    for (let from = 0; from < ink.length; from += 1) {
      if (!ink[from]) continue;
      const piece = { left: wide, right: 0, top: high, bottom: 0 };
      const waiting = [from];
      let size = 0;
      ink[from] = 0;
      while (waiting.length) {
        const one = waiting.pop(), x = one % wide, y = (one - x) / wide;
        size += 1;
        piece.left = Math.min(piece.left, x);
        piece.right = Math.max(piece.right, x + 1);
        piece.top = Math.min(piece.top, y);
        piece.bottom = Math.max(piece.bottom, y + 1);
        for (let b = Math.max(0, y - 1); b < Math.min(high, y + 2); b += 1) for (let a = Math.max(0, x - 1); a < Math.min(wide, x + 2); a += 1)
          if (ink[b * wide + a]) { ink[b * wide + a] = 0; waiting.push(b * wide + a); }
      }
      if (size > 2) pieces.push(piece);
    }
    return pieces;
  }
}
"""


def misprints(page: Page, place: Place) -> list[str]:
    """Return what is wrong with the card faces in a place of the page's table: `TS has an index that…`."""
    place_of = {"kind": place.kind, "count": place.count, "shown": place.shown}
    high = page.evaluate(LAY, {**place_of, "faces": FACES})
    page.set_viewport_size({"width": page.evaluate("innerWidth"), "height": high})
    pictures = []
    for part in ("index", "face"):
        page.locator("#faces").evaluate("(faces, part) => { faces.dataset.only = part; }", part)
        pictures.append(base64.b64encode(page.screenshot(scale="device")).decode())
    found: list[str] = page.evaluate(LOOK, pictures)
    return found
