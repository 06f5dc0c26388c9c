"""Something said at the wrong time is refused by the clause to which it belongs, not by the clause about turns."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import whister
from tests.engine.small import USUAL, WHERE
from tests.engine.small_said import why
from whister import Deal, Rules
from whister.deal.public import state_of
from whister.mechanisms import REGISTRY
from whister.notation import VERBS
from whister.rules import resolve

#: what each mechanism lets a player say, by its parameters; ``card`` and ``suit`` are of the pack
SAID = {
    "auction": "pass, bid 75, bid 6H", "contract": "bid {spelling}", "whister": "ask, alone, accept, decline",
    "support": "{said}", "hold": "hold", "exposed_cards": "expose {card}, pass", "undertaking": "{verb} {said}, pass", "pledge": "declare {said}, pass",
    "pass": "give {card}", "nest": "discard {card}", "laying_aside": "discard {card}", "laid_card": "discard {card}",
    "laying_out": "discard {card}", "laying_out_optional": "decline", "name_trump": "trump {suit}",
    "no_trump_call": "trump {call}", "name_suit": "name {suit}", "called_partner": "call {card}", "lead": "opening left",
    "draw_to_follow": "draw", "wild_led": "lead {card} as {suit}", "moon": "declare old, declare new",
    "chicane": "declare chicane", "revoke_choice": "declare tricks, declare off", "redeal_claim": "claim redeal",
    "claim_rest": "claim rest, accept, decline", "revoke_claim": "claim revoke 1", "revoke_correction": "correct {card}",
}  # fmt: skip
_AUCTION = (
    "bids only_priced outbid once_round within_means pass_final opening_bid must_open speak_again own_bid jump top_closes all_pass "
    "ladder contract number_contracts name_again whister laid_card bid_needs support "
    "missing_card"
)
#: the mechanisms that limit what another one lets a player say, and refuse it instead
LIMITS = {
    "auction": _AUCTION, "contract": f"auction {_AUCTION}", "whister": "answers acceptors bound",
    "support": "support_after_pass", "hold": "auction", "laid_card": "auction", "nest": "nest_limit", "laying_out": "laying_out_limit", "name_trump": "preferred_trump only_priced holder_names_trump",
    "laying_out_optional": "laying_out", "no_trump_call": "name_trump", "revoke_claim": "revoke", "revoke_correction": "revoke",
}  # fmt: skip


def said_by(rules: Rules) -> dict[str, frozenset[str]]:
    """Return what a rule set's clauses, in force or not, let a player say, with the mechanisms that may refuse it."""
    pack = rules.plan.pack
    found: dict[str, set[str]] = {}
    for clause in rules.clauses.values():
        for name in clause.rule:
            defaults = {one.name: one.default for one in REGISTRY[name].parameters.values()}
            parameters = {**defaults, **clause.rule[name]}
            if name == "contract":
                parameters["spelling"] = parameters["spelling"] or parameters["id"]
            parameters |= {"card": pack.cards[-1], "suit": pack.suits[0]}
            for text in SAID.get(name, "").format(**parameters).split(", "):
                if text == "pass" and not clause.enabled:
                    continue  # the word belongs to no clause that is not in force
                found.setdefault(text, set()).update((name, *LIMITS.get(name, "").split()))
    return {text: frozenset(names) for text, names in found.items() if text}


def states(rules: Rules, seed: int) -> Iterator[Deal]:
    """Yield a deal played at random: at the start of each phase, when two have acted in it, and at its end."""
    chance, deal = random.Random(seed), rules.deal(seed, number=1 + seed)
    acted: dict[str, int] = {}
    while not deal.over:
        acted[deal.phase] = acted.get(deal.phase, -1) + 1
        if acted[deal.phase] in (0, 2):
            yield deal
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        deal.act(legal[chance.randrange(len(legal))], seat)
    yield deal


def with_some_options(name: str, chance: random.Random) -> Rules:
    """Return a rule set with random options that go together."""
    rules = whister.load(name)
    for option in rules.options.values():
        if option.values and chance.random() < 0.4:
            try:
                rules = rules.vary(None, **{option.name: chance.choice(option.values).value})
            except whister.OptionError:
                continue
    return rules


def only_out_of_turn(deal: Deal, seat: int, text: str) -> bool:
    """Return whether something is refused only because it is the turn of another seat, which may say it."""
    return not deal.over and seat not in deal.pending and deal.why(text, deal.to_act).legal


@pytest.mark.parametrize("name", whister.catalogue())
def test_what_is_said_at_the_wrong_time_is_refused_by_a_clause_it_belongs_to(name: str) -> None:
    chance = random.Random(name)
    for seed, rules in enumerate((whister.load(name), *(with_some_options(name, chance) for _ in range(3)))):
        said = said_by(rules)
        for deal in states(rules, seed):
            first = deal.to_act or 0
            for seat in (first, (first + 1) % state_of(deal).plan.table.n):
                for text, mechanisms in said.items():
                    verdict = deal.why(text, seat)
                    if verdict.legal or only_out_of_turn(deal, seat, text):
                        continue
                    assert verdict.clause is not None
                    assert mechanisms & set(verdict.clause.rule), (
                        f"{rules}: {text!r} by seat {seat} in {deal.phase!r} is refused by {verdict.clause.id}: {verdict.reason}"
                    )
                    assert verdict.reason, f"{rules}: {text!r} in {deal.phase!r} is refused without a reason"


