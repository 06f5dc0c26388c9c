"""The scores by which search results are ordered, worked out by hand for a catalogue of two rule sets."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from whister.reference import entries, finding
from whister.reference.finding import find


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limit the search to two rule sets, with their families and claims; all sources remain."""
    monkeypatch.setattr(entries, "catalogue", lambda: ("hearts/black-lady", "rook/kentucky-discard"))
    monkeypatch.setattr(entries, "kept", lambda _, make: json.loads(json.dumps(make())))
    for cached in (entries.entries, finding._vocabulary):
        cached.cache_clear()
    yield
    for cached in (entries.entries, finding._vocabulary):
        cached.cache_clear()


def scored(words: str, kind: str) -> tuple[str, int]:
    """Return the ID and the score of the best result of a kind."""
    (best,) = find(words, kinds=[kind], limit=1)
    return best.id, best.score


def test_what_is_called_so_is_found_before_what_has_the_words() -> None:
    """An ID scores 1000 and a name 900; if names are equal, a game comes before its rule, and a rule before a claim."""
    assert scored("hearts/black-lady", "rule set") == ("hearts/black-lady", 1000)
    assert scored("hearts/black-lady#pack_table", "option") == ("hearts/black-lady#option-pack_table", 999)
    assert scored("Black Lady", "rule set") == ("hearts/black-lady", 900 + 20 + 15)
    assert scored("Rickety Kate", "rule set") == ("hearts/black-lady", 900 + 15)
    assert scored("Torre", "family") == ("rook", 900 + 10)
    assert scored("The first trick", "clause") == ("hearts/black-lady#first-trick", 900 + 20 + 10)
    assert scored("first-trick", "clause") == ("hearts/black-lady#first-trick", 900 + 10)
    assert scored("Cards left out", "option") == ("hearts/black-lady#option-pack_table", 900 + 20 + 5)
    assert scored("pack table", "option") == ("hearts/black-lady#option-pack_table", 900 + 5)
    assert scored("Foster 1909", "source") == ("foster-complete-hoyle-1909", 900 + 20)
    assert scored("1634", "claim") == ("hearts#quinola-by-1634", 900 + 20 - 20)
    assert scored("reversin-named", "claim") == ("hearts#reversin-named", 900 - 20)


def test_a_word_counts_by_its_place_and_twice_where_it_is_whole() -> None:
    """A word scores 60 in a title, 50 in another name, 40 in an ID, 15 in the title of the game, and 10 in a text."""
    assert scored("moo", "clause") == ("hearts/black-lady#moon", 60)
    assert scored("original renege", "clause") == ("rook/kentucky-discard#renege", 2 * 15 + 2 * 60)
    assert scored("rickety", "rule set") == ("hearts/black-lady", 2 * 50 + 20)
    assert scored("kent", "rule set") == ("rook/kentucky-discard", 60 + 20)
    assert scored("kent", "clause") == ("rook/kentucky-discard#all-pass", 40)
    assert scored("shooting", "claim") == ("hearts#hitting-the-moon-1939", 2 * 10)
    assert scored("katz", "source") == ("katz-2012", 2 * 60 - 100)
    assert scored('"the queen" black', "option") == (
        "hearts/black-lady#option-lead_heart_with_queen",
        2 * 60 + 2 * 40,
    )


def test_the_best_goes_first_and_of_equals_the_game_before_its_rules() -> None:
    found = find("kentucky")
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    assert (found[0].kind, found[0].id) == ("rule set", "rook/kentucky-discard")
    moons = [(hit.kind, hit.id.partition("#")[2]) for hit in find("moon") if hit.score == 120]
    assert moons == sorted(moons, key=lambda moon: (entries.KINDS.index(moon[0]), moon[1]))
    assert len(moons) > 2


def test_only_a_clause_or_an_option_may_be_taken_over_and_goes_after_others_then() -> None:
    assert {one.entry.kind for one in entries.entries() if not one.entry.first} <= {"clause"}
    assert entries.Entry("family", "hearts", "Hearts", "", "hearts/").first


def test_an_excerpt_is_about_the_word_that_was_found_also_where_it_was_misspelt() -> None:
    for words in ("meanwhile", "meanwhle"):
        (hit,) = find(words, kinds=["clause"])
        assert hit.id == "hearts/black-lady#jack"
        assert hit.excerpt.startswith(
            "… as a jack, which only a single clear player can win; meanwhile everybody pays"
        )
