"""Grades of evidence: a source supports only the rule sets that it treats, and only clauses in force are counted."""

from __future__ import annotations

from collections import Counter

import pytest

import whister
from whister.clause import Evidence
from whister.errors import OptionClash
from whister.reference.bibliography import bibliography
from whister.reference.tiers import TIERS, is_tertiary, tier
from whister.rules import load_with
from whister.rulesets.options import OptionChoice
from whister.tally import tally

RULE_SETS = {name: whister.load(name) for name in whister.catalogue()}


@pytest.mark.parametrize("name", RULE_SETS)
def test_no_clause_is_better_than_taken_over_without_a_source_that_treats_its_rule_set(name: str) -> None:
    """A record may name a parent's source in ``stated_by``; that source must treat this rule set too."""
    works = bibliography()
    wrong = [
        (clause.slug, source.key, str(source.evidence))
        for clause in RULE_SETS[name].clauses.values()
        for source in clause.sources
        if not source.relation
        and source.evidence < Evidence.TAKEN_OVER
        and name not in works[source.key].treats
    ]
    assert wrong == []


def test_every_source_has_a_tier_and_treats_rule_sets_that_there_are() -> None:
    assert {work.tier for work in bibliography().values()} == set(TIERS)
    assert {name for work in bibliography().values() for name in work.treats} <= set(RULE_SETS)


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_is_taken_over_names_what_it_is_stated_of(name: str) -> None:
    for clause in RULE_SETS[name].clauses.values():
        for source in clause.sources:
            if source.evidence is Evidence.TAKEN_OVER:
                assert source.about not in ("", name), (clause.id, source.key)
                assert source.stated is not None
                assert source.stated < Evidence.TAKEN_OVER
                assert "/" not in source.about or source.about in RULE_SETS, (clause.id, source.about)


def test_call_partner_has_its_trumps_from_tournament_rook() -> None:
    """No source says that trumps win in Call Partner; one says so of Tournament Rook, which Call Partner extends."""
    clause = RULE_SETS["rook/call-partner"].clauses["trumps"]
    assert clause.evidence is Evidence.TAKEN_OVER
    assert {(source.about, source.stated) for source in clause.sources} == {
        ("rook/tournament", Evidence.DESCRIBED)
    }


def test_a_clause_shows_its_weakest_part() -> None:
    """Culbertson's Greek Hearts passes three cards to the right; no source says so for every number of players."""
    clause = RULE_SETS["hearts/greek-1950"].clauses["passing"]
    assert clause.evidence is Evidence.REPORTED
    assert clause.grades == {"pass.cycle": Evidence.DEFAULT}
    assert clause.weakest is clause.enforced is Evidence.DEFAULT


def test_a_part_of_the_text_that_nobody_states_is_the_weakest_but_nothing_that_is_played() -> None:
    """No source says that the cards are dealt in the same direction, but the direction of the play is described."""
    clause = RULE_SETS["rook/tournament"].clauses["direction"]
    assert (clause.evidence, clause.weakest, clause.enforced) == (
        Evidence.DESCRIBED,
        Evidence.DEFAULT,
        Evidence.DESCRIBED,
    )


@pytest.mark.parametrize(
    ("name", "slug", "parameter"),
    [
        ("hearts/eagle-2", "values", "values.cards"),
        ("hearts/greek-1990", "values", "values.cards"),
        ("hearts/modern", "revoke-penalty", "revoke_penalty.chips"),
    ],
)
def test_an_amount_that_no_source_gives_makes_a_settlement_no_better_than_default(
    name: str, slug: str, parameter: str
) -> None:
    clause = RULE_SETS[name].clauses[slug]
    assert clause.grades[parameter] is Evidence.DEFAULT
    assert clause.enforced is Evidence.DEFAULT
    assert clause.evidence < Evidence.DEFAULT


def test_greek_hearts_of_1939_has_nothing_described_in_force() -> None:
    found = tally(RULE_SETS["hearts/greek-1939"].clauses.values())
    assert Evidence.DESCRIBED not in found.grades
    assert found.in_force + found.dormant + found.barred == len(RULE_SETS["hearts/greek-1939"].clauses)


def test_the_tally_follows_house_rules() -> None:
    """Without passing, one clause fewer is in force, and one more is in force only with an option."""
    plain, without = (
        tally(whister.load("hearts/black-lady", **chosen).clauses.values())
        for chosen in ({}, {"passing": "none"})
    )
    assert plain.in_force + plain.dormant == without.in_force + without.dormant
    assert plain.grades != without.grades


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_grades_in_force_are_those_of_its_clauses(name: str) -> None:
    clauses = [clause for clause in RULE_SETS[name].clauses.values() if clause.enabled]
    found = tally(RULE_SETS[name].clauses.values())
    assert found.grades == Counter(clause.evidence for clause in clauses)
    assert list(found.grades) == sorted(found.grades)


