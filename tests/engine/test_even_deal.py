"""Whatever the pack and the players, all but the dealer get equally many cards; each card has a rank and a place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

import whister
from tests.house_rules import company
from tests.house_rules import offered as offered_of
from whister import OptionError, Rules
from whister.cases import rules_for
from whister.deal.public import state_of

RULE_SETS = {name: whister.load(name) for name in whister.catalogue()}
#: The mechanisms that decide which cards there are, their ranks, and to whom they go.
DEALING = {"pack", "pack_change", "ranking", "deal", "widow", "stock", "drawing_pile"}


def packs(rules: Rules) -> Iterator[Rules]:
    """Yield the rule set with every choice of cards and hands that it offers, for every number of players."""
    offered = {
        name: range(option.range[0], option.range[1] + 1) if option.range else offered_of(option)
        for name, option in rules.options.items()
        if not option.excluded and not option.fixed and option.kind != "table"
        and any(DEALING & set(rules.clauses[slug].rule) for slug in option.clauses)
    }  # fmt: skip
    for values in product(*offered.values()):
        options: dict[str, Any] = dict(zip(offered, values, strict=True))
        chosen = {name: value for name, value in options.items() if value != rules.options[name].default}
        for players in rules.players:
            with suppress(OptionError):  # they do not go together, or not with so many
                yield whister.load(rules.id, players, **chosen)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_pack_is_dealt_evenly_and_ranked_whole(name: str) -> None:
    usual = [whister.load(name, players) for players in RULE_SETS[name].players]
    for rules in [*usual, *packs(RULE_SETS[name])]:
        plan, dealt = rules.plan, state_of(rules.deal(seed=1)).dealt
        in_force = {m: c.rule[m] for c in rules.clauses.values() if c.enabled for m in c.rule}
        dealer, *hands = (
            dealt.hands[(plan.ledger().dealer + k) % plan.table.n].bit_count() for k in plan.table.seats
        )
        assert len(set(hands)) == 1, rules
        assert dealer == hands[0] or (dealer > hands[0] and "to_dealer" in in_force["deal"]), rules
        assert plan.cards == dealer + sum(hands) or {"widow", "stock", "drawing_pile"} & set(in_force), rules
        ranked = in_force["ranking"]["high_to_low"].split()
        assert len(ranked) == len(set(ranked)), rules
        assert {card.rank for card in plan.cards_of(plan.present) if card.suit} <= {*ranked, "0"}, rules


#: The numbers of players for which a choice is meant, if it is not meant for all.
ONLY_FOR = {
    ("pack_table", "PT-A"): (3, 4, 5, 6), ("pack_table", "PT-F"): (3, 4, 5, 6), ("pack_table", "PT-BM"): (3, 4, 5, 6),
    ("pack_table", "PT-B"): (3, 4, 5), ("leftover", "even-out"): (6, 7), ("three_hand_difference", True): (3,),
    ("passing", "left"): (3, 4, 5, 6, 7), ("passing", "right"): (3, 4, 5, 6, 7), ("passing", "parlett"): (3, 4, 5, 6, 7),
    ("passing", "royal"): (3, 4, 5), ("passing", "five-alt"): (5,),
}  # fmt: skip


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_choice_shuts_out_no_number_of_players_but_those_it_is_not_for(name: str) -> None:
    rules = RULE_SETS[name]
    for option in rules.options.values():
        touched = {mechanism for slug in option.clauses for mechanism in rules.clauses[slug].rule}
        if option.excluded or option.fixed or option.range or not touched & {"pack", "pass", "players"}:
            continue
        for value in offered_of(option):
            played = []
            for players in rules.players:
                with suppress(OptionError):
                    played.append(
                        whister.load(name, players, **company(rules, option.name, value)).plan.table.n
                    )
            meant = ONLY_FOR.get((option.name, value), rules.players)
            assert played == [players for players in rules.players if players in meant], (option.name, value)


def ranking_of(name: str | None, slug: str) -> object:
    clauses = RULE_SETS[name].clauses if name else {}
    return clauses[slug].rule.get("ranking") if slug in clauses else None


RANKINGS = [
    (name, slug)
    for name, rules in RULE_SETS.items()
    for slug in rules.clauses
    if ranking_of(name, slug) not in (None, ranking_of(rules.extends, slug))
]


@pytest.mark.parametrize(("name", "slug"), RANKINGS)
def test_a_ranking_has_cases_that_go_through_it_rank_by_rank(name: str, slug: str) -> None:
    rules, path = RULE_SETS[name], f"{slug}:ranking.high_to_low"
    told = [case for case in rules.clauses[slug].cases if case.rules == name and "ranks" in case.expected]
    assert told
    for case in told:
        plan = rules_for(rules, case).plan
        ranks = [plan.pack.card(text) for text in case.expected["ranks"].split()]
        suit = plan.pack.suit_masks[ranks[0].suit] & plan.present
        assert set(ranks) == set(plan.cards_of(suit)), case.id
    shown = {chosen for case in told for chosen in case.given.get("options", {}).items()}
    for option in rules.options.values():
        for value in option.values if not (option.excluded or option.fixed) else ():
            if path in value.set and value.value != option.default and not value.excluded:
                assert (option.name, value.value) in shown
