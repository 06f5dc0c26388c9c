"""The vocabulary of mechanisms: one that only one rule set uses gives the reason why it is separate."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pkgutil import walk_packages

import pytest

import whister
from whister import Clause, mechanisms
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import Mechanism
from whister.rulesets import reader


def taken_over(clause: Clause, mechanism: str, parent: Clause | None) -> bool:
    """Return whether a clause takes over a mechanism of its parent unchanged and does not newly put it in force."""
    if parent is None or parent.rule.get(mechanism) != clause.rule[mechanism]:
        return False
    return parent.enabled or not clause.enabled


def users() -> dict[str, set[str]]:
    """Return the rule sets that state each mechanism in a clause of their own, in force or not."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for rule_set in whister.catalogue():
        before = [name for name, _ in reader.chain(rule_set) if name in whister.catalogue()][:-1]
        parents = whister.load(before[-1]).clauses if before else {}
        for clause in whister.load(rule_set).clauses.values():
            for mechanism in clause.rule:
                if not taken_over(clause, mechanism, parents.get(clause.slug)):
                    found[mechanism].add(rule_set)
    return found


def in_force() -> dict[str, set[str]]:
    """Return the rule sets in which each mechanism is in force, stated there or taken over."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for rule_set in whister.catalogue():
        for clause in whister.load(rule_set).clauses.values():
            for mechanism in clause.rule if clause.enabled else ():
                found[mechanism].add(rule_set)
    return found


USERS = users()
IN_FORCE = in_force()
RECORDED = Counter(rule_set.partition("/")[0] for rule_set in whister.catalogue())


@pytest.mark.parametrize(
    "module",
    sorted(
        module.name.removeprefix(f"{mechanisms.__name__}.")
        for module in walk_packages(mechanisms.__path__, f"{mechanisms.__name__}.")
        if not module.ispkg
    ),
)
def test_the_mechanisms_of_a_module_are_those_that_the_registry_names(module: str) -> None:
    assert tuple(mechanisms.mechanisms_of(module)) == mechanisms._MODULES.get(module, ())


@pytest.mark.parametrize("name", REGISTRY)
def test_a_mechanism_with_a_single_user_says_why_and_no_other_does(name: str) -> None:
    if len(USERS[name]) != 1:
        assert not REGISTRY[name].alone, f"{sorted(USERS[name])} state it; delete the reason"
        return
    (user,) = USERS[name]
    if RECORDED[user.partition("/")[0]] > 1 and len(IN_FORCE[name]) < 2:
        assert REGISTRY[name].alone, f"only {user} states it; say in one sentence why it is one of its own"


class Claimed(Mechanism):
    """A mechanism with one parameter that is required and one that is not, for the test below."""

    card: str
    by: str = "dealer"


def test_a_mechanism_is_given_all_that_it_needs_and_nothing_else() -> None:
    assert (Claimed(card="QS").card, Claimed(card="QS").by) == ("QS", "dealer")
    for given, said in (
        ({}, "Claimed: missing ['card'], unknown []"),
        ({"card": "QS", "to": "eldest"}, "Claimed: missing [], unknown ['to']"),
        ({"to": "eldest"}, "Claimed: missing ['card'], unknown ['to']"),
    ):
        with pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
            Claimed(**given)


@pytest.mark.parametrize("name", [name for name, each in REGISTRY.items() if each.alone])
def test_a_reason_is_one_sentence_and_names_mechanisms_that_there_are(name: str) -> None:
    reason = REGISTRY[name].alone
    assert reason.endswith(".")
    assert reason.count(".") == 1
    named = re.findall(r"`(.+?)`", reason)
    assert named, "say which mechanism would be the nearest"
    assert all(other in REGISTRY and other != name for other in named)
