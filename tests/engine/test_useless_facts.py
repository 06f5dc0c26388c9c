"""Each rule set accepts the facts that its deals can have, and refuses all others with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

import whister
from tests.engine.accepting import facts_of, play
from whister import Deal, DealError, NotSourcedError, Outcome, Rules
from whister.deal.told_outcome import _FACTS as FACTS
from whister.deal.useful_facts import useless, where
from whister.mechanisms import REGISTRY

TABLES = [(name, players) for name in whister.catalogue() for players in whister.load(name).players]
DECLARED = {name: kind for mechanism in REGISTRY.values() for name, kind in mechanism.declares.items()}
NOTHING: dict[str, Any] = Outcome()._asdict()


def told(deal: Deal) -> dict[str, Any]:
    """Return the result of a deal as facts, leaving out those that are empty."""
    facts = facts_of(deal)
    return {name: fact for name, fact in facts.items()
            if fact not in (NOTHING[name], [], {}) and (name != "honours" or any(fact))}  # fmt: skip


@cache
def one_deal(name: str, players: int) -> Deal:
    """Return a deal that is over."""
    return play(whister.load(name, players).deal("useless"), Random(1))


def something(rules: Rules) -> dict[str, Any]:
    """Return a value for every fact, as somebody might give it; none of them is empty."""
    first, pack = rules.plan.pack.suits[0], [str(card) for card in rules.plan.cards_of(rules.plan.present)]
    return {
        "bid": 70, "breaches": [0], "contract": "five", "declarer": 0, "honours": [0, 1, 0, 0, 0, 0, 0][: rules.plan.table.n],
        "honours_counted": 2, "order": pack, "partner": 0, "points": [5, *[0] * (rules.plan.table.n - 1)], "stopped": True, "trump": first,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "players"), TABLES, ids=str)
def test_a_fact_without_a_use_is_refused_with_the_reason(name: str, players: int) -> None:
    rules = whister.load(name, players)
    facts = told(one_deal(name, players))
    given = something(rules)
    assert given.keys() == FACTS - {"captured", "tricks", "void", "declared"}
    for fact, value in given.items():
        if fact in rules.plan.once(useless):
            with pytest.raises(
                DealError, match=rf"^outcome, {fact}: [a-z].*; got .*\. {name} takes .*captured"
            ):
                rules.outcome(**{**facts, fact: value})
            assert fact not in facts


@pytest.mark.parametrize(("name", "players"), TABLES, ids=str)
def test_what_is_left_open_by_no_clause_is_not_declared(name: str, players: int) -> None:
    rules = whister.load(name, players)
    facts = told(one_deal(name, players))
    for fact in DECLARED.keys() - rules.declares.keys():
        with pytest.raises(
            DealError,
            match=f"outcome, declared: (no clause in force leaves '{fact}' open|'{fact}' is not known)",
        ):
            rules.outcome(**{**facts, "declared": {**facts.get("declared", {}), fact: "old"}})


@pytest.mark.parametrize("name", whister.catalogue())
def test_a_fact_that_is_taken_is_not_passed_over(name: str) -> None:
    """A case or a deal of the rule set has the fact, or the fact changes the settlement or whether there can be one."""
    rules = whister.load(name)
    left = FACTS - rules.plan.once(useless) - {"declared", "honours_counted"} | {
        f"declared {fact}" for fact in rules.declares
    }
    for known in had(rules):
        left -= known
        if not left:
            return
    pytest.fail(f"{name} takes {sorted(left)} for nothing")


def had(rules: Rules) -> Iterator[set[str]]:
    """Yield the names of the facts that a rule set's cases give, that its deals have, and that change a settlement."""
    for clause in rules.clauses.values():
        yield from (
            names(case.given) for case in clause.cases if not {"options", "players"} & case.given.keys()
        )
    facts = told(play(rules.deal("had"), Random(1)))
    for fact, base, more in DIFFERENCES:
        before, after = ({**facts, **given} for given in (base, {**base, **more}))
        if settled(rules, before) != settled(rules, after):
            yield {fact}
    for seed in range(40):
        chance = Random(seed)
        yield names(told(play(rules.deal(seed, number=chance.randint(1, 5)), chance)))


