"""The position on the table after each session of a worked example."""

from __future__ import annotations

from pathlib import Path

from rulebook.table.examples import sessions_of
from rulebook.table.replay import positions
from whister.links.texts import deal_of_text

EXAMPLES = Path(__file__).parents[2] / "examples"


def after_each_session(example: str) -> list[str]:
    path = EXAMPLES / f"{example}.md"
    return positions(sessions_of(path.read_text(encoding="utf-8")), str(path))


def test_each_session_that_moves_the_deal_has_its_position() -> None:
    records = after_each_session("hearts/black-lady")
    assert [len(deal_of_text(record).actions) if record else None for record in records] == [0, 4, 6, 8, None]


def test_a_refused_card_is_not_part_of_the_position() -> None:
    deal = deal_of_text(after_each_session("hearts/black-lady")[2])
    assert [str(card) for card in deal.trick.cards] == ["2C", "KC"]


def test_an_example_of_settlements_has_no_position() -> None:
    assert not any(after_each_session("hearts/black-lady-1909"))


def test_the_deal_acted_on_last_is_in_hand() -> None:
    sources = [
        ">>> import whister\n>>> rules = whister.load('hearts/modern')\n"
        ">>> first, second = rules.deal(seed='1'), rules.deal(seed='2')\n",
        ">>> first.act(first.legal()[0])\n",
    ]
    second, first = positions(sources, "example")
    assert second != first
    assert len(deal_of_text(first).actions) == 1
