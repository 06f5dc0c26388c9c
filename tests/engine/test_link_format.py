"""The format of links never changes: each link opens to its record, and each record gives its link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from whister import DealRecord, NotationError
from whister.ledger import Ledger
from whister.links import habits, moves, permalink, steps
from whister.links.numerals import Odds
from whister.links.steps import DRAW, GIVE, PHRASES, PLAY, WORDS

TEXT = (Path(__file__).parent / "locked-links.txt").read_text("utf-8")
LOCKED = [line.split() for line in TEXT.splitlines() if line and not line.startswith("#")]

#: What no record can contain: nobody draws out of turn, and no hand can play or give a card when all are played.
NEVER = {
    ("points", 2),
    ("french", 5), ("french", 6), ("rook", 5), ("rook", 6),
    ("play", DRAW), ("out of turn", DRAW), ("out of turn, giving", DRAW),
    ("played out", PLAY), ("played out", GIVE),
}  # fmt: skip


def test_every_link_opens_to_its_record_and_every_record_gives_its_link() -> None:
    for link, shown in LOCKED:
        record = DealRecord.parse(link)
        assert str(record) == shown
        assert record.link() == link
        if 0 < record.players == len(record.hands):
            assert str(DealRecord.parse(shown)) == shown


def test_every_likelihood_that_a_record_can_meet_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    met = set[tuple[int, int]]()
    place = Odds.place

    def meeting(odds: Odds, value: int) -> tuple[int, int, int]:
        met.add((id(odds), value))
        return place(odds, value)

    monkeypatch.setattr(Odds, "place", meeting)
    for link, _ in LOCKED:
        DealRecord.parse(link).link()

    left = {(name, value) for name, odds in tables() for value, weight in enumerate(odds.weights)
            if weight and (id(odds), value) not in met}  # fmt: skip
    assert left == NEVER


def tables() -> Iterator[tuple[str, Odds]]:
    """Yield every table of likelihoods, with its name."""
    for module in (habits, moves, steps, permalink):
        for name, value in vars(module).items():
            if isinstance(value, Odds):
                yield name.strip("_").lower(), value
            for key, odds in value.items() if isinstance(value, dict) else ():
                if isinstance(odds, Odds):
                    yield key, odds


def test_every_phrase_and_every_word_is_said() -> None:
    said = {action for link, _ in LOCKED for _, action in DealRecord.parse(link).actions}
    assert {*PHRASES, *WORDS} - {""} <= said


# -- what has no link, and what is none --------------------------------------------------------------------------------

SMALL = DealRecord.parse("w1~hearts/black-lady~players=4~b1-00000~n1.d3~2C.2D.2S.2H~2C")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"options": {"a~b": "c"}}, "the option 'a~b=c' cannot be written in a link"),
        ({"options": {"a": "b,c"}}, "the option 'a=b,c' cannot be written in a link"),
        ({"rules": "a b"}, "a rule set called 'a b' cannot be written in a link"),
        (
            {"hands": ("12C", "2D", "2S", "2H")},
            "a link can contain French cards or Rook cards, not both and no others",
        ),
        (
            {"hands": ("2C", "R1", "2S", "2H")},
            "a link can contain French cards or Rook cards, not both and no others",
        ),
        ({"ledger": Ledger(1, 3, (0,) * 5)}, "the ledger has 5 totals for 4 seats"),
    ],
)
def test_what_no_link_can_say_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError, match=f"^{says}"):
        replace(SMALL, **changes).link()


def test_a_link_holds_five_hundred_cards_and_no_more() -> None:
    cards = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"] * 10
    hands = ("".join(cards[:497]), *cards[497:500])
    assert DealRecord.parse(replace(SMALL, hands=hands).link()).players == 4
    with pytest.raises(NotationError, match="501 cards, but a deal has at most 500"):
        replace(SMALL, hands=hands, widow=cards[500]).link()


TOO_LONG = "this deal is too long for a link; copy its record instead"
DAMAGED = "this link is damaged or cut short"


def test_a_link_has_twenty_thousand_characters_at_most() -> None:
    others = len(replace(SMALL, options={"a": "b"}).link()) - 1
    longest = replace(SMALL, options={"a": "b" * (20_000 - others)})
    assert DealRecord.parse(longest.link()) == longest
    with pytest.raises(NotationError, match=TOO_LONG):
        replace(SMALL, options={"a": "b" * (20_001 - others)}).link()


def test_the_deal_in_a_link_has_four_thousand_characters_at_most() -> None:
    said = [(None, "x" * 2_000), (None, "x" * 982)]
    longest = replace(SMALL, actions=((None, "pass"), *said))
    assert len(longest.link().rpartition("~")[2]) == 4_000 + 4
    assert DealRecord.parse(longest.link()) == longest
    with pytest.raises(NotationError, match=TOO_LONG):
        replace(SMALL, actions=((None, "pass"), *said, (None, "pass"))).link()


def checked(text: str) -> str:
    """Return a link made up by hand, with the right check characters."""
    return text + permalink.check(text)


def test_a_link_made_up_by_hand_that_is_too_long_is_none() -> None:
    link = replace(SMALL, options={"a": "b"}).link()[:-4]
    head, _, payload = link.rpartition("~")
    option = "b" * (20_000 - 4 - len(link) + 1)
    pairs = [
        (f"{head}~{payload.rjust(4_000, 'A')}", f"{head}~{payload.rjust(4_001, 'A')}"),
        (f"{head[:-1]}{option}~{payload}", f"{head}{option}~{payload}"),
    ]
    for fits, exceeds in pairs:
        assert DealRecord.parse(checked(fits)).actions == SMALL.actions
        with pytest.raises(NotationError, match=DAMAGED):
            DealRecord.parse(checked(exceeds))


@pytest.mark.parametrize("more", ["~", "~AAAA"])
def test_a_link_made_up_by_hand_with_a_field_too_many_is_none(more: str) -> None:
    with pytest.raises(NotationError, match=DAMAGED):
        DealRecord.parse(checked(SMALL.link()[:-4] + more))


@pytest.mark.parametrize("payload", ["A!A", "AéA", "____", "f_______", "9_______________________"])
def test_a_link_made_up_by_hand_with_a_payload_of_no_deal_is_none(payload: str) -> None:
    with pytest.raises(NotationError, match=DAMAGED):
        DealRecord.parse(checked(f"w2~x~~{payload}"))


@pytest.mark.parametrize("text", ["w2~x~AAAAAAAA", "w2~x~~AAA", "w2~"])
def test_a_link_that_ends_before_its_cards_is_cut_short(text: str) -> None:
    with pytest.raises(NotationError, match="this link is cut short: it ends before the cards"):
        DealRecord.parse(text)


def test_the_first_card_of_all_is_played_from_the_middle_of_a_pile() -> None:
    """In seat 0's pile, which is not in order of rank, the red 1 is neither the top card nor the lowest."""
    text = (
        "w1~rook/kentucky~players=4~b1-00000~n1.d3~R14R1R5.G5G6G7.B5B6B7.Y5Y6Y7~R1_G5_B5_Y5_R5_G6_B6_Y6_R14"
    )
    record = DealRecord.parse(text)
    assert str(DealRecord.parse(record.link())) == text


def test_what_is_given_by_a_seat_that_does_not_exist_comes_back() -> None:
    """The card is among those that were dealt to nobody."""
    record = replace(SMALL, widow="3C", actions=((4, "give 3C"),))
    assert DealRecord.parse(record.link()) == record
