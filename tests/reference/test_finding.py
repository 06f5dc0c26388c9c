"""Finding: by address, by name in any language, by phrase, in spite of a slip; the best first, each text once."""

from __future__ import annotations

import pytest

import whister
from whister.reference.entries import entries
from whister.reference.finding import find, suggestions
from whister.reference.matching import plain
from whister.reference.names import names


def first(words: str) -> str:
    return find(words, limit=1)[0].id


@pytest.mark.parametrize(
    ("words", "rule_set"),
    [
        ("Dama negra", "hearts/black-lady"),
        ("Slippery Anne", "hearts/black-lady"),
        ("Rickety Kate", "hearts/black-lady"),
        ("Chasse-cœur", "hearts/chasse-coeur"),
        ("CHASSE COEUR", "hearts/chasse-coeur"),
        ("Caza del corazon", "hearts/chasse-coeur"),
        ("quatre valets", "hearts/four-jacks"),
        ("Polignac", "hearts/four-jacks"),
        ("Boston ruso", "boston/russian"),
        ("Hoyles Boston", "boston/hoyle"),
        ("Torre", "rook"),
        ("missionary poker", "rook"),
        ("The 200-point game", "rook/one-high-200"),
    ],
)
def test_a_game_is_found_by_a_name_it_goes_by_elsewhere(words: str, rule_set: str) -> None:
    assert first(words) == rule_set


@pytest.mark.parametrize("name", names(), ids=lambda name: f"{name.name}, {name.language}")
def test_every_name_leads_to_the_games_that_go_by_it(name: object) -> None:
    one = next(each for each in names() if each == name)
    found = {hit.id for hit in find(one.name, limit=None, kinds=["rule set", "family"])}
    assert found.issuperset(one.of)
    assert all(source.key for source in one.sources)


@pytest.mark.parametrize("rule_set", whister.catalogue())
def test_a_title_finds_its_rule_set_first(rule_set: str) -> None:
    title = whister.load(rule_set).title
    assert first(title) == rule_set
    assert first(rule_set) == rule_set


def test_an_address_finds_its_clause_first() -> None:
    found = find("hearts/black-lady#first-trick")[0]
    assert (found.kind, found.title, found.reason) == ("clause", "The first trick", "ID")
    assert found.url == "hearts/black-lady/#first-trick"
    assert "No heart may be discarded on the first trick" in found.excerpt


@pytest.mark.parametrize(
    ("slip", "found"),
    [
        ("hearts/black-lady#first-trik", "hearts/black-lady#first-trick"),
        ("slipery ane", "hearts/black-lady"),
        ("Hartsette", "hearts/heartsette"),
        ("Polingac", "hearts/four-jacks"),
        ("Fontaineblau", "boston/fontainebleau"),
        ("picolisimo", "boston/fontainebleau#announce-piccolissimo"),
    ],
)
def test_a_misspelt_name_is_found(slip: str, found: str) -> None:
    assert first(slip) == found


def test_words_in_quotation_marks_stand_together() -> None:
    together = {hit.id for hit in find('"tricks of both"', limit=None)}
    apart = {hit.id for hit in find("tricks of both", limit=None)}
    assert "boston/fontainebleau#index-with-whister" in together
    assert together < apart


def test_a_card_is_found_by_its_name_where_the_rule_shows_its_suit() -> None:
    assert "Q♠" in whister.load("hearts/black-lady").clauses["first-trick"].text
    assert first('"queen of spades" discarded first trick') == "hearts/black-lady#first-trick"


def test_a_clause_taken_over_unchanged_is_listed_once() -> None:
    (one,) = [hit for hit in find("shooting the moon", limit=None) if hit.id == "hearts/black-lady#moon"]
    moons = {
        name: clauses["moon"]
        for name in whister.catalogue()
        if "moon" in (clauses := whister.load(name).clauses)
    }
    own = moons.pop("hearts/black-lady")
    alike = [
        other.id
        for other in moons.values()
        if (other.title, other.text, other.note) == (own.title, own.text, own.note)
    ]
    assert alike
    assert sorted(one.also) == alike


def test_sources_and_dated_claims_are_found() -> None:
    assert first("foster-complete-hoyle-1909") == "foster-complete-hoyle-1909"
    assert first("Reversin 1601") == "hearts#reversin-named"
    assert {hit.kind for hit in find("Foster", limit=None)} >= {"source", "claim"}


def test_a_search_may_be_of_one_kind_or_one_family() -> None:
    assert {hit.kind for hit in find("trump", kinds=["option"], limit=None)} == {"option"}
    assert {hit.url.partition("/")[0] for hit in find("misere", family="boston", limit=None)} == {"boston"}
    with pytest.raises(ValueError, match="expected kinds among rule set, family, clause"):
        find("trump", kinds=["rule"])


def test_nothing_found_is_empty_and_suggests_the_nearest() -> None:
    assert find("zzxxqq") == []
    assert find("  ?! ") == []
    assert find("Chass Couer Domino") == []
    assert suggestions("Blak Ladyy 1909x")[0] == "Black Lady, 1909"


def test_every_rule_set_clause_and_option_can_be_found_by_its_address() -> None:
    known = {one.entry.id for one in entries()}
    for name in whister.catalogue():
        rules = whister.load(name)
        assert known.issuperset({name, *(clause.id for clause in rules.clauses.values())})
        assert known.issuperset(f"{name}#{option}" for option in rules.options)


def test_words_are_compared_without_accents_case_and_punctuation() -> None:
    assert plain("Misère—DÉCOUVERTE, “l’as” 10♦ ♣") == "misere decouverte las 10 of diamonds clubs"
