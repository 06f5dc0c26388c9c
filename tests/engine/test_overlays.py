"""Records laid over each other: what a rule set keeps of its parent's clauses and options, and what it changes."""

from __future__ import annotations

import pytest

from whister import Option, RecordError
from whister.clause import Clause
from whister.rulesets import reader
from whister.rulesets.overlays import _leave_out, stacked

PARENT = "hearts/black-lady"
CASE = """[[amend.cases]]
id = "own"
points = [26, 0, 0, 0]
settles = [0, 26, 26, 26]
"""


def amended(slug: str, words: str) -> tuple[Clause, Clause]:
    """Return a clause of the parent, and the same clause in a child that amends it."""
    above = reader.chain(PARENT)
    record = reader.read(f"[[amend]]\nslug = '{slug}'\n{words}\n", "hearts/child")
    old, new = (stacked(chain).clauses[slug] for chain in (above, (*above, ("hearts/child", record))))
    return old, new


@pytest.mark.parametrize("words", ["text = 'In other words.'", "title = 'Other'", "note = 'See there.'"])
def test_an_amendment_in_other_words_keeps_the_cases_and_adds_its_own(words: str) -> None:
    old, new = amended("moon", f"{words}\n{CASE}")
    assert old.cases
    assert new.cases[:-1] == old.cases
    assert new.cases[-1].id == "own"


@pytest.mark.parametrize("words", ["enabled = false", "rule.moon.choice = 'new'"])
def test_an_amendment_that_plays_otherwise_has_only_its_own_cases(words: str) -> None:
    _, new = amended("moon", f"{words}\n{CASE}")
    assert [case.id for case in new.cases] == ["own"]


@pytest.mark.parametrize(
    ("entry", "says"),
    [("slug = 'Moon Shot'", "a slug must be lower-case words joined by hyphens, got 'Moon Shot'"), ("why = 'Gone.'", "expected text for 'slug'")],
)  # fmt: skip
def test_what_is_repealed_is_named_by_its_slug(entry: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        reader.read(f"[[repeal]]\n{entry}\n", "hearts/child")


def test_what_needs_an_option_that_is_left_out_is_left_out_for_the_same_reason() -> None:
    first = Option("pool", "Pool", "", False, excluded="No chips are paid here.")
    options = {
        "jack": Option("jack", "Jack", "", False, requires=("stakes=on",)),
        "stakes": Option("stakes", "Stakes", "", False, requires=("pool=on",)), "pool": first, "moon": Option("moon", "Moon", "", False),
    }  # fmt: skip
    _leave_out(options)
    reasons = {name: option.excluded for name, option in options.items()}
    assert reasons == {"jack": first.excluded, "stakes": first.excluded, "pool": first.excluded, "moon": None}
