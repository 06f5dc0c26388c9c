"""A deal without a mouse and without sight: played from the accessibility tree alone, by keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.listener import Heard, Listener


def answer(visitor: Listener) -> str:
    """Make one choice of any kind; return what is announced after it."""
    if any(card.pressed is not None for card in visitor.hand()):
        return choose_cards(visitor)
    if any(card.open for card in visitor.hand()):
        visitor.walk_to(next(card.name for card in visitor.hand() if card.open))
        return visitor.press_and_listen("Enter")
    open_ = {one.name for one in visitor.choices() if one.open}
    visitor.tab_to(lambda one: one.open and one.name in open_ and "list Your hand" not in one.within)
    return visitor.press_and_listen("Enter")


def choose_cards(visitor: Listener) -> str:
    """Select cards until the button that gives them away is open, and press it; return what is announced then."""
    for card in [card.name for card in visitor.hand() if card.open]:
        (word,) = (one for one in visitor.choices() if "aside" in one.name or "Pass" in one.name)
        if word.open:
            break
        take_up(visitor, card)
    done = next(one for one in visitor.choices() if one.open)
    visitor.tab_to(lambda one: one.role == "button" and one.name == done.name)
    return visitor.press_and_listen("Enter")


def take_up(visitor: Listener, card: str) -> None:
    """Select one card of the hand, and wait until it is announced as selected."""
    visitor.walk_to(card)
    visitor.press("Space")
    visitor.wait(lambda: " ".join(one.name for one in visitor.hand() if one.name == card and one.pressed))


def is_explained(card: Heard) -> bool:
    """Return whether a card may be played or has a description of why not."""
    return card.open or bool(card.description)


def play_deal(visitor: Listener) -> None:
    """Play a deal to its settlement; check that closed cards give a reason and that words follow every choice."""
    for _ in range(60):
        visitor.listen()
        if visitor.rows("Score"):
            return
        playing = not any(card.pressed is not None for card in visitor.hand())
        if playing and any(card.open for card in visitor.hand()):
            unexplained = [card.name for card in visitor.hand() if not is_explained(card)]
            assert unexplained == [], "these cards do not say why they are closed"
        assert answer(visitor)
    raise AssertionError(f"the deal did not end: {visitor.told()}")


@pytest.mark.parametrize("path", ["/hearts/black-lady/", "/boston/fontainebleau/", "/rook/tournament/"])
def test_a_deal_is_played_by_ear_and_by_keys(page: Page, path: str) -> None:
    visitor = Listener(page, path)
    play_deal(visitor)
    rows = visitor.rows("Score")
    assert "You" in rows[0], "the settlement says whose column is whose"
    named = {row[0]: row[1:] for row in rows[1:]}
    for row in ("This deal", "Total"):
        assert re.search(r"\d", " ".join(named[row])), f"the settlement reads: {named}"


def test_a_whole_game_is_played_by_ear_and_its_winners_are_told(page: Page) -> None:
    visitor = Listener(page, "/rook/whist-52/")
    for _ in range(12):
        play_deal(visitor)
        if "The game is over" in visitor.told():
            break
        visitor.tab_to(lambda one: one.name == "Next deal")
        visitor.press_and_listen("Enter")
    assert re.search(r"The game is over: .+ reached 5 and wins? with \d+ points", visitor.told())
