"""The record on the page about adding a rule set is valid: it loads, and its case has the stated result."""

from __future__ import annotations

import re
from pathlib import Path

import whister
from whister import cases, rules
from whister.rulesets import reader

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adding.md"


def example() -> whister.Rules:
    """Return the rules of the record on the page, applied to the rule set that it extends."""
    found = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    record = reader.read(found[1], "hearts/all-or-nothing")
    chain = [*reader.chain(record["extends"]), ("hearts/all-or-nothing", record)]
    return rules.resolve(chain, None, {})


def test_the_record_amends_one_clause() -> None:
    diff = whister.diff(whister.load("hearts/black-lady"), example())
    assert diff.amended == ("moon",)
    assert not diff.added
    assert not diff.repealed


def test_its_case_comes_out() -> None:
    rules = example()
    (case,) = (case for case in rules.clauses["moon"].cases if case.id == "moon-wipes-out")
    cases.run(rules, case)


def test_the_page_tells_every_key_of_a_record() -> None:
    text = PAGE.read_text(encoding="utf-8")
    keys = reader._TOP | reader._CLAUSE | reader._OPTION | reader._VALUE | reader._SOURCE
    kinds = {"clause": "[[clause]]", "amend": "[[amend]]", "repeal": "[[repeal]]", "option": "An option"}
    brackets = {"defaults": "[defaults]", "fixed": "[fixed]", "excluded": "[excluded]"}
    missing = [key for key in keys if (kinds | brackets).get(key, f"`{key}`") not in text]
    assert not missing