def test_a_book_known_through_a_wiki_is_no_better_than_the_wiki() -> None:
    """The Standard Hoyle of 1887 is a rule book, but it is known only through an article in Wikipedia."""
    assert bibliography()["standard-hoyle-1887"].tier == "primary"
    assert tier(RULE_SETS["hearts/hearts-1887"].clauses["players"]) == "tertiary"
    assert is_tertiary(RULE_SETS["hearts/hearts-1887"].clauses["players"])
    assert tier(RULE_SETS["hearts/microsoft"].clauses["first-trick"]) == "primary"


def house_rules(name: str) -> list[tuple[str, OptionChoice]]:
    """Return each option that can be chosen in a rule set, with each value that can be chosen besides the default."""
    return [
        (option.name, value.value)
        for option in RULE_SETS[name].options.values()
        for value in option.values
        if value.value != option.default and not (option.fixed or option.excluded or value.excluded)
    ]


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_house_rule_is_no_better_than_taken_over_without_a_source_that_treats_the_rule_set(
    name: str,
) -> None:
    """Foster describes the penalty for a revoke in Hearts, but that is no evidence for Greek Hearts."""
    works = bibliography()
    wrong = {
        (option.name, value.value if value else None, source.key)
        for option in RULE_SETS[name].options.values()
        for value in (None, *option.values)
        for source in (value or option).sources
        if not source.relation
        and source.evidence < Evidence.TAKEN_OVER
        and name not in works[source.key].treats
    }
    assert wrong == set()


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_house_rule_does_not_hide_a_weaker_part_that_it_leaves_alone(name: str) -> None:
    plain = RULE_SETS[name].clauses
    for option, value in house_rules(name):
        try:
            house = load_with(name, None, {option: value})
        except OptionClash:  # a value that needs the value of another option
            continue
        for slug, clause in house.clauses.items():
            changed = {parameter for choice in clause.choices for parameter in choice.parameters}
            left = [grade for parameter, grade in plain[slug].grades.items() if parameter not in changed]
            assert clause.weakest >= max([*left, clause.evidence]), (option, value, slug)
            assert (
                clause.weakest >= max(choice.evidence for choice in clause.choices or ()) if changed else True
            )


def test_the_two_colours_of_fontainebleau_leave_its_reconstructed_figures_in_the_payment_table() -> None:
    """The option sets the prices of the suits; the honours and the overtricks of the same clause stay as they were."""
    clause = whister.load("boston/fontainebleau", payment_table="black-red").clauses["payment-table"]
    assert clause.weakest is Evidence.RECONSTRUCTED
    assert {choice.option for choice in clause.choices} == {"payment_table"}


def test_a_clause_that_an_option_replaces_has_the_grade_of_the_option() -> None:
    house = whister.load("hearts/greek-1939", revoke="foster")
    for slug in ("revoke-claim", "revoke-losses"):
        assert house.clauses[slug].evidence >= Evidence.TAKEN_OVER


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_clause_is_called_optional_only_if_an_option_on_offer_brings_it_into_force(name: str) -> None:
    rules = RULE_SETS[name]
    on_offer = {
        slug
        for option in rules.options.values()
        for value in option.values
        if not (option.fixed or option.excluded or value.excluded)
        for slug in value.enable
    }
    for clause in rules.clauses.values():
        assert clause.enabled or (clause.slug in on_offer) == (not clause.barred), clause.slug
    assert tally(rules.clauses.values()).barred == sum(bool(c.barred) for c in rules.clauses.values())


def test_partnership_hearts_says_why_it_has_no_chips() -> None:
    assert RULE_SETS["hearts/partnership"].clauses["chips"].barred == "Teams keep their scores in points."


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_work_through_which_a_source_is_known_treats_the_rule_set_too(name: str) -> None:
    works = bibliography()
    wrong = [
        (clause.slug, source.key, source.via)
        for clause in RULE_SETS[name].clauses.values()
        for source in clause.sources
        if source.via
        and not source.relation
        and source.evidence < Evidence.TAKEN_OVER
        and name not in works[source.via].treats
    ]
    assert wrong == []


@pytest.mark.parametrize("name", RULE_SETS)
def test_silence_about_another_game_is_no_evidence(name: str) -> None:
    for clause in RULE_SETS[name].clauses.values():
        silent = [s for s in clause.sources if s.relation == "silent" and s.stated is not None]
        assert not silent or silent == list(clause.sources), clause.id


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_source_that_says_nothing_of_a_part_that_it_is_cited_for_makes_the_part_weaker(name: str) -> None:
    """If one source both states a clause and is silent on a part of it, that part is a default, and is shown as such."""
    for clause in RULE_SETS[name].clauses.values():
        for source in clause.sources:
            if source.relation == "silent" and source.note.startswith("No source") and source.about == name:
                stated = [other for other in clause.sources if other.key == source.key and not other.relation]
                assert not stated or clause.weakest >= Evidence.DEFAULT, clause.id
