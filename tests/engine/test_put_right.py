"""A revoke put right: the trick is played again as if the wrong card had never been played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import whister
from whister import Deal, Rules
from whister.deal.public import state_of

HANDS = ["2C 9S 8H", "3C 5D 7H", "5C 4D 6H", "4C TS 9H"]


def table(hands: list[str], trick: int, actions: str, played: str = "") -> Deal:
    """Return a position of Black Lady after some cards; a revoke in it may be put right until the next lead."""
    deal = whister.load("hearts/black-lady", revoke="pw").position(hands, trick=trick, played=played)
    for action in actions.split(", "):
        deal.act(action)
    return deal


def test_in_the_first_trick_no_heart_is_thrown_though_a_card_was_put_right() -> None:
    deal = table(["2C 9S 8H", "3C 5D 7H", "QS KH 4D", "4C TS 9H"], 1, "2C, 5D")
    deal.act("correct 3C", 1)

    assert deal.trick.cards == ("2C", "3C")
    assert deal.legal() == ("4D",)
    assert deal.why("KH").clause == deal.rules.clauses["first-trick"]


def test_a_heart_taken_back_has_not_opened_hearts() -> None:
    deal = table(HANDS, 5, "2C, 7H, 5C, 4C")
    assert (deal.to_act, deal.legal()) == (2, ("4D", "6H"))

    deal.act("correct 3C", 1)

    assert deal.tricks[-1].cards == ("2C", "3C", "5C", "4C")
    assert (deal.to_act, deal.legal()) == (2, ("4D",))


def test_hearts_stay_open_that_were_opened_before_the_position() -> None:
    deal = table(HANDS, 5, "2C, 7H, 5C, 4C", played="2H")

    deal.act("correct 3C", 1)

    assert (deal.to_act, deal.legal()) == (2, ("4D", "6H"))


def test_hearts_stay_open_that_were_opened_in_an_earlier_trick() -> None:
    hands = ["2C 3D 9S 8S", "3C 5D 7S TS", "5C QD 6H 4S", "AH 2D 9H JS"]
    deal = table(hands, 5, "2C, 3C, 5C, AH, QD, 2D, 9S, 5D")

    deal.act("correct 3D", 0)

    assert (deal.to_act, deal.legal()) == (2, ("4S", "6H"))


# -- beside the same deal in which nobody revoked ----------------------------------------------------------------------


def standing(deal: Deal) -> tuple[Any, ...]:
    """Return where the cards lie and what may be played, whoever has revoked; equal cards count as the same."""
    cards_of, (aside, tricks) = state_of(deal).plan.cards_of, state_of(deal).facts.get("set_aside", (0, 0))
    won = [
        (cards_of(state_of(deal).captured[seat]), deal.taken(seat))
        for seat in state_of(deal).plan.table.seats
    ]
    lying = deal.trick, deal.tricks, cards_of(aside), tricks
    return deal.hands, won, lying, deal.led, deal.phase, deal.to_act, deal.legal()


def revoked_and_put_right(rules: Rules, chance: Random) -> int:
    """Play a deal in which each revoke is put right, when its trick ends or before; return how many there were."""
    lawful = rules.deal(chance.getrandbits(32))
    while lawful.phase != "play":
        first = lawful.pending[0]
        lawful.act(chance.choice(lawful.legal(first)), first)
    deal, count = lawful.copy(), 0
    wrong: tuple[int, str] | None = None
    while len(lawful.hands[state_of(lawful).plan.table.players[0]]) > 1:
        seat, played = lawful.to_act, chance.choice(lawful.legal())
        assert seat is not None
        revokes = [card for card in lawful.hands[seat] if follows_not(lawful, card)]
        if wrong is None and revokes and chance.random() < 0.5:
            wrong = seat, played
            deal.act(chance.choice(revokes))
        else:
            deal.act(played)
        lawful.act(played)
        if wrong is not None and (not lawful.trick.cards or chance.random() < 0.2):
            deal.act(f"correct {wrong[1]}", wrong[0])
            wrong = None
            count += 1
        if wrong is None:
            assert standing(deal) == standing(lawful)
    return count


def follows_not(deal: Deal, card: str) -> bool:
    clause = deal.why(card).clause if deal.trick.cards else None
    return clause is not None and clause.slug == "follow"


@pytest.mark.parametrize(
    ("name", "players"),
    [("hearts/black-lady", 4), ("hearts/cancellation", 6), ("hearts/greek-1950", 4), ("hearts/spot", 5)],
)
def test_a_deal_goes_on_as_if_nobody_had_revoked(name: str, players: int) -> None:
    rules = whister.load(name, players, revoke="pw")
    chance = Random(name)
    assert sum(revoked_and_put_right(rules, chance) for _ in range(4)) > 10