REVOKED: dict[str, Any] = {"breaches": [0]}
UNENDED: dict[str, Any] = {"tricks": [1, 0, 0, 0], "captured": [[], [], [], []]}
#: A fact, facts of a deal without it, and facts added to them, which may change the settlement.
DIFFERENCES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("breaches", {}, REVOKED),
    ("breaches", {}, {"breaches": [1]}),
    ("stopped", UNENDED, {"stopped": True}),
    ("declared revoke_penalty", REVOKED, {"declared": {"turned": "R", "revoke_penalty": "on"}}),
    ("declared touched", {"void": "misdeal"}, {"declared": {"touched": [1]}}),
    ("declared defective", {"void": "misdeal"}, {"declared": {"defective": True}}),
    ("declared redeal", {"void": "redeal"}, {"declared": {"redeal": [1]}}),
    ("points", {}, {"points": [1, 2, 3, 4]}),
    ("void", {}, {"void": "misdeal"}),
]


def settled(rules: Rules, facts: dict[str, Any]) -> object:
    """Return the settlement of facts, or the refusal."""
    try:
        return rules.settle(rules.outcome(**facts))
    except (DealError, NotSourcedError) as refusal:
        return str(refusal)


def names(facts: Mapping[str, Any]) -> set[str]:
    return {*facts, *(f"declared {fact}" for fact in facts.get("declared", ()))}


@pytest.mark.parametrize("name", whister.catalogue())
def test_what_says_nothing_may_be_given_everywhere(name: str) -> None:
    rules = whister.load(name)
    nothing: dict[str, Any] = {
        "bid": 0, "breaches": [], "contract": "", "declarer": None, "honours": [0] * rules.plan.table.n, "honours_counted": 0,
        "order": (), "partner": None, "points": [0] * rules.plan.table.n, "stopped": False, "trump": "", "declared": {},
    }  # fmt: skip
    for fact, value in nothing.items():
        assert rules.outcome(**{fact: value}, void="misdeal") == rules.outcome(void="misdeal")._replace(
            declared={"points": (0,) * rules.plan.table.n} if fact == "points" else {}
        )


@pytest.mark.parametrize("name", ["hearts/hearts-1887", "boston/fontainebleau"])
def test_no_honours_may_be_told_as_a_number_too(name: str) -> None:
    rules = whister.load(name)
    assert rules.outcome(honours=0, void="misdeal") == rules.outcome(void="misdeal")


@pytest.mark.parametrize(
    ("name", "facts", "message"),
    [
        ("hearts/hearts-1887", {"declarer": 0}, "declarer: there is no auction here and nobody announces anything; got 0"),
        ("hearts/hearts-1887", {"trump": "S"}, r"trump: no suit is trump here \[hearts/hearts-1887#trick\]; got 'S'"),
        ("hearts/hearts-1887", {"stopped": True}, r"stopped: nothing can end the play early here \[hearts/hearts-1887#revoke\]"),
        ("hearts/hearts-1887", {"declared": {"moon": "new"}}, r"no clause in force leaves 'moon' open \[hearts/hearts-1887#moon\]"),
        ("hearts/hearts-1887", {"honours": [0, -1, 0, 0]}, r"honours: honours do not count here; got \[0, -1, 0, 0\]"),
        ("hearts/hearts-1887", {"honours": [0, False, 0, 0]}, "honours: honours do not count here"),
        ("boston/american", {"points": [0, -1, 0, 0]}, "points: no card is worth points here"),
        ("rook/whist-52", {"honours": [1, 0, 0, 0]}, r"honours: honours do not count here \[rook/whist-52#honours\]"),
        ("rook/tournament", {"partner": 2}, r"partner: no declarer chooses a partner here \[rook/tournament#partners\]; got 2"),
        ("boston/american", {"bid": 70}, "bid: nobody bids points here; got 70. boston/american takes breaches, captured, contract"),
        ("boston/american", {"points": [1, 0, 0, 0]}, r"points: no card is worth points here; got \[1, 0, 0, 0\]"),
    ],
)  # fmt: skip
def test_the_reason_is_told(name: str, facts: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=message):
        whister.load(name).outcome(**facts)


def test_a_price_that_was_agreed_beforehand_is_not_chosen_again() -> None:
    agreed = whister.load("rook/whist-52", revoke_penalty="off")
    with pytest.raises(DealError, match=r"no clause in force leaves 'revoke_penalty' open \[rook/whist-52#"):
        agreed.outcome(tricks=[7, 6, 0, 0], breaches=[1], declared={"turned": "R", "revoke_penalty": "on"})


def test_the_clause_in_force_is_named_or_else_the_one_that_an_option_would_put_in_force() -> None:
    fontainebleau, jacks, lady = map(
        whister.load, ("boston/fontainebleau", "hearts/four-jacks", "hearts/black-lady")
    )
    assert where(fontainebleau.plan, "gathering", "deal") == " [boston/fontainebleau#gathering]"
    assert where(jacks.plan, "undertaking") == " [hearts/four-jacks#capot]"
    assert where(lady.plan, "honours") == ""
