"""A card that may not be played: the reason first, as a player would give it, and the cards that may be played instead."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import whister
from tests.engine.small import small
from whister import Deal, IllegalAction, Rules
from whister.cards import Card, pack
from whister.deal.public import state_of
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import Mechanism
from whister.plan.refusing import Barred
from whister.table.reasons import reason_told


def heard(deal: Deal, card: str) -> str:
    """Return the reason for which the table refuses a card of the player to act; "" if it may be played."""
    assert deal.to_act is not None
    told = reason_told(deal, deal.why(card), deal.to_act)
    return "" if told is None else str(told["text"])


@pytest.mark.parametrize(
    ("rules", "position", "card", "said", "instead"),
    [("hearts/black-lady", {"hand": "3C 4C 5D", "led": "2C", "trick": 2}, "5D",
      "You have clubs, so you must play one.", "3C 4C"),
     ("hearts/black-lady", {"hand": "3C 4D 5D", "led": "2C", "trick": 2}, "5D",
      "You have a club, so you must play it.", "3C"),
     ("hearts/black-lady", {"hand": "3D QS KH", "led": "2C", "trick": 1}, "QS",
      "Penalty cards may not be played to the first trick while you have other cards.", "3D"),
     ("hearts/black-lady", {"hand": "3D QS KH", "trick": 2}, "KH",
      "Hearts are not broken yet, and you have other suits.", "3D QS"),
     ("hearts/greek-1950", {"hand": "QH 4C 5S", "trick": 1}, "QH",
      "The queen of hearts may not be led to the first trick while you have other cards.", "4C 5S"),
     ("rook/kentucky", {"hand": "R14 ROOK G6 G7", "led": "G9", "trump": "B"}, "R14",
      "You have green cards, so you must play one.", "G6 G7"),
     ("rook/tournament", {"hand": "R14 ROOK G6 G7", "led": "G9", "trump": "B"}, "R14",
      "You have green cards, so you must play one of them or the Rook.", "G6 G7 ROOK"),
     ("rook/tournament", {"hand": "R14 ROOK G6", "led": "G9", "trump": "B"}, "R14",
      "You have a green card, so you must play it or the Rook.", "G6 ROOK"),
     ("rook/tournament", {"hand": "R14 ROOK", "led": "B9", "trump": "B"}, "R14",
      "You have no black card but the Rook, so you must play it.", "ROOK"),
     ("rook/tournament", {"hand": "R14 G10 B12 B6", "led": "ROOK", "trump": "B"}, "G10",
      "The Rook was led and calls for trumps: you have black cards, so you must play one.", "B6 B12"),
     ("rook/tournament rook_led=leader-names-colour", {"hand": "R14 ROOK", "trump": "B"}, "ROOK",
      "Whoever leads the Rook must name a suit for it.", "R14"),
     ("rook/red-one", {"hand": "R1 G6 G7", "led": "B9", "trump": "B"}, "G6",
      "You have the red 1, which is a trump, so you must play it.", "R1"),
     ("boston/nantes", {"hand": "JD 2S 4C", "led": "9S", "trump": "S"}, "4C",
      "You have trumps, so you must play one.", "JD 2S"),
     ("hearts/joker-1897", {"hand": "JK 4C 5S", "led": "9C"}, "JK",
      "No heart above the joker lies in the trick, and you have a club.", "4C"),
     ("hearts/joker-1897", {"hand": "JK 4C 5S", "led": "9H"}, "5S",
      "You have no heart but the joker, so you must play it.", "JK"),
     ("hearts/reversis-hoyle", {"hand": "3C 4D 5S", "led": "9C"}, "4D",
      "You have a club, so you must play it.", "3C")],
)  # fmt: skip
def test_a_player_hears_the_reason_first(
    rules: str, position: dict[str, Any], card: str, said: str, instead: str
) -> None:
    name, *options = rules.split()
    deal = whister.load(name, **dict(option.split("=") for option in options)).position(**position)
    assert heard(deal, card) == said
    assert set(deal.why(card).instead) == set(instead.split())


@pytest.mark.parametrize(
    ("clauses", "position", "card", "said"),
    [({"forced_discard": {"groups": ["QS", "H"]}}, {"hand": "2C QS 4H", "led": "AD"}, "2C",
      "You have no diamonds, so you must throw the queen of spades."),
     ({"forced_discard": {"groups": ["QS", "H"]}}, {"hand": "2C 3H 4H", "led": "AD"}, "2C",
      "You have no diamonds, so you must throw a heart."),
     ({"forced_discard": {"groups": ["A"]}}, {"hand": "2C AC AS", "led": "9D"}, "2C",
      "You have no diamonds, so you must throw the ace of clubs or the ace of spades."),
     ({"first_trick": {"forced": "queen-first"}}, {"hand": "3H QS", "led": "AD", "trick": 1}, "3H",
      "You have no diamonds, so you must throw the queen of spades."),
     ({"first_trick": {"forced": "hearts-first"}}, {"hand": "3H QS", "led": "AD", "trick": 1}, "QS",
      "You have no diamonds, so you must throw the three of hearts."),
     ({"first_trick": {"bars": "AS"}}, {"hand": "2C AS", "led": "AD", "trick": 1}, "AS",
      "The ace of spades may not be played to the first trick while you have other cards."),
     ({"breaking": {"suit": "D"}}, {"hand": "2C 4D"}, "4D",
      "Diamonds are not broken yet, and you have other suits.")],
)  # fmt: skip
def test_a_player_hears_what_he_must_throw_or_keep(
    clauses: dict[str, Any], position: dict[str, Any], card: str, said: str
) -> None:
    hearts = {"values": {"cards": {"H": 1, "QS": 13}, "penalties": True}}
    deal = small(**hearts, follow={}, **clauses).position(**{"trick": 2, **position})
    assert heard(deal, card) == said


def test_who_holds_the_two_of_clubs_hears_that_it_opens_the_play() -> None:
    deal = whister.load("hearts/black-lady", passing="none").deal("opening")
    assert deal.to_act is not None
    other = next(card for card in deal.hands[deal.to_act] if card != "2C")
    assert heard(deal, other) == "The two of clubs opens the play, and you have it."
    assert deal.why(other).instead == ("2C",)


def test_who_has_nothing_to_follow_with_hears_that_he_must_draw_first() -> None:
    deal = whister.load("hearts/domino").deal("drawing")
    while not deal.over and "draw" not in deal.legal():
        deal.act(deal.legal()[0])
    assert deal.to_act is not None
    verdict = deal.why(deal.hands[deal.to_act][0])
    assert (
        verdict.reason
        == f"No {pack('french').suit_names[deal.led]} are held, and they were led: draw from the stock."
    )
    assert verdict.instead == ()


def test_of_another_player_the_reason_is_told_by_his_place() -> None:
    deal = whister.load("hearts/black-lady").position(hand="3C 4C 5D", led="2C", trick=2)
    verdict = deal.why("5D")
    assert verdict.reason == f"Seat {deal.to_act} has clubs and must play one."
    west = (deal.to_act or 0) - 1
    told = reason_told(deal, verdict, west % 4)
    assert told is not None
    assert told["text"] == "West has clubs and must play one."


def test_the_refusal_says_why_then_the_rule_then_what_may_be_played() -> None:
    deal = whister.load("hearts/black-lady").position(hand="3C 4C 5D", led="2C", trick=2)
    with pytest.raises(IllegalAction) as refused:
        deal.act("5D")
    rule = deal.rules.clauses["follow"]
    seat = deal.to_act
    assert str(refused.value) == (
        f"'5D' is refused. Seat {seat} has clubs and must play one. {rule.text} [{rule.id}] May be played: 3C 4C."
    )


@pytest.mark.parametrize(
    ("hand", "kept", "said"),
    [("3C 4C 5D", "C", "Seat 1 has clubs and must play one."), ("3C 5D", "C", "Seat 1 has a club and must play it."),
     ("3C 4D 5D", "3C 4D", "Seat 1 has the three of clubs and the four of diamonds and must play one of them."),
     ("3C 5D", "4C", "The five of diamonds may not be played now."),
     ("3C 4C 5C 6D 7D 5D", "3C 4C 6D 7D", "The five of diamonds may not be played while seat 1 has other cards.")],
)  # fmt: skip
def test_of_a_rule_without_words_the_cards_that_it_leaves_tell(hand: str, kept: str, said: str) -> None:
    plan = whister.load("hearts/modern").plan
    keep = plan.pack.select(kept)
    card = plan.pack.mask(hand.rsplit(maxsplit=1)[-1])
    assert Barred(plan, 1, card, plan.pack.mask(hand), keep, keep).told() == said


@pytest.mark.parametrize("kind", REGISTRY.values(), ids=REGISTRY)
def test_every_kind_of_rule_that_bars_cards_has_words_of_its_own(kind: type[Mechanism]) -> None:
    assert has_words(kind)


def has_words(kind: type[Mechanism]) -> bool:
    """Return whether a mechanism gives a reason in each way in which it narrows the cards, and in no other."""
    usual = Mechanism
    return (kind.narrow is usual.narrow, kind.narrow_now is usual.narrow_now) == (
        kind.why_not is usual.why_not,
        kind.why_not_now is usual.why_not_now,
    )


def narrowing(rules: Rules) -> list[Mechanism]:
    """Return the mechanisms that narrow the cards that may be played under some rules."""
    return [mechanism for _, mechanism in (*rules.plan.asked.narrow, *rules.plan.asked.narrow_now)]


def with_each_value(name: str) -> Iterator[Rules]:
    """Yield a rule set as it is, and with each value of its options that can be chosen alone."""
    rules = whister.load(name)
    yield rules
    for option in rules.options.values():
        for value in option.values if not (option.excluded or option.fixed) else ():
            try:
                yield rules.vary(None, **{option.name: value.value})
            except whister.OptionError:
                continue


def of_plays(name: str) -> list[Rules]:
    """Return a rule set and its variants by one option's value, one for each way of limiting the cards played."""
    found: dict[str, Rules] = {}
    for rules in with_each_value(name):
        plan = rules.plan
        lifted = [(clause.slug, cards, lifts) for clause, cards, lifts in plan.play.exempting]
        found.setdefault(repr((narrowing(rules), lifted, plan.table.dummy, plan.present)), rules)
    return list(found.values())