@pytest.mark.parametrize(
    ("mechanism", "parameters", "said"),
    [("no_trump_call", {"call": "high", "title": "High"}, "trump high"), ("support", {"said": "accept"}, "accept"),
     ("contract", {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0}, "bid misere"),
     ("contract", {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0, "spelling": "nothing"}, "bid nothing"),
     ("pledge", {"cards": "H", "said": "no-hearts", "kept": -5, "broken": 10}, "declare no-hearts"),
     ("undertaking", {"said": "capot", "title": "Capot", "takes": "tricks"}, "declare capot")],
)  # fmt: skip
def test_what_a_clause_out_of_force_would_allow_is_refused_by_that_clause(
    mechanism: str, parameters: dict[str, Any], said: str
) -> None:
    clauses = [
        {
            "slug": slug, "section": "all", "title": slug, "text": "Trial.", "sources": [{"key": "trial"}], "rule": rule,
            "enabled": slug == "usual",
        }
        for slug, rule in (("usual", USUAL), ("out", {mechanism: parameters}))
    ]  # fmt: skip
    record = {"title": "Trial", "sections": [["all", "All"]], "clause": clauses}
    deal = resolve([(WHERE, record)], None, {}).deal(1)
    assert why(deal, said) == ("out", "It is not in force here.")


def test_every_verb_but_the_play_of_a_card_belongs_to_a_mechanism() -> None:
    assert {text.split()[0] for texts in SAID.values() for text in texts.split(", ")} - {"{said}", "{verb}"} | {
        "declare", "support"} == set(VERBS)  # fmt: skip


PASSES = ["pass", "pass", "pass"]


@pytest.mark.parametrize(
    ("name", "options", "done", "said", "by"),
    [("boston/fontainebleau", {}, ["bid 11D", *PASSES], "ask", ("whister", "Eleven levées in diamonds is played alone.")),
     ("boston/fontainebleau", {}, ["bid 6D", *PASSES, "alone"], "accept", ("whister", "Seat 0 plays alone.")),
     ("boston/fontainebleau", {}, ["bid 6D", *PASSES, "ask", "accept"], "accept", ("whister", "Seat 1 is the partner of seat 0.")),
     ("boston/fontainebleau", {}, ["bid 6D"], "ask", ("whister", "Asking for a partner is still to come.")),
     ("boston/fontainebleau", {}, ["bid 6D", *PASSES], "bid 7D", ("auction", "The auction is over.")),
     ("boston/american", {}, ["bid 8", *PASSES], "bid grand-misere", ("announce-grand-misere", "It is not in force here: the option misere_bids is 'off'.")),
     ("boston/whischt-bostonien", {"support_after_pass": "none"}, ["pass", "bid demande", "pass", "pass"], "support",
      ("support-after-pass", "Seat 0 has passed.")),
     ("boston/nantes", {}, ["bid solo-d"], "accept", ("support", "Solo in diamonds is played alone.")),
     ("rook/tournament", {}, ["bid 100", *PASSES], "claim redeal", ("redeal", "The auction is over.")),
     ("rook/tournament", {}, ["bid 100", *PASSES], "trump G", ("trump", "Naming the trump is still to come.")),
     ("rook/tournament", {}, [], "claim rest", ("claiming", "It is not in force here: the option allow_claim is 'no'.")),
     ("rook/tournament", {}, [], "claim revoke 1", ("renege", "A card that would be a revoke is refused: nobody can revoke.")),
     ("rook/tournament", {"allow_claim": True}, [], "claim rest", ("claiming", "The play has not begun.")),
     ("hearts/black-lady", {"passing": "none"}, [], "declare no-hearts", ("pledge", "It is not in force here: the option pledge is 'no'.")),
     ("hearts/black-lady", {"pledge": True, "passing": "none"}, ["pass"] * 4, "declare no-hearts", ("pledge", "The time for promises is over.")),
     ("hearts/auction", {}, ["bid 5", *PASSES, "name H"], "name C", ("name-suit", "The hearts already count."))],
)  # fmt: skip
def test_the_reason_is_what_has_happened(
    name: str, options: dict[str, Any], done: list[str], said: str, by: tuple[str, str]
) -> None:
    deal = whister.load(name, **options).deal("reasons", dealer=3)
    for action in done:
        deal.act(action)
    verdict = deal.why(said, 0 if said == "support" else None)
    assert verdict.clause is not None
    assert (verdict.clause.slug, verdict.reason) == by


def test_while_the_others_answer_a_claim_nobody_claims() -> None:
    deal = whister.load("rook/tournament", allow_claim=True).deal("reasons")
    while deal.phase != "play":
        deal.act(deal.legal()[0])
    seat = deal.to_act
    deal.act("claim rest")
    assert deal.why("claim rest").reason == f"Seat {seat} has claimed, and the others answer."


def test_no_cards_are_passed_in_a_deal_of_holding() -> None:
    verdict = whister.load("hearts/black-lady").deal("reasons", number=4).why("give 2C 3C 4C")
    assert verdict.clause is not None
    assert (verdict.clause.slug, verdict.reason) == ("passing", "No cards are passed in this deal.")


def test_who_has_passed_cards_is_told_so_and_not_that_it_is_another_turn() -> None:
    deal = whister.load("hearts/black-lady").deal("reasons")
    deal.act(deal.legal(0)[0], 0)
    assert deal.why("give 2C 3C 4C", 0).reason == "Seat 0 has passed its cards."
