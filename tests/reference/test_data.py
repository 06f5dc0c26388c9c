"""The catalogue as plain data: it has every field that the schema requires, with the values of the engine."""

from __future__ import annotations

import json
from functools import cache
from inspect import cleandoc
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import whister
from whister.mechanisms import REGISTRY
from whister.reference.data import FORMAT, catalogue_data, data, mechanisms, schema
from whister.table.house_rules import form

RULE_SETS = whister.catalogue()


@cache
def document() -> dict[str, Any]:
    return catalogue_data()


@cache
def of_a_rule_set() -> Draft202012Validator:
    return Draft202012Validator({**schema(), **schema()["$defs"]["rule_set"]})


def test_the_schema_is_a_schema_and_every_field_of_it_is_explained() -> None:
    Draft202012Validator.check_schema(schema())
    fields = [field for part in _objects(schema()) for field in part["properties"].items()]
    unexplained = [
        name for name, field in fields if "description" not in field and set(field) != {"$ref"}
        and field != {"type": "string"}
    ]  # fmt: skip

    assert unexplained == []
    assert len(fields) > 70


def test_no_object_of_the_schema_is_open_to_what_it_does_not_name() -> None:
    assert [part for part in _objects(schema()) if part.get("additionalProperties") is not False] == []


def test_the_document_keeps_to_its_schema() -> None:
    errors = [
        (list(error.absolute_path)[:5], error.message[:200])
        for error in Draft202012Validator(schema()).iter_errors(document())
    ]

    assert errors == []
    assert document()["format"] == FORMAT
    assert list(document()["rule_sets"]) == list(RULE_SETS)


def test_a_field_too_many_or_too_few_breaks_the_schema() -> None:
    good = data(whister.load("hearts/black-lady"))
    too_few = {key: value for key, value in good.items() if key != "players"}

    assert of_a_rule_set().is_valid(good)
    assert not of_a_rule_set().is_valid({**good, "colour": "black"})
    assert not of_a_rule_set().is_valid(too_few)
    assert not of_a_rule_set().is_valid({**good, "behaviour_hash": "b2-0"})


def test_the_document_is_the_same_after_it_is_written_and_read() -> None:
    assert json.loads(json.dumps(document())) == document()


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_clauses_stand_in_order_with_their_rules_sources_and_cases(rule_set: str) -> None:
    rules, told = whister.load(rule_set), document()["rule_sets"][rule_set]

    assert [clause["id"] for clause in told["clauses"]] == [clause.id for clause in rules.clauses.values()]
    for entry, clause in zip(told["clauses"], rules.clauses.values(), strict=True):
        assert entry["rule"] == json.loads(json.dumps(clause.rule))
        assert list(entry["rule"]) == list(clause.rule)
        assert [source["key"] for source in entry["sources"]] == [source.key for source in clause.sources]
        assert [case["id"] for case in entry["cases"]] == [case.id for case in clause.cases]
        assert entry["evidence"] == str(clause.evidence)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_options_have_the_words_of_the_form(rule_set: str) -> None:
    told = {option["name"]: option for option in document()["rule_sets"][rule_set]["options"]}

    for entry in form(whister.load(rule_set)):
        option = told[entry["name"]]
        offered = [(v["value"], v["line"], v["text"]) for v in option["values"] if v["excluded"] is None]
        assert offered == [(v["value"], v["line"], v["text"]) for v in entry["values"]]
        assert (option["title"], option["clauses"], option["example"]) == (
            entry["title"], entry["clauses"], entry["example"]
        )  # fmt: skip


def test_a_value_says_which_parameters_it_sets() -> None:
    (moon,) = (o for o in data(whister.load("hearts/black-lady"))["options"] if o["name"] == "moon")
    (new,) = (value for value in moon["values"] if value["value"] == "new")

    assert new["sets"] == [{"clause": "moon", "mechanism": "moon", "parameter": "effect", "value": "new"}]
    assert moon["default"] == "old"


def test_house_rules_are_told_with_what_they_choose_in_force() -> None:
    told = data(whister.load("hearts/black-lady", moon="new"))
    (moon,) = (clause for clause in told["clauses"] if clause["slug"] == "moon")

    assert of_a_rule_set().is_valid(told)
    assert told["chosen"] == {"moon": "new"}
    assert moon["rule"]["moon"]["effect"] == "new"
    assert told["behaviour_hash"] == whister.load("hearts/black-lady", moon="new").behaviour_hash


def _objects(part: Any) -> list[dict[str, Any]]:
    """Return every object in this part of the schema that names its fields."""
    if isinstance(part, list):
        return [found for inner in part for found in _objects(inner)]
    if not isinstance(part, dict):
        return []
    inside = [found for inner in part.values() for found in _objects(inner)]
    return [part, *inside] if isinstance(part.get("properties"), dict) and "required" in part else inside


def test_a_mechanism_has_its_words_and_what_its_parameters_are_if_left_out() -> None:
    """A bonus card must have its card and its points; `needed_for_slam` may be left out, and is false by default."""
    told = mechanisms()
    card = told["bonus_card"]["parameters"]
    assert [(each["required"], each["default"]) for each in (card["card"], card["points"])] == [
        (True, None)
    ] * 2
    assert (card["needed_for_slam"]["required"], card["needed_for_slam"]["default"]) == (False, False)
    assert told["moon"]["parameters"]["by"]["default"] == "player"
    for name, mechanism in told.items():
        assert mechanism["text"] == cleandoc(REGISTRY[name].__doc__ or "") != "", name