def check(deal: Deal, card: Card, text: str) -> None:
    """Check that the reason for refusing a card is true of the hand and the cards on the table."""
    assert deal.to_act is not None
    plan, play, hand = state_of(deal).plan, state_of(deal).tables, deal.hands[deal.to_act]
    top = play.top if play is not None else -1
    assert re.fullmatch(r"(?!Legal here|You may )[A-Z][^.]*\.", text), text
    assert "seat" not in text.lower(), text
    seen = {*hand, *deal.trick.cards}
    for other in plan.pack.cards:
        if re.search(rf"\b{other.name}\b", text):
            assert other in seen, f"{text} It is not held: {other}"
    for suit, name in plan.pack.suit_names.items():
        held = [own for own in hand if own.suit == suit and (own.index != top or suit == deal.trump)]
        own = name if name.endswith("s") else f"{name} cards"
        if f"have {own}" in text:
            assert len(held) > 1, text
        if f"have a {own[:-1]}" in text:
            assert len(held) == 1, text
        if f"have no {own}" in text:
            assert not held, text
        if "not broken" in text and own in text.lower():
            assert card.suit in (suit, ""), text
            assert len(held) < len(hand), text


@pytest.mark.parametrize("name", whister.catalogue())
def test_the_reason_for_a_refused_card_is_true_and_what_may_be_played_is_all_that_may(name: str) -> None:
    chance = random.Random(name)
    for rules in of_plays(name):
        assert all(has_words(type(mechanism)) for mechanism in narrowing(rules))
        for seed in range(2):
            deal = rules.deal(f"{name} {seed}", number=1 + seed)
            while not deal.over:
                seat = chance.choice(deal.pending)
                legal = deal.legal(seat)
                if deal.phase == "play":
                    may = {str(action) for action in legal if action.verb == "play"}
                    for card in [card for card in deal.hands[seat] if card not in may]:
                        told = reason_told(deal, deal.why(card, seat), seat)
                        assert told is not None, f"{rules}: {card}"
                        assert set(told["instead"]) == may, f"{rules}: {card}"
                        assert len(told["instead"]) == len(may), f"{rules}: {card}"
                        if seat != state_of(deal).plan.table.dummy:
                            check(deal, card, told["text"])
                deal.act(legal[chance.randrange(len(legal))], seat)
