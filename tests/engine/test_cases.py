"""Every case of every clause comes out as its record says, and only because of its clause."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import whister
from whister.cases import CaseFailure, run
from whister.clause import Case, Clause
from whister.mechanisms import REGISTRY
from whister.rulesets import reader

RULE_SETS = {name: whister.load(name) for name in whister.catalogue()}
HERE = Path(__file__).parent

CASES = [
    (name, case)
    for name, rules in RULE_SETS.items()
    for clause in rules.clauses.values()
    for case in clause.cases
    if case.rules == name
]


def _stated_here(name: str, clause: Clause) -> bool:
    """Return whether a rule set states a clause's rule itself, rather than takes it over unchanged from its parent."""
    parent = RULE_SETS[name].extends
    taken_over = whister.load(parent).clauses.get(clause.slug) if parent is not None else None
    return taken_over is None or (taken_over.rule, taken_over.enabled) != (clause.rule, clause.enabled)


RULED = [
    (name, clause)
    for name, rules in RULE_SETS.items()
    for clause in rules.clauses.values()
    if clause.rule and _stated_here(name, clause)
]


@pytest.mark.parametrize(
    ("name", "case"), CASES, ids=[f"{case.id} {name}#{case.clause}" for name, case in CASES]
)
def test_case(name: str, case: Case) -> None:
    run(RULE_SETS[name], case)


@pytest.mark.parametrize(("name", "clause"), RULED, ids=[clause.id for _, clause in RULED])
def test_without_the_clause_a_case_comes_out_differently(name: str, clause: Clause) -> None:
    """The repeal test: what the cases of a clause show is an effect of that clause."""
    own = [case for case in clause.cases if case.rules == name]
    assert own, f"{clause.id} has a rule but no case that shows it"
    repealed = RULE_SETS[name].without(clause.slug)
    for case in own:
        try:
            run(repealed, case)
        except (CaseFailure, whister.IllegalAction):
            return
        except whister.DealError:
            continue  # its facts cannot even be stated: that shows nothing
    pytest.fail(f"{clause.id}: its cases {[case.id for case in own]} come out the same when it is repealed")


ROWS = {
    "id": "ABx-rows",
    "declarer": 0,
    "contract": "5",
    "tricks": [5, 3, 3, 2],
    "settles": [30, -10, -10, -10],
}


def test_every_row_of_a_case_is_run() -> None:
    """Six made brings fifteen from each; a row has the values of its case, except those that it gives itself."""
    six = {"contract": "6", "tricks": [6, 3, 2, 2], "settles": [45, -15, -15, -15]}
    right, wrong = reader.cases(
        [{**ROWS, "also": [six]}, {**ROWS, "also": [six, {**six, "tricks": [5, 3, 3, 2]}]}],
        "made-row",
        "boston/american#made-row",
    )
    run(RULE_SETS["boston/american"], right)
    with pytest.raises(CaseFailure, match=r"ABx-rows, row 3 .*: expected settles"):
        run(RULE_SETS["boston/american"], wrong)


def test_a_case_with_cards_in_a_wrong_order_is_told_the_right_one() -> None:
    (wrong,) = reader.cases([{"id": "BLx-ranks", "ranks": "KC AC QC"}], "ranks", "hearts/black-lady#ranks")
    with pytest.raises(CaseFailure, match=r"expected ranks = 'KC AC QC', found \['AC', 'KC', 'QC'\]"):
        run(RULE_SETS["hearts/black-lady"], wrong)


def test_a_row_that_expects_nothing_is_refused() -> None:
    with pytest.raises(whister.RecordError, match="case ABx-rows, also, number 1: expects nothing"):
        reader.cases([{**ROWS, "also": [{"contract": "6"}]}], "made-row", "boston/american#made-row")
    with pytest.raises(whister.RecordError, match="case ABx-rows, also: expected an array of tables"):
        reader.cases([{**ROWS, "also": ["6"]}], "made-row", "boston/american#made-row")


def _answered() -> set[str]:
    in_records = {case.id for _, case in CASES}
    in_tests = {
        match.replace("_", "-")
        for file in HERE.glob("test_*.py")
        for match in re.findall(r"def test_([A-Z]+_?\d+[a-z]?)_", file.read_text("utf-8"))
    }
    return {re.sub(r"(?<=\d)[a-z]$", "", known) for known in in_records | in_tests}


def test_every_pinned_case_is_there() -> None:
    pinned = tomllib.loads((HERE / "pinned_cases.toml").read_text("utf-8"))
    missing = [wanted for family in pinned.values() for wanted in family if wanted not in _answered()]
    assert not missing, f"no case or test answers for {', '.join(missing)}"


def test_every_clause_has_a_source_and_every_prose_clause_its_reason() -> None:
    for rules in RULE_SETS.values():
        for clause in rules.clauses.values():
            assert clause.sources, clause.id
            assert bool(clause.rule) != bool(clause.prose), (
                f"{clause.id}: a rule, or the reason why it has none"
            )


def test_a_grade_is_a_number_that_is_larger_for_what_is_known_less_well() -> None:
    assert [(int(grade), str(grade)) for grade in whister.Evidence] == [
        (1, "described"),
        (2, "reported"),
        (3, "inferred"),
        (4, "taken over"),
        (5, "default"),
        (6, "recalled"),
        (7, "reconstructed"),
    ]


def test_case_ids_are_used_once_in_a_rule_set() -> None:
    for name, rules in RULE_SETS.items():
        ids = [case.id for clause in rules.clauses.values() for case in clause.cases]
        assert len(ids) == len(set(ids)), f"{name}: {sorted(known for known in ids if ids.count(known) > 1)}"


def test_no_rule_set_is_named_in_the_engine() -> None:
    engine = Path(whister.__file__).parent
    names = {name.partition("/")[2] for name in whister.catalogue()} | set(whister.catalogue())
    # a word for a card or for a kind of rule is not a name, even if a game is also called by it
    names -= {*REGISTRY, "joker"}
    for file in engine.rglob("*.py"):
        code = re.sub(r'"""[\s\S]*?"""|#.*', "", file.read_text("utf-8"))
        for name in names:
            assert f'"{name}"' not in code, f"{file.name} names the rule set {name}"
