"""How to play: short sentences made from the parameters of the clauses in force, and from nothing else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import whister
from whister import Rules
from whister.errors import WhisterError
from whister.how_to_play import LINES, MOMENTS, TELLING, how_to_play, in_short, lines
from whister.playable import in_force

CATALOGUE = tuple(whister.catalogue())
UNTOLD = {
    "bonus_card": {"needed_for_slam"}, "breaking": {"beside"}, "called_partner": {"aside_too", "own", "own_too"},
    "deal": {"first"}, "defenders_score": {"joined"}, "first_trick": {"forced"}, "ladder": {"among", "by"},
    "moon": {"bonuses_stand", "decider", "floor", "late_new", "usual"}, "most_tricks_bonus": {"tie"},
    "pack": {"by_players", "jokers_as"}, "pay_in": {"beside", "winner"}, "shares": {"liability"}, "two_clear": {"odd", "with_jack"},
    "widow": {"face_up"}, "winner": {"tie"},
}  # fmt: skip
"""Parameters that change no sentence of their mechanism: unneeded by a newcomer, or covered by another sentence."""
OTHER_COUNTS = {("pack", "copies_for"), ("pass", "count_for"), ("pass", "cycle"), ("players", "allowed"), ("widow", "sizes")}  # fmt: skip
"""Parameters of which a sentence gives only the value for the number of players at the table."""


LOOKED_AT = {"course", "nest_limit", "no_trump_call", "once_round", "seats", "top_trump_switch"}
"""Mechanisms without a sentence of their own, on which the sentences of other mechanisms depend."""


def texts(rules: Rules) -> list[str]:
    return [sentence.text for each in how_to_play(rules).values() for sentence in each]


def told(rules: Rules) -> dict[tuple[str, str], list[str]]:
    """Return the sentences of *How to play* by clause and mechanism."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for each in how_to_play(rules).values():
        for sentence in each:
            found[sentence.clause.slug, sentence.mechanism].append(sentence.text)
    return found


