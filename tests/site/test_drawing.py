"""Drawings of cards: every card has a face, the suits can be distinguished, and a picture is self-contained."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import whister
from rulebook.base.cards import drawing_of, printed, read
from rulebook.pictures.drawing import picture

STATIC = Path(__file__).parents[2] / "docs" / "_static"
SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
SIGNS = set("CDSHRYGB") | {"joker", "rook"}
"""The signs beside an index, and on the buttons for a choice."""


def sprite(name: str) -> ET.Element:
    return ET.parse(STATIC / f"{name}.svg").getroot()


@cache
def cards_of_the_catalogue() -> frozenset[str]:
    """Return every card that the packs of the rule sets can contain."""
    rules = [whister.load(name) for name in whister.catalogue()]
    rules.append(whister.load("hearts/joker", joker_kind="zero-cards", jokers=2))
    packs = {each.plan.pack for each in rules}
    return frozenset(str(card) for pack in packs for card in pack.cards)


def test_every_card_of_every_rule_set_has_a_face() -> None:
    cards = cards_of_the_catalogue()
    assert {"QS", "R14", "ROOK", "JK", "0C"} <= cards
    symbols = {
        f"{name}.svg#{symbol.get('id')}"
        for name in ("cards", "rook")
        for symbol in sprite(name).iter(f"{SVG}symbol")
    }
    for card in cards:
        used = re.findall(r"_static/(\w+\.svg#\w+)", "".join(map(str, printed(card, ""))))
        assert len(used) == 3
        assert set(used) <= symbols, card


@pytest.mark.parametrize("name", ["cards", "rook"])
def test_a_sprite_defines_each_name_once_and_holds_nothing_unused(name: str) -> None:
    drawing = sprite(name)
    named = Counter(element.get("id") for element in drawing.iter() if element.get("id"))
    assert set(named.values()) == {1}
    within = {str(use.get("href"))[1:] for use in drawing.iter(f"{SVG}use")}
    assert within <= set(named)
    faces = {name for card in cards_of_the_catalogue() for name in (read(card).art, read(card).figure)}
    assert {found for found in named if found} <= within | faces | SIGNS
    assert all(drawing_of(found) == name for found in faces if found in named)


@pytest.mark.parametrize(
    ("card", "pips"),
    [("2S", 2), ("3H", 3), ("4D", 4), ("5C", 5), ("6S", 6), ("7H", 7), ("8D", 8), ("9C", 9), ("TS", 10)],
)
def test_a_number_card_has_as_many_pips_as_it_says(card: str, pips: int) -> None:
    drawing = sprite("cards")
    named = {element.get("id"): element for element in drawing}
    suit = card[1]

    def count(element: ET.Element) -> int:
        """Return the number of suit signs drawn in an element."""
        if element.tag != f"{SVG}use":
            return sum(map(count, element))
        target = str(element.get("href"))[1:]
        return 1 if target == suit else count(named[target])

    (face,) = (group for group in named[card] if "--many" in group.get("display", ""))
    assert count(face) == pips


def test_a_picture_names_every_card_and_fetches_nothing() -> None:
    drawn = picture(["2C", "QS"], [("West", "TD")], caption="Ducking under")
    root = ET.fromstring(drawn)
    assert root.findtext(f"{SVG}title") == "Ducking under"
    assert (
        root.findtext(f"{SVG}desc")
        == "On the table: West, ten of diamonds. In hand: two of clubs, queen of spades."
    )
    assert [text.text for text in root.findall(f"{SVG}text")] == ["West"]
    names = [element.get("id") for element in root.iter() if element.get("id")]
    used = [use.get(HREF, "") for use in root.iter(f"{SVG}use")]
    assert {"#card-2C", "#card-QS", "#card-TD"} <= set(used)
    assert all(target.startswith("#") and target[1:] in names for target in used)
    assert len(names) == len(set(names))
    assert "var(" not in drawn
    assert {element.tag.removeprefix(SVG) for element in root.iter()}.isdisjoint({"script", "style", "image"})


@pytest.mark.parametrize("card", ["ROOK", "R14", "JK", "0C"])
def test_a_picture_of_one_card_can_be_drawn(card: str) -> None:
    assert f'href="#card-{card}"' in picture([card])
    assert f'href="#card-{card}"' in picture([], [("North", card)])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_suit_stands_out_on_its_card(scheme: str) -> None:
    """The contrast is at least 4.5 to 1, as WCAG requires of text."""
    found = colours(scheme)
    for suit in ("black", "red", "blue", "green", "gold"):
        assert contrast(found[suit], found["card"]) >= 4.5, suit


def colours(scheme: str) -> dict[str, str]:
    """Return the colours that the style sheet of the cards has in a colour scheme, by name."""
    text = (STATIC / "table" / "cards.css").read_text(encoding="utf-8")
    both = re.findall(r"--([\w-]+): var\(--if-light, (#\w{6})\) var\(--if-dark, (#\w{6})\);", text)
    always = dict(re.findall(r"--([\w-]+): (#\w{6});", text.partition("}")[0]))
    return always | {name: light if scheme == "light" else dark for name, light, dark in both}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, written as `#rrggbb`, by the formula of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
