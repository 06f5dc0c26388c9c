"""What a hand may play in one situation, clause by clause: the hand, the cards led, and what stays legal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import refused, small
from tests.engine.small_said import done, legal, why
from tests.engine.small_settled import FIVE_OR_SIX, Game

HEARTS = {"values": {"cards": {"H": 1, "QS": 13}, "penalties": True}}


def may_play(hand: str, led: str = "", trick: int = 2, **clauses: dict[str, Any]) -> str:
    position = small(**clauses).position(hand=hand, led=led.split(), trick=trick)
    return " ".join(card for card in legal(position) if len(card) == 2)


@pytest.mark.parametrize(
    ("groups", "hand", "legal_cards"),
    [(["C"], "2C 3S 4S", "2C"), (["QS"], "2C QS 4H", "QS"), (["QS", "H"], "2C 3S 4H", "4H"), (["QS", "H"], "2C QS 4H", "QS"),
     (["QS", "H"], "2C 3S", "2C 3S"), (["QS", "H"], "2C 3D QS", "3D")],
)  # fmt: skip
def test_who_cannot_follow_throws_one_of_the_first_group_he_has(
    groups: list[str], hand: str, legal_cards: str
) -> None:
    assert may_play(hand, "AD", follow={}, forced_discard={"groups": groups}) == legal_cards
    assert may_play(hand, follow={}, forced_discard={"groups": groups}) == hand


def test_who_can_follow_throws_nothing() -> None:
    assert may_play("3S QS 2C", "AS", follow={}, forced_discard={"groups": ["QS"]}) == "3S QS"
    assert may_play("2S 3S QS 4H", "AS", follow={}, forced_discard={"groups": ["QS", "H"]}) == "2S 3S QS"


@pytest.mark.parametrize(
    ("rule", "hand", "led", "legal_cards"),
    [({}, "2C 3H QS", "AD", "2C"), ({}, "3H QS", "AD", "QS 3H"), ({"forced": "queen-first"}, "3H QS", "AD", "QS"),
     ({"forced": "hearts-first"}, "3H QS", "AD", "3H"), ({"bars": "AS"}, "2C AS 3H", "AD", "2C 3H"),
     ({}, "2C 3H", "", "2C 3H"), ({"when": "lead"}, "2C 3H", "", "2C"), ({"when": "lead"}, "2C 3H", "AD", "2C 3H"),
     ({"when": "either"}, "2C 3H", "", "2C"), ({"when": "either"}, "2C 3H", "AD", "2C"), ({}, "3H 4C", "AH", "3H")],
)  # fmt: skip
def test_penalty_cards_are_kept_from_the_first_trick_unless_there_is_nothing_else(
    rule: dict[str, str], hand: str, led: str, legal_cards: str
) -> None:
    assert may_play(hand, led, 1, **HEARTS, follow={}, first_trick=rule) == legal_cards
    later = may_play(hand, led, 2, **HEARTS, follow={}, first_trick=rule)
    assert set(later.split()) >= set(legal_cards.split())


@pytest.mark.parametrize(
    ("rule", "hand", "played", "legal_cards"),
    [({}, "2C 3H", "", "2C"), ({}, "3H 4H", "", "3H 4H"), ({}, "2C 3H", "AC 2H KC QC", "2C 3H"),
     ({"also": "QS"}, "2C 3H", "AC QS KC QC", "2C 3H"), ({}, "2C 3H", "AC QS KC QC", "2C"),
     ({"beside": "QS"}, "QS 3H", "", "QS 3H"), ({}, "QS 3H", "", "QS")],
)  # fmt: skip
def test_hearts_are_not_led_before_they_are_broken(
    rule: dict[str, str], hand: str, played: str, legal_cards: str
) -> None:
    rules = small(**HEARTS, follow={}, breaking={"suit": "H", **rule})
    position = rules.position(hand=hand, trick=2, played=played.split())
    assert " ".join(legal(position)) == legal_cards


GENERALE: Game = {
    "course": {"phases": ["announce", "play"]}, "follow": {},
    "undertaking": {"said": "generale", "title": "Générale", "takes": "tricks"},
    "draws_out": {"contract": "generale", "card": "K", "drawn": "A"},
}  # fmt: skip
KINGS = [
    "KC QC TC KD QD TD KS QS TS KH QH TH 2C", "AC 4C 5C AD 3D 4D AS 3S 4S AH 3H 4H JC",
    "6C 7C 8C 5D 6D 7D 5S 6S 7S 5H 6H 7H 3C", "9C 8D 9D 2D JD 8S 9S 2S JS 8H 9H 2H JH",
]  # fmt: skip


@pytest.mark.parametrize(
    ("announced", "led", "ace", "winner"),
    [("declare generale", "KC", True, 0), ("declare generale", "QC", False, 1), ("declare generale", "TC", False, 1),
     ("declare generale", "2C", False, 1), ("pass, pass, pass, pass", "KC", False, 1)],
)  # fmt: skip
def test_in_a_generale_the_king_that_is_led_draws_out_the_ace_and_beats_it(
    announced: str, led: str, ace: bool, winner: int
) -> None:
    deal = done(small(**GENERALE).deal(hands=KINGS, dealer=3), announced)
    done(deal, led)
    assert legal(deal) == (["AC"] if ace else ["4C", "5C", "JC", "AC"])
    done(deal, "AC, 6C, 9C")
    assert deal.tricks[0].winner == winner


def test_a_rank_draws_out_another_rank() -> None:
    for name in ("card", "drawn"):
        said = f"draws_out.{name} = '10'; expected one of the ranks 2 3 4 5 6 7 8 9 T J Q K A"
        assert refused(**{**GENERALE, "draws_out": {**GENERALE["draws_out"], name: "10"}}) == said


def test_in_another_contract_the_ace_beats_the_king_that_is_led() -> None:
    game: Game = {**FIVE_OR_SIX, "course": {"phases": ["auction", "play"]}, "follow": {}, "pass_final": {}}
    generale = {"id": "generale", "title": "Générale", "rank": 70, "tricks": 13}
    rules = small(**{**game, "contract": generale, "ladder": {}, "draws_out": GENERALE["draws_out"]})
    for bid, winner in (("bid 5C", 1), ("bid 6C", 1), ("bid generale-c", 0)):
        deal = done(rules.deal(hands=KINGS, dealer=3), f"{bid}, pass, pass, pass, KC, AC, 6C, 9C")
        assert deal.tricks[0].winner == winner


def test_a_hand_of_three_aces_and_a_queen_need_not_follow_and_another_must() -> None:
    rules = small(follow={}, free_hand={"first": ["A"], "second": ["Q"], "pairs": {"3": 1, "2": 2}})
    for hand in ("2C AD AS AH QH", "2C AD AS QD QH", "2C 3C AD AS AH QH"):
        assert set(legal(rules.position(hand=hand, led=["KC"], trick=2))) == set(hand.split())
    for hand in ("2C AD AS AH 3H", "2C AD AS 3S QH", "2C 3C QD QS QH"):
        bound = rules.position(hand=hand, led=["KC"], trick=2)
        assert set(legal(bound)) == {card for card in hand.split() if card.endswith("C")}
        slug, reason = why(bound, hand.split()[-1])
        assert (slug, bool(reason)) == ("follow", True)


def test_three_aces_without_a_two_must_follow() -> None:
    rules = small(follow={}, free_hand={"first": ["A"], "second": ["2"], "pairs": {"3": 1}})
    for hand, free in (
        ("3C 4C AD AS AH 3H", False),
        ("3C 4C AD AS AH 2H", True),
        ("2C 4C AD AS AH 3H", True),
    ):
        position = rules.position(hand=hand, led=["KC"], trick=2)
        assert set(legal(position)) == {card for card in hand.split() if free or card.endswith("C")}


FREE: Game = {
    "pack": {"kind": "french", "without": list("23456789T")}, "follow": {},
    "free_hand": {"first": ["A"], "second": ["Q"], "pairs": {"2": 1}},
}  # fmt: skip
SIXTEEN = ["AC KC AD QH", "QC JC KH JH", "AS KD QD JD", "AH KS QS JS"]


def test_a_queen_that_another_has_played_frees_nobody() -> None:
    """Seat 0 has two aces and no queen; seat 3 throws a queen."""
    deal = small(**FREE).deal(hands=["AC JC AD JH", "QC KC KH QH", *SIXTEEN[2:]], dealer=0)
    assert sorted(legal(done(deal, "QC, KD, QS"))) == ["AC", "JC"]


@pytest.mark.parametrize(
    ("actions", "used"),
    [("QC, KD, KS, KC, QH, KH, QD, AH, QS, AD, JC, AS, JD, JS, AC, JH", ()),
     ("QC, KD, KS, QH, JC, QD, QS, AC, KC, JH, JD, JS, AD, KH, AS, AH", (0,)),
     ("QC, KD, KS, AC, QH, KH, QD, AH, QS, KC, JC, AS, JD, JS, AD, JH", ())],
)  # fmt: skip
def test_a_free_hand_is_used_by_who_throws_a_card_though_he_might_follow(
    actions: str, used: tuple[int, ...]
) -> None:
    """Seat 0 has two aces and a queen; seat 1 leads."""
    deal = done(small(**FREE).deal(hands=SIXTEEN, dealer=0), actions)
    assert (deal.over, deal.outcome.declared) == (True, {"free_hand": used})


def test_a_free_hand_that_was_used_is_remembered_though_its_holder_drops_out() -> None:
    """Seats 1 and 2 play the last trick between them."""
    hands = ["AC AD QH", "KC QC KH JH", "AS KD QD JD", "AH KS QS"]
    deal = small(**FREE, dropping_out={}).position(hands=hands, leader=1)
    done(deal, "KC, KD, KS, QH, QC, QD, QS, AC, AD, KH, JD, AH, JH, AS")
    assert (deal.over, deal.outcome.declared) == (True, {"free_hand": (0,)})


def test_an_ace_that_has_been_played_counts_for_a_free_hand_as_one_that_is_held() -> None:
    """Seat 1 leads hearts; seat 0, who has three aces and the queen of hearts, throws the ace of clubs."""
    hands = ["AC AD AS QH 2C 3C 4C 5C 6C 7C 8C 9C TC", "KC KH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH",
             "QC KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D", "JC KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"]  # fmt: skip
    rules = small(follow={}, free_hand={"first": ["A"], "second": ["Q"], "pairs": {"3": 1}})
    one_heart = rules.deal(hands=hands, dealer=0)
    done(one_heart, "KH, KD, KS")
    assert "QH" in legal(one_heart)
    assert "3C" in legal(one_heart), "before he has played"
    done(one_heart, "AC, JH, QD, QS")
    assert "3C" in legal(one_heart), "and after it"
