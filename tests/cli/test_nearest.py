"""The suggestions for a wrong name, in a catalogue of two rule sets: a title, another name, a clause, an option."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

import whister
from tests.cli.asking import ask
from whister.cli import naming
from whister.cli.trouble import Trouble
from whister.reference import entries, finding
from whister.reference.retired import moved

FEW = ("hearts/black-lady", "rook/kentucky-discard")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limit the catalogue, and the words that are searched, to two rule sets."""
    monkeypatch.setattr(entries, "catalogue", lambda: FEW)
    monkeypatch.setattr(entries, "kept", lambda _, make: json.loads(json.dumps(make())))
    caches = (entries.entries, entries.resting, finding._vocabulary)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_a_wrong_name_is_answered_with_what_it_is_another_name_of() -> None:
    meant = {
        "renege": "rook/kentucky-discard#renege",
        "kitty": "hearts/black-lady#kitty",
        "black-ladies": "hearts/black-lady",
        "slippery-ane": "hearts/black-lady",
        "kentucky-discrad": "rook/kentucky-discard",
        "zzzz": None,
    }
    for word, answer in meant.items():
        hint = f"; did you mean {answer!r}?" if answer else "."
        assert f"{word!r}{hint} `whister list`" in ask("show", word).err, word


def test_a_clause_that_is_repealed_says_so_and_why_where_that_is_told() -> None:
    american = whister.load("boston/american")
    (why,) = [why for slug, why in american.repealed if slug == "suit-rank"]
    bare = SimpleNamespace(id="boston/some", clauses={}, options={}, repealed=(("suit-rank", ""),))
    for rules, said in ((american, f"boston/american has no clause 'suit-rank': it repeals that one. {why}"),
                        (bare, "boston/some has no clause 'suit-rank': it repeals that one.")):  # fmt: skip
        with pytest.raises(Trouble) as refused:
            naming.part(cast("whister.Rules", rules), "suit-rank")
        assert str(refused.value) == said


def test_a_name_that_two_rule_sets_have_is_refused_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [
        entries.Entry("rule set", f"hearts/{name}", name, "", "", names=("Gato negro",))
        for name in ("one", "two")
    ]
    monkeypatch.setattr(naming, "_known", lambda: both)
    assert naming.rule_set("two") == "hearts/two"
    with pytest.raises(
        Trouble, match=r"^'gato negro' could mean hearts/one, hearts/two; give one of these\.$"
    ):
        naming.rule_set("gato negro")


def test_what_a_retired_rule_set_had_is_where_that_went(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = {
        "hearts/gone": "hearts/went",
        "hearts/went": "hearts/black-lady",
        "hearts/gone#moon": "hearts/spot#sun",
        "hearts/spot#a": "hearts/spot#b",
    }
    monkeypatch.setattr("whister.reference.retired.tombstones", lambda: lock)
    went = {
        old: moved(old)
        for old in (
            "hearts/gone",
            "hearts/gone#pack",
            "hearts/gone#moon",
            "hearts/spot#a",
            "hearts/spot#c",
            "hearts/spot",
        )
    }
    assert went == {
        "hearts/gone": "hearts/black-lady", "hearts/gone#pack": "hearts/black-lady#pack", "hearts/gone#moon": "hearts/spot#sun",
        "hearts/spot#a": "hearts/spot#b", "hearts/spot#c": None, "hearts/spot": None,
    }  # fmt: skip
