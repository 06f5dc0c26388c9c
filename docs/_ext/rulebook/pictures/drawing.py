"""Cards as a self-contained picture, for EPUB, for print, and wherever a page's own cards cannot be used.

The faces are copied from `_static/cards.svg` and `_static/rook.svg`. The properties that the site's style sheet chooses
(colours, how much of a face is shown) are fixed here for white paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from xml.etree import ElementTree as ET

from rulebook.base.cards import drawing_of, read

STATIC = Path(__file__).parents[3] / "_static"
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
WIDTH, HEIGHT = 100, 140
"""The size of a card in the units of the picture and of the sprites."""

SIZE = 0.45
"""The default scale of a picture, in pixels per unit: a card is 12 mm wide on paper."""

RADIUS = 900
"""The distance from the cards of a fan down to its centre."""

COLOURS = {
    "H": "#b81f2d", "D": "#1c55a5", "C": "#17693a",
    "R": "#b81f2d", "Y": "#8a5b00", "G": "#17693a",
}  # fmt: skip
"""The colours of the suits on white; the others are black."""

SHOWN = {"one": "none", "many": "inline", "foot": "inline"}
"""The parts of a face that are drawn: all of it, with both indices."""

NAME = "card-"
"""The prefix of the sprites' IDs in a picture, since a name in XML must begin with a letter, unlike `6C`."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def picture(hand: Sequence[str], plays: Sequence[tuple[str, str]] = (), caption: str = "") -> str:
    """Draw a hand as a fanned row and, above it, the cards on the table, each under its player's name.

    `hand` has the cards in the engine's notation (`QS`, `R14`), in the order in which they are held, and may be empty;
    `plays` has (name, card) pairs in the order of play. The result is an SVG document without scripts, styles or
    anything to load. `caption` is its title for screen readers (it is not drawn); its description names every card.
    """
    root = ET.Element(f"{{{SVG}}}svg", {"role": "img", "aria-labelledby": "title desc"})
    _add(root, "title", id="title").text = caption or "Cards"
    _add(root, "desc", id="desc").text = in_words(hand, plays)
    cards = [*(card for _, card in plays), *hand]
    root.append(_symbols(dict.fromkeys(cards)))
    boxes = [_play(root, *play, at=place) for place, play in enumerate(plays)]
    middle = sum(_span(boxes)[:3:2]) / 2 if boxes else 0
    boxes += [
        _held(root, card, *place)
        for card, place in zip(hand, _fan(len(hand), middle, bool(plays)), strict=True)
    ]
    left, top, right, bottom = _span(boxes)
    wide, high = right - left + 8, bottom - top + 8
    root.set("viewBox", f"{left - 4:.0f} {top - 4:.0f} {wide:.0f} {high:.0f}")
    root.set("width", f"{wide * SIZE:.0f}")
    root.set("height", f"{high * SIZE:.0f}")
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    return ET.tostring(root, encoding="unicode") + "\n"


def in_words(hand: Sequence[str], plays: Sequence[tuple[str, str]]) -> str:
    """Return the picture in words: `On the table: West, queen of spades. In hand: two of hearts, ace of clubs.`"""
    said = []
    if plays:
        said.append("On the table: " + "; ".join(f"{name}, {read(card).name}" for name, card in plays) + ".")
    if hand:
        said.append("In hand: " + ", ".join(read(card).name for card in hand) + ".")
    return " ".join(said)


def _play(root: ET.Element, name: str, card: str, at: int) -> Box:
    """Draw a card on the table under its player's name, at place `at` of the row; return the box it covers."""
    x, y = at * (WIDTH + 30), 24
    middle = f"{x + WIDTH / 2:g}"
    _add(
        root, "text", x=middle, y="14", text_anchor="middle", font_family="sans-serif", font_size="17"
    ).text = name
    _card(root, card, f"translate({x} {y})")
    return x - 10, 0, x + WIDTH + 10, y + HEIGHT


def _fan(count: int, middle: float, below: bool) -> Iterable[tuple[float, float, float]]:
    """Yield the middle of the upper edge and the slant in degrees of each card of a hand."""
    step = min(2.4, 36 / max(count, 1))
    top = HEIGHT + 60 if below else 0
    for place in range(count):
        slant = (place - (count - 1) / 2) * step
        yield middle + RADIUS * sin(radians(slant)), top + RADIUS * (1 - cos(radians(slant))), slant


def _held(root: ET.Element, card: str, x: float, y: float, slant: float) -> Box:
    _card(root, card, f"translate({x:.1f} {y:.1f}) rotate({slant:.1f}) translate({-WIDTH / 2:g} 0)")
    lean = abs(sin(radians(slant)))
    return (
        x - WIDTH / 2 - HEIGHT * lean,
        y - WIDTH / 2 * lean,
        x + WIDTH / 2 + HEIGHT * lean,
        y + HEIGHT + WIDTH / 2 * lean,
    )


def _card(root: ET.Element, card: str, where: str) -> None:
    seen = read(card)
    colour = COLOURS.get(seen.suit, "#1d1e22")
    group = _add(root, "g", transform=where, color=colour, fill=colour)
    _add(group, "rect", width=f"{WIDTH}", height=f"{HEIGHT}", rx="8", fill="#fff", stroke="#8a8474")
    face = _add(group, "use", x="18.5", y="7", width="63", height="126", font_family="sans-serif")
    face.set(f"{{{XLINK}}}href", f"#{NAME}{seen.art}")


def _add(parent: ET.Element, tag: str, **attrs: str) -> ET.Element:
    """Add an element to the picture and return it; underscores in attribute names become hyphens."""
    named = {name.replace("_", "-"): value for name, value in attrs.items()}
    return ET.SubElement(parent, f"{{{SVG}}}{tag}", named)


def _span(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return 0, 0, WIDTH, HEIGHT
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _symbols(cards: Iterable[str]) -> ET.Element:
    """Return the sprites of these cards, all from one pack, and the sprites that they use."""
    found = ET.Element(f"{{{SVG}}}defs")
    wanted = [read(card).art for card in cards]
    for name in wanted:  # the list grows during the loop
        symbol = _fixed(_sprite(drawing_of(wanted[0]))[name])
        found.append(symbol)
        used = [
            use.get(f"{{{XLINK}}}href", "").removeprefix(f"#{NAME}") for use in symbol.iter(f"{{{SVG}}}use")
        ]
        wanted += dict.fromkeys(name for name in used if name not in wanted)
    return found


def _fixed(element: ET.Element) -> ET.Element:
    """Return a copy without hidden elements, with values for custom properties, and with `xlink:href` for `href`."""
    attrs = {
        name: re.sub(r"var\(--(\w+),([^)]*)\)", lambda found: SHOWN.get(found[1], found[2]), value)
        for name, value in element.attrib.items()
    }
    if "href" in attrs:
        attrs[f"{{{XLINK}}}href"] = f"#{NAME}{attrs.pop('href')[1:]}"
    if "id" in attrs:
        attrs["id"] = NAME + attrs["id"]
    copy = ET.Element(element.tag, attrs)
    copy.text = element.text
    copy.extend(kid for kid in map(_fixed, element) if kid.get("display") != "none")
    return copy


@cache
def _sprite(name: str) -> dict[str, ET.Element]:
    """Return the elements of a sprite file that have an ID, by ID."""
    drawing = ET.parse(STATIC / f"{name}.svg").getroot()
    return {element.attrib["id"]: element for element in drawing if "id" in element.attrib}