def parameters(rules: Rules) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the parameters of each mechanism in force that can have a sentence, by clause and mechanism."""
    return {
        (clause.slug, mechanism.name): {name: getattr(mechanism, name) for name in mechanism.parameters}
        for clause, mechanism in in_force(rules)
        if mechanism.name in TELLING
    }


def variants(rules: Rules) -> Iterator[Rules]:
    """Yield the rule set with each option value that can be chosen without changing another option."""
    for option in rules.options.values():
        for value in option.values:
            try:
                yield rules.vary(**{option.name: value.value})
            except WhisterError:
                continue


def test_black_lady_is_told_as_a_player_would_tell_it() -> None:
    found = {moment: " ".join(one.text for one in each) for moment, each in how_to_play(whister.load("hearts/black-lady")).items()}  # fmt: skip
    assert found == {
        "aim": "Avoid taking hearts and the queen of spades.",
        "deal": "Four play. The pack has 52 cards. Everyone is dealt 13 cards.",
        "before": "Everybody passes three cards to the left in the first deal, to the right in the second and across the table "
        "in the third; in the fourth nothing is passed. The cycle repeats.",
        "play": "Whoever holds the lowest club leads it. Follow suit if you can; if not, play any card. The highest of the suit led "
        "wins; the winner leads next. Penalty cards may not be thrown on the first trick if you hold others. Hearts may not be "
        "led before one has been played, unless you hold nothing else.",
        "score": "Each heart counts 1 point, and the queen of spades 13, against whoever takes them. Whoever takes every card that "
        "counts scores nothing, and every opponent scores 26 points.",
        "end": "The game ends when somebody reaches 100. The lowest total wins.",
    }


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("hearts/black-lady", {"moon": "new"}, "Whoever takes every card that counts takes 26 points off the score instead, and the others score nothing."),
        ("hearts/black-lady", {"passing": "none"}, ""),
        ("hearts/black-lady", {"jd_bonus": "JD"}, "Whoever takes the jack of diamonds scores −10 for it."),
        ("rook/tournament", {}, "Bids run from 70 to 120 points in steps of 5."),
        ("rook/tournament", {}, "Count 5 points for each 5, 10 for each 10 or 14, and 20 for the Rook."),
        ("hearts/eagle-2", {}, "The ace of hearts counts 5 points, the king of hearts 4, the queen of hearts 3, the jack of hearts 2, and each other heart 1, against whoever takes them."),
        ("boston/fontainebleau", {}, "There are 15 bids, from five levées to chelem on the table."),
        ("boston/fontainebleau", {}, "Two partners must win three tricks more than were bid."),
        ("boston/fontainebleau", {}, "Whoever wins the auction with five to ten levées may ask for a partner, the whister."),
        ("boston/fontainebleau", {}, "The highest trump wins, or else the highest of the suit led; the winner leads next."),
        ("boston/fontainebleau", {}, "But for misères and piccolissimo, a bid names its trump suit."),
        ("boston/hoyle", {}, "Some bids are played without trumps."),
        ("hearts/joker-1897", {}, "Thrown on another suit it wins, unless a higher heart is there."),
        ("boston/nantes", {}, "The player right of the dealer leads."),
        ("boston/nantes", {}, "Another player may support a proposal, and is then the bidder's partner."),
        ("rook/two-1914", {}, "The bidder may exchange two cards with the nest."),
        ("rook/county-40", {}, "The bidder takes up the nest and lays aside as many cards, no counters."),
        ("rook/county-40", {}, "The pack has 40 Rook cards, without the 1s to 4s and the Rook."),
        ("rook/red-one", {}, "The Rook is the second highest trump."),
        ("rook/kentucky", {}, "The 1 is the highest card of its suit."),
        ("hearts/four-jacks", {}, "The cards rank K Q J A 10 9 8 7."),
        ("hearts/joker", {}, "The pack has 52 cards, including the joker, without the two of clubs."),
        ("hearts/reversis-hoyle", {}, "Everyone is dealt 11 cards, but the dealer 12."),
        ("hearts/auction", {}, "Each in turn, once, bids or passes; the highest bid stands."),
        ("hearts/reversis", {}, "Avoid taking tricks, above all the jack of hearts and the queen of hearts."),
        ("hearts/reversis", {}, "Each trick counts 1 point against its winner."),
        ("hearts/domino", {}, "Follow suit if you can."),
        ("boston/fontainebleau", {}, "Win the tricks you bid, or more (in a misère none, in a piccolissimo one); or defeat the bidder."),
        ("rook/tournament", {}, "The Rook is the highest trump."),
        ("rook/tournament", {}, "The game ends when a side reaches 300."),
        ("rook/three-1914", {}, "The game ends when somebody reaches 200."),
        ("rook/two-1914", {}, "Five form the nest."),
        ("hearts/chasse-coeur", {}, "Each in turn may announce a générale, to take every card that counts."),
        ("hearts/greek-1939", {}, "The queen of spades counts 50 points, the ace of hearts 15, the king, queen, jack and ten of hearts 10 each, and the hearts from nine to two the number on them, against whoever takes them."),
        ("hearts/eagle-1", {}, "Avoid taking hearts."),
        ("hearts/reversis", {}, "Whoever wins every trick scores nothing, and every opponent 15 points."),
        ("boston/mariland", {}, "There are ten bids, from four to thirteen tricks."),
        ("boston/solo-1914", {}, "A card is turned up: its suit is trumps in a proposal, a solo or an abundance in trumps."),
        ("boston/solo-1914", {}, "In an abundance or an abundance declared the bidder names trumps."),
        ("boston/solo-1914", {"declared_trump": "none"}, "In an abundance the bidder names trumps."),
        ("boston/solo-1914", {}, "In an abundance declared the bidder leads."),
        ("boston/solo-1914", {"all_pass": "grand"}, "Without a bidder, the winner of the last trick pays each player the price of a solo."),
        ("boston/solo-1914", {"all_pass": "most-tricks"}, "Without a bidder, whoever has most tricks pays each player the price of a solo."),
    ],
)  # fmt: skip
def test_what_is_said_follows_the_rules_chosen(name: str, options: dict[str, Any], said: str) -> None:
    found = texts(whister.load(name, **options))
    if said:
        assert said in found
    else:
        assert not any("passes" in text for text in found)


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_sentence_is_plain_and_belongs_to_a_clause_in_force(name: str) -> None:
    for players in whister.load(name).players:
        rules = whister.load(name, players)
        lines = how_to_play(rules)
        assert list(lines) == [moment for moment in MOMENTS if moment in lines]
        assert {"aim", "deal", "play", "score", "end"} <= lines.keys()
        for each in lines.values():
            for text, clause, mechanism in each:
                assert rules.clauses[clause.slug].enabled
                assert mechanism in clause.rule
                assert re.fullmatch(r"[A-Z0-9][^\n_{}]*[a-z0-9]\.", text), text
                assert "  " not in text
                assert rules.title not in text
                assert "The bidder" not in text or "auction" in rules.plan.course.phases


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_option_that_changes_what_is_told_changes_the_sentence(name: str) -> None:
    rules = whister.load(name)
    before, said = parameters(rules), told(rules)
    for other in variants(rules):
        after, now = parameters(other), told(other)
        for key in before.keys() & after.keys():
            changed = {part for part, value in after[key].items() if value != before[key][part]}
            changed -= UNTOLD.get(key[1], set()) | {
                part for mechanism, part in OTHER_COUNTS if mechanism == key[1]
            }
            if changed:
                assert now.get(key) != said.get(key), (other.chosen, key, changed)


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_newcomer_reads_ten_lines_or_fewer_and_nothing_needed_is_left_out(name: str) -> None:
    for players in whister.load(name).players:
        rules = whister.load(name, players)
        every, short = how_to_play(rules), in_short(rules)
        assert lines(short) <= LINES
        others = {mechanism.name: mechanism for _, mechanism in in_force(rules)}
        needed = {
            told.make(mechanism, rules.plan, others)
            for _, mechanism in in_force(rules)
            for told in TELLING.get(mechanism.name, ())
            if not told.detail
        }
        assert needed - {""} <= {one.text for said in short.values() for one in said}
        for moment, said in short.items():
            kept = iter(every[moment])
            assert all(one in kept for one in said), "in the order in which everything is told"


def test_what_is_done_before_the_play_is_told_in_its_order() -> None:
    def order(name: str) -> list[str]:
        told = " ".join(one.text for one in how_to_play(whister.load(name))["before"])
        return sorted(("names trumps", "takes up the nest", "names a card"), key=told.find)

    assert order("rook/call-partner") == ["takes up the nest", "names trumps", "names a card"]
    assert order("rook/three-1914")[1:] == ["names trumps", "takes up the nest"]


def test_what_house_rules_change_is_told_even_where_it_is_a_detail() -> None:
    usual = whister.load("boston/fontainebleau")
    details = {one.text for said in how_to_play(usual).values() for one in said} - {one.text for said in in_short(usual).values() for one in said}  # fmt: skip
    assert details, "everything would fit"
    told = 0
    for other in variants(usual):
        short = {one.text for said in in_short(other).values() for one in said}
        every = {one.text for said in how_to_play(other).values() for one in said}
        new = every - {one.text for said in how_to_play(usual).values() for one in said}
        assert new <= short, other.chosen
        told += len(new)
    assert told


def test_equal_rules_read_alike() -> None:
    alike: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for name in CATALOGUE:
        rules = whister.load(name)
        facts = sorted(f"{mechanism} {values}" for (_, mechanism), values in parameters(rules).items())
        facts += sorted(f"{one.name} {one}" for _, one in in_force(rules) if one.name in LOOKED_AT)
        alike[f"{rules.plan.cards} {rules.plan.settling.unit} {facts}"].add(tuple(texts(rules)))
    assert all(len(each) == 1 for each in alike.values())


def test_what_can_be_left_untold_is_a_parameter() -> None:
    for mechanism, parts in UNTOLD.items():
        assert TELLING[mechanism]
        assert any(parts <= one.keys() for name in CATALOGUE for (_, held), one in parameters(whister.load(name)).items() if held == mechanism)  # fmt: skip
