"""A name that sources or readers use for something is answered with the name that it has here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import whister
from whister import NotationError, RecordError, WhisterError
from whister.mechanisms import KNOWN_AS as MECHANISMS
from whister.mechanisms import REGISTRY, build
from whister.notation import KNOWN_AS as VERBS_MEANT
from whister.notation import VERBS
from whister.rulesets import reader
from whister.spelling import near

FAMILIES = ("boston", "hearts", "rook")
BOSTON, HEARTS, ROOK = "boston/fontainebleau", "hearts/black-lady", "rook/tournament"


def said(do: Callable[[], object]) -> str:
    with pytest.raises(WhisterError) as error:
        do()
    return str(error.value)


def load(name: str, **options: Any) -> Callable[[], object]:
    return partial(whister.load, name, **options)


@pytest.mark.parametrize(
    ("do", "meant"),
    [(load("rook/kd-original"), "rook/kentucky-discard"), (load("kd_original"), "rook/kentucky-discard"),
     (load("boston/Boston_Nantes"), "boston/nantes"), (load("polignac"), "hearts/four-jacks"),
     (load(HEARTS, renege="foster"), "revoke"), (load(ROOK, kitty_size=4), "nest_size"),
     (load("hearts/omnibus", jack_of_diamonds="JD"), "jd_bonus"), (load(BOSTON, tariff="foster"), "payment_table"),
     (load(BOSTON, payment_table="seed_strict"), "sourced-only"), (load(ROOK, revoke="strict"), "prevent"),
     (load(ROOK, rook_rank="high"), "highest"), (load(HEARTS, moon="subtract"), "new")],
)  # fmt: skip
def test_a_name_of_the_sources_leads_to_the_name_here(do: Callable[[], object], meant: str) -> None:
    assert f"did you mean {meant!r}?" in said(do)


@pytest.mark.parametrize(("name", "meant"), [(BOSTON, "little-misere"), ("boston/hoyle", "petite-misere")])
def test_a_contract_is_found_by_its_other_name_in_a_result_and_in_the_auction(name: str, meant: str) -> None:
    options = {"announcements": "all"} if name == "boston/hoyle" else {}
    rules = whister.load(name, None, **options)
    facts = {"contract": "misere", "declarer": 0, "tricks": [0, 5, 4, 4]}
    for do in (lambda: rules.outcome(**facts), lambda: rules.deal("x").act("bid misere")):
        assert f"did you mean {meant!r}?" in said(do)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_other_name_is_answered_in_every_rule_set_that_has_what_it_means(family: str) -> None:
    for name in whister.catalogue():
        rules = whister.load(name)
        if rules.family != family:
            continue
        offered = {one.name: one for one in rules.options.values() if not one.excluded}
        for other, meant in reader.known_as(family, "options").items():
            if (
                found := next((one for one in meant if one in rules.options), None)
            ) and other not in rules.options:
                assert f"did you mean {found!r}?" in said(load(name, **{other: "x"}))
        for other, meant in reader.known_as(family, "values").items():
            option, _, value = other.partition("=")
            values = (
                [] if option not in offered else [v.value for v in offered[option].values if not v.excluded]
            )
            if (
                (known := next((one for one in meant if one in values), None))
                and value not in values
                and not offered[option].fixed
            ):
                assert f"did you mean {known!r}?" in said(load(name, **{option: value}))
        for other, meant in reader.known_as(family, "clauses").items():
            if (
                slug := next((one for one in meant if one in rules.clauses), None)
            ) and other not in rules.clauses:
                assert f"did you mean {slug!r}?" in said(partial(rules.without, other))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_other_name_means_something_there_is(family: str) -> None:
    of = [whister.load(name) for name in whister.catalogue() if name.startswith(f"{family}/")]
    here = {
        "rule-sets": {rules.name for rules in of},
        "options": {name for rules in of for name in rules.options},
        "values": {f"{name}={value.value}" for rules in of for name, option in rules.options.items() for value in option.values},
        "clauses": {slug for rules in of for slug in rules.clauses},
        "contracts": {name for rules in of for one in (rules, *announced(rules)) for name in one.contracts},
    }  # fmt: skip
    here["contracts"] |= {bid.text for rules in of for bid in rules.plan.bidding.bids}
    for kind, names in here.items():
        for other, meant in reader.known_as(family, kind).items():
            option = other.partition("=")[0] + "=" if kind == "values" else ""
            assert {option + one for one in meant} <= names, f"{family}, {kind}: {other}"


def announced(rules: whister.Rules) -> list[whister.Rules]:
    """Return the rules with each option that adds contracts or other announcements."""
    found = []
    for option in rules.options.values():
        for value in option.values:
            adds = any(
                "contract" in m or "call" in m or "undertaking" in m
                for slug in value.enable
                for m in rules.clauses[slug].rule
            )
            if (
                adds
                and not value.excluded
                and not option.excluded
                and not option.fixed
                and value.value != option.default
            ):
                found.append(rules.vary(None, **{option.name: value.value}))
    return found


def test_a_rule_set_by_every_other_name() -> None:
    for family in FAMILIES:
        for other, (meant, *_) in reader.known_as(family, "rule-sets").items():
            assert f"did you mean '{family}/{meant}'?" in said(load(f"{family}/{other}"))


def test_of_a_word_two_hundred_characters_are_compared() -> None:
    assert near(" " * 199 + "x", ["x"]) == "; did you mean 'x'?"
    assert near(" " * 200 + "x", ["x"]) == "."


def test_words_that_are_no_verbs_lead_to_those_that_are() -> None:
    deal = whister.load(BOSTON).deal("verbs")
    for word, (meant, *_) in VERBS_MEANT.items():
        assert word not in VERBS
        for text in (word, f"{word} 5H"):
            with pytest.raises(NotationError, match=f"did you mean '{meant}'"):
                deal.act(text)
    with pytest.raises(NotationError, match="to play a card, give the card alone, such as 'QS'"):
        deal.act("play QS")


def test_words_that_are_no_mechanisms_lead_to_those_that_are() -> None:
    for word, (meant, *_) in MECHANISMS.items():
        assert word not in REGISTRY
        with pytest.raises(RecordError, match=f"did you mean '{meant}'"):
            build(word, {}, "hearts/trial#rule")


@pytest.mark.parametrize(
    ("word", "option"),
    [("renege", "revoke"), ("rook/reneging", "revoke"), ("boston/renege", "revoke"), ("moon", "moon")],
)
def test_what_is_known_as_an_option_is_not_taken_for_a_rule_set_that_is_spelt_like_it(
    word: str, option: str
) -> None:
    assert f"did you mean the option {option!r}?" in said(load(word))


@pytest.mark.parametrize(
    ("word", "meant"),
    [("team", "hearts/partnership"), ("Take_All", "hearts/omnibus"), ("red-on", "rook/red-one")],
)
def test_a_name_of_a_rule_set_goes_before_that_of_an_option_and_that_before_spelling(
    word: str, meant: str
) -> None:
    assert f"did you mean {meant!r}?" in said(load(word))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("harts/auction", "hearts/auction"),
        ("heart/omnibus", "hearts/omnibus"),
        ("rok/red-one", "rook/red-one"),
    ],
)
def test_a_rule_set_whose_family_is_misspelt_is_not_taken_for_an_option(word: str, meant: str) -> None:
    assert f"did you mean {meant!r}?" in said(load(word))


def test_what_a_deal_does_not_take_is_answered_with_what_it_takes() -> None:
    given: dict[str, Any] = {"widdow": "QS"}
    told = said(lambda: whister.load(HEARTS).deal("1", **given))
    assert told.startswith("deal: 'widdow' is not known; expected one of cuts, dealer, hands, ")
