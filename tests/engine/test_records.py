"""Records as JSON, which the engine in the browser uses, state the same as the TOML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import whister
from whister import rules
from whister.rulesets import choosing, reader

RULES = Path(whister.__file__).parent / "rules"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of the records, each as JSON."""
    folder = tmp_path_factory.mktemp("rules")
    for file in RULES.glob("*/*.*"):
        target = folder / file.relative_to(RULES).with_suffix(".json")
        target.parent.mkdir(exist_ok=True)
        text = file.read_text("utf-8")
        target.write_text(reader.compiled(text, file.stem) if file.suffix == ".toml" else text, "utf-8")
    return folder


@pytest.fixture
def as_json(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the engine use nothing but compiled records."""
    forget()
    monkeypatch.setattr(reader, "_RULES", compiled)
    yield
    forget()


def forget() -> None:
    for kept in (reader.chain, choosing.stack_of, rules._loaded):
        kept.cache_clear()


CHAINS = {name: reader.chain(name) for name in whister.catalogue()}
HASHES = {name: (rules.behaviour_hash, rules.text_hash) for name in CHAINS for rules in [whister.load(name)]}


def test_the_catalogue_lists_the_same_rule_sets(as_json: None) -> None:
    assert whister.catalogue() == tuple(CHAINS)


@pytest.mark.parametrize("name", CHAINS)
def test_a_rule_set_is_the_same(name: str, as_json: None) -> None:
    assert reader.chain(name) == CHAINS[name]
    rules = whister.load(name)
    assert (rules.behaviour_hash, rules.text_hash) == HASHES[name]


def test_a_mistyped_name_is_answered_with_the_nearest(as_json: None) -> None:
    with pytest.raises(whister.UnknownRuleSet, match="hearts/black-lady"):
        whister.load("hearts/blck-lady")


def test_a_compiled_record_keeps_its_letters_and_wastes_no_room() -> None:
    text = 'title = "Chasse Cœur"\naliases = ["Le Chasse-cœur"]\n'
    assert reader.compiled(text, "a") == '{"title":"Chasse Cœur","aliases":["Le Chasse-cœur"]}'
