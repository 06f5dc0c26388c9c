"""Published addresses remain for ever, or lead to their new addresses."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import whister
from rulebook.domain import anchors
from rulebook.domain.bibliography import works
from whister.reference import bibliography, retired

LOCK = Path(__file__).resolve().parents[2] / "docs" / anchors.LOCK


def test_the_lock_has_every_address_of_the_records() -> None:
    lock = anchors.read_lock(LOCK)
    assert anchors.current_addresses() <= set(lock)
    assert not anchors.broken(lock, anchors.current_addresses())


def test_an_address_that_is_gone_needs_a_tombstone() -> None:
    lock = {"hearts/black-lady#moon": "", "hearts/black-lady#old": ""}
    assert anchors.broken(lock, {"hearts/black-lady#moon"}) == [
        "hearts/black-lady#old is gone and has no tombstone"
    ]


def test_a_tombstone_leads_to_an_address_that_stands() -> None:
    current = {"hearts/black-lady#moon"}
    assert not anchors.broken({"hearts/black-lady#old": "hearts/black-lady#moon"}, current)
    assert anchors.broken({"hearts/black-lady#old": "hearts/black-lady#nowhere"}, current)


@pytest.mark.parametrize("being_written", [False, True])
def test_a_new_address_is_warned_of_unless_its_page_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, being_written: bool
) -> None:
    (tmp_path / anchors.LOCK).touch()
    told: list[str] = []
    say = SimpleNamespace(warning=lambda text, *_, **how: told.append(text), info=lambda *_, **how: None)
    monkeypatch.setattr(anchors, "logger", say)
    if being_written:
        monkeypatch.setenv(anchors.BEING_WRITTEN, "1")
    else:
        monkeypatch.delenv(anchors.BEING_WRITTEN, raising=False)
    site: Any = SimpleNamespace(srcdir=tmp_path)
    anchors._check(site, site)
    assert bool(told) is not being_written


def test_the_lock_only_grows(tmp_path: Path) -> None:
    path = tmp_path / anchors.LOCK
    path.write_text("# kept\nhearts/nowhere#old -> hearts/black-lady#moon\n")
    added = anchors.update(path)
    assert path.read_text().startswith("# kept\nhearts/nowhere#old -> hearts/black-lady#moon\n")
    assert set(added) == anchors.current_addresses()
    assert anchors.update(path) == []


def test_the_package_knows_every_tombstone() -> None:
    lock = anchors.read_lock(Path(__file__).parents[2] / "docs" / anchors.LOCK)
    assert retired.FILE.read_text("utf-8") == anchors.tombstones(lock)
    assert all(retired.moved(address) for address, moved_to in lock.items() if moved_to)


def test_the_package_knows_every_source_as_the_bibliography_has_it() -> None:
    """After a change to references.bib, run ``python3 noxfile.py -s anchors``."""
    assert dict(bibliography.bibliography()) == works(LOCK.with_name("references.bib"))


def test_a_retired_address_is_followed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = {"a/x": "a/y", "a/y#old": "a/y#new", "a/z#1": "a/x#old", "a/z#2": "a/z#3", "a/z#3": "a/z#2"}
    monkeypatch.setattr(retired, "tombstones", lambda: lock)
    assert retired.moved("a/x") == "a/y"
    assert retired.moved("a/x#moon") == "a/y#moon"
    assert retired.moved("a/z#1") == "a/y#new"
    assert retired.moved("a/y#moon") is None
    assert retired.moved("a/z#2") == "a/z#3"
    assert retired.moves()["a/z#1"] == "a/y#new"


def test_the_rule_sets_themselves_are_locked() -> None:
    assert set(whister.catalogue()) <= set(anchors.read_lock(LOCK))


def test_an_address_that_moved_twice_is_followed_to_its_end() -> None:
    lock = {"a/x#1": "a/x#2", "a/x#2": "a/y#3", "a/y#3": ""}
    assert anchors.went(lock, "a/x#1") == "a/y#3"
    assert anchors.went(lock, "a/y#3") == "a/y#3"
