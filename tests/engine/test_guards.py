"""A record that does not fit is refused when loaded; the message gives the place, the input and what was expected.

Every refusal in the code is tested here: a new one without an entry in a table fails.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import pytest

import whister
from tests.engine.guards import guards, reached
from tests.engine.test_objects import BAD_OWN
from whister import RecordError, Rules
from whister.mechanisms import REGISTRY, build
from whister.plan.mechanism import REQUIRED, Parameter
from whister.rules import resolve
from whister.rulesets import reader

HERE = Path(__file__).parent
Entry = tuple[str, str, str]


def table(file: str) -> dict[str, Entry]:
    """Return the entries of a table of refusals, by their names in words."""
    return {
        f"{group}: {name.replace('_', ' ')}": entry
        for group, entries in tomllib.loads((HERE / file).read_text("utf-8")).items()
        for name, entry in entries.items()
    }


BAD_PARAMETERS, BAD_RECORDS = table("bad_parameters.toml"), table("bad_records.toml")


def extended(rule_set: str, record: str) -> Rules:
    """Return a rule set built on another, from the text of its record."""
    where = f"{rule_set.partition('/')[0] or 'hearts'}/trial"
    below = reader.chain(rule_set) if rule_set else ()
    return resolve([*below, (where, reader.read(f"title = 'Trial'\n{record}", where))], None, {})


def ruled(address: str, rule: str) -> str:
    """Return the record of a rule set that changes one clause of another, or adds one."""
    rule_set, _, slug = address.partition("#")
    rules = whister.load(rule_set)
    if slug not in rules.clauses:
        section = rules.sections[0][0]
        clause = f"slug = '{slug}'\nsection = '{section}'\ntitle = 'Trial'\ntext = 'Trial.'\n"
        return f"[[clause]]\n{clause}sources = [{{ key = 'trial' }}]\nrule.{rule}\n"
    touching = [name for name, option in rules.options.items() if slug in option.clauses]
    freed = "".join(f"[[option]]\nname = '{n}'\ndefault = 1\nvalues = [{{ value = 1 }}]\n" for n in touching)
    return f"[[amend]]\nslug = '{slug}'\nenabled = true\nrule.{rule}\n{freed}"


@cache
def refusal(rule_set: str, record: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        extended(rule_set, record)
    return refused.value


@pytest.mark.parametrize("entry", BAD_PARAMETERS.values(), ids=BAD_PARAMETERS)
def test_a_parameter_that_does_not_fit_is_refused(entry: Entry) -> None:
    address, rule, says = entry
    rule_set = address.partition("#")[0]
    refused = str(refusal(rule_set, ruled(address, rule)))
    assert says in refused
    assert refused.startswith(f"{rule_set.partition('/')[0]}/trial#"), "it names the clause first"


@pytest.mark.parametrize("entry", BAD_RECORDS.values(), ids=BAD_RECORDS)
def test_a_record_that_does_not_follow_the_form_is_refused(entry: Entry) -> None:
    rule_set, record, says = entry
    assert says in str(refusal(rule_set, record))


def extending_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> RecordError:
    (folder / "hearts").mkdir()
    for name, above in (("hen", "egg"), ("egg", "hen")):
        (folder / "hearts" / f"{name}.toml").write_text(f"extends = 'hearts/{above}'", "utf-8")
    monkeypatch.setattr(reader, "_RULES", folder)
    with pytest.raises(RecordError) as refused:
        reader.chain("hearts/hen")
    return refused.value


def compiled_with_no_number() -> RecordError:
    with pytest.raises(RecordError) as refused:
        reader.compiled("title = 'Trial'\n[defaults]\nx = nan", "hearts/trial")
    return refused.value


def ones_own(folder: Path) -> Iterator[RecordError]:
    """Yield the refusals of rule sets of one's own; see test_objects.py."""
    parent = whister.load("hearts/black-lady")
    make, known = cast("tuple[Any, tuple[Any, ...]]", parent.__reduce__())
    tries: list[Callable[[], object]] = [partial(whister.load, text=text) for text, _ in BAD_OWN.values()]
    tries += [partial(whister.load, folder / "none.toml"), partial(whister.load, text=cast("Any", 5))]
    tries.append(partial(make, *known[:-1], "b1-0"))
    for attempt in tries:
        with pytest.raises(RecordError) as refused:
            attempt()
        yield refused.value


def test_a_rule_set_that_extends_itself_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "hearts/hen: a rule set cannot extend itself (hearts/hen leads back to it)"
    assert str(extending_itself(tmp_path, monkeypatch)) == said


def test_a_record_that_json_cannot_hold_is_not_compiled() -> None:
    assert str(compiled_with_no_number()) == "hearts/trial: it contains values that JSON cannot represent"


def test_every_refusal_of_a_record_is_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = [refusal(a.partition("#")[0], ruled(a, rule)) for a, rule, _ in BAD_PARAMETERS.values()]
    errors += [refusal(rule_set, record) for rule_set, record, _ in BAD_RECORDS.values()]
    errors += [*ones_own(tmp_path), compiled_with_no_number(), extending_itself(tmp_path, monkeypatch)]
    unmet = guards("RecordError") - reached(errors)
    assert not unmet, f"no entry in bad_parameters.toml or bad_records.toml meets {sorted(unmet)}"


#: Values that a parameter cannot have, by its type.
WRONG: Mapping[str, list[Any]] = {
    "int": [True, "1", 1.0, None, [1]],
    "str": [1, True, ["a"], None],
    "bool": [0, 1, "true", None],
    "tuple[int, ...]": [1, "1", [True], ["1"], [1.0]],
    "tuple[str, ...]": ["a", [1], [True], {"a": 1}],
    "Mapping[str, int]": [1, ["a"], {"a": True}, {"a": "1"}],
    "Mapping[str, str]": [1, "a", {"a": 1}],
    "Mapping[int, int]": [1, {"a": 1}, {"1": True}, {"1": "1"}],
    "Mapping[int, str]": [1, {"a": "b"}, {"1": 1}],
    "Mapping[str, tuple[int, ...]]": [1, {"a": 1}, {"a": [True]}, {"a": ["1"]}],
}
PARAMETERS = [
    (name, parameter) for name, mechanism in REGISTRY.items() for parameter in mechanism.parameters.values()
]


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS, ids=[f"{m}.{p.name}" for m, p in PARAMETERS])
def test_a_parameter_of_another_type_is_refused(name: str, parameter: Parameter) -> None:
    wrong = list(WRONG[parameter.type])
    if parameter.words:
        wrong.append("nonsense" if parameter.type == "str" else ["nonsense"])
    if parameter.default is REQUIRED and parameter.type.startswith(("str", "tuple")):
        wrong.append("" if parameter.type == "str" else [])
    for value in wrong:
        with pytest.raises(RecordError) as refused:
            build(name, {parameter.name: value}, "hearts/trial#trial")
        place, _, expected = str(refused.value).partition("; expected ")
        assert place == f"hearts/trial#trial: {name}.{parameter.name} = {value!r}"
        assert expected
        assert all(repr(word) in expected for word in parameter.words)


@pytest.mark.parametrize("name", REGISTRY)
def test_the_words_that_a_parameter_may_be_are_those_that_it_may_be_left_at(name: str) -> None:
    for parameter in REGISTRY[name].parameters.values():
        if parameter.words and parameter.default is not REQUIRED:
            left = parameter.default if isinstance(parameter.default, tuple) else (parameter.default,)
            assert set(left) <= set(parameter.words)
