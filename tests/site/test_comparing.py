"""The page compares rule sets as the engine does, with the same clauses, parameters, words, hashes and refusals."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import whister
from rulebook.comparing.rule_data import FOLDER, data_files
from rulebook.history.words_compared import common, compared
from tests.house_rules import offered, varied
from whister import OptionClash, OptionError
from whister.reference.comparing import change_in_words, compare
from whister.table import house_rules

HERE = Path(__file__).parent
Side = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("data")
    for file in data_files():
        file.write(found)
    return found / FOLDER


def by_node(script: str, folder: Path, given: list[Any]) -> list[Any]:
    """Run a script from this folder with Node; return its answers, one for each item given."""
    node = shutil.which("node")
    if not node:
        pytest.fail("node is missing", pytrace=False)
    jobs = folder / "jobs.json"
    jobs.write_text(json.dumps(given))
    done = subprocess.run([node, HERE / script, folder, jobs], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[Any] = json.loads(done.stdout)
    assert len(found) == len(given)
    return found


def in_the_page(folder: Path, pairs: list[tuple[Side, Side]]) -> list[dict[str, Any]]:
    """Return the comparison of each pair by the page's own scripts, in one run of Node."""
    return by_node("comparing.mjs", folder, pairs)


def by_the_engine(a: Side, b: Side) -> dict[str, Any]:
    try:
        one, other = (whister.load(name, None, **options) for name, options in (a, b))
    except OptionClash as error:
        return {"clash": house_rules.clash(error)}
    except OptionError:
        return {"clash": None}
    found = compare(one, other)
    words = [change_in_words(change) for clause in found["clauses"] for change in clause["parameters"]]
    del found["alike"], found["a"]["behaviour_hash"], found["b"]["behaviour_hash"]
    found["clauses"] = [c["slug"] if c["change"] == "kept" else c for c in found["clauses"]]
    text = json.dumps(found, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"digest": digest, "hashes": [one.behaviour_hash, other.behaviour_hash], "words": words}


def differing(folder: Path, pairs: list[tuple[Side, Side]]) -> list[Any]:
    """Return the pairs that the page and the engine compare differently, each with the page's comparison."""
    told = in_the_page(folder, pairs)
    for answer in told:
        answer.pop("refused", None)
    return [(a, b, page) for (a, b), page in zip(pairs, told, strict=True) if by_the_engine(a, b) != page]


def test_many_pairs_of_rule_sets_compare_alike(folder: Path) -> None:
    sets = whister.catalogue()
    parents = [(parent, name) for name in sets if (parent := whister.load(name).extends)]
    others = [(a, b) for number, a in enumerate(sets) for b in sets[number % 5 :: 5]]
    pairs: list[tuple[Side, Side]] = [((a, {}), (b, {})) for a, b in [*parents, *pairwise(sets), *others]]

    assert len({(a, b) for (a, _), (b, _) in pairs}) > 700
    assert differing(folder, pairs) == []


def test_every_value_of_every_option_compares_and_is_named_alike(folder: Path) -> None:
    sets = [whister.load(name) for name in whister.catalogue()]
    pairs: list[tuple[Side, Side]] = [
        ((rules.id, {}), (rules.id, chosen)) for rules in sets for chosen in varied(rules)
    ]

    assert len(pairs) > 4000
    assert differing(folder, pairs) == []


def test_choices_at_random_are_named_or_refused_alike(folder: Path) -> None:
    chance = random.Random(1909)
    pairs: list[tuple[Side, Side]] = []
    for rules in map(whister.load, whister.catalogue()):
        free = [o for o in rules.options.values() if not o.fixed and not o.excluded and o.kind != "table"]
        for _ in range(12 if free else 0):
            some = chance.sample(free, min(len(free), chance.randint(1, 6)))
            pairs.append(((rules.id, {}), (rules.id, {o.name: chance.choice(offered(o)) for o in some})))
    answers = in_the_page(folder, pairs)

    assert sum("hashes" in answer for answer in answers) > 300
    assert sum("refused" in answer for answer in answers) > 30
    assert differing(folder, pairs) == []


def test_what_the_engine_does_not_take_the_page_refuses(folder: Path) -> None:
    wrong: list[dict[str, Any]] = [
        {"mooon": "new"}, {"moon": "blue"}, {"moon_amount": -1}, {"moon_amount": "ten"}, {"target": 0}, {"sun": True},
    ]  # fmt: skip
    pairs: list[tuple[Side, Side]] = [
        (("hearts/black-lady", {}), ("hearts/black-lady", each)) for each in wrong
    ]
    fixed: list[tuple[Side, Side]] = [
        ((rules.id, {}), (rules.id, {option.name: value.value}))
        for rules in map(whister.load, whister.catalogue())
        for option in rules.options.values()
        for value in option.values
        if option.excluded or option.fixed or value.excluded
    ]
    answers = in_the_page(folder, pairs + fixed)

    assert all("refused" in answer for answer in answers[: len(wrong)])
    assert len(fixed) > 100
    assert differing(folder, pairs + fixed) == []


def test_a_table_of_prices_is_laid_over_alike(folder: Path) -> None:
    tables: list[Side] = [
        (rules.id, {option["name"]: option["example"]})
        for rules in map(whister.load, whister.catalogue())
        for option in house_rules.form(rules)
        if option["kind"] == "table" and option["example"]
    ]

    assert len(tables) > 2
    assert differing(folder, [((name, {}), (name, chosen)) for name, chosen in tables]) == []


def test_the_form_in_the_page_is_the_form_of_the_table(folder: Path) -> None:
    choices: list[Side] = [(name, {}) for name in whister.catalogue()]
    answers = by_node("house-rules.mjs", folder, choices)

    for (name, _), answer in zip(choices, answers, strict=True):
        assert answer["form"] == json.loads(json.dumps(house_rules.form(whister.load(name))))


def test_what_may_end_unpaid_is_said_in_the_page_as_by_the_engine(folder: Path) -> None:
    """Each option value is tried alone, and one that leaves results unpaid is also tried with every other value."""
    priced = [rules for rules in map(whister.load, whister.catalogue()) if rules.family == "boston"]
    each = [(rules, chosen) for rules in priced for chosen in varied(rules) if "prices" not in chosen]
    sets: list[tuple[str, dict[str, Any]]] = [(rules.id, chosen) for rules, chosen in each]
    for rules, chosen in each:
        if rules.vary(None, **chosen).unsourced:
            sets += [(rules.id, other | chosen) for beside, other in each if beside is rules]
    wanted, taken = [], []
    for name, chosen in sets:
        with suppress(OptionError):
            found = whister.load(name, None, **chosen).unsourced
            wanted.append(
                [{"text": text, "title": clause.title, "url": clause.url} for clause, text in found]
            )
            taken.append(
                (
                    name,
                    {
                        k: {True: "on", False: "off"}[v] if isinstance(v, bool) else str(v)
                        for k, v in chosen.items()
                    },
                )
            )
    answers = by_node("house-rules.mjs", folder, taken)

    assert [answer["unsourced"] for answer in answers] == wanted
    assert len(taken) > 200
    assert {name for (name, _), said in zip(taken, wanted, strict=True) if said} == {
        "boston/fontainebleau",
        "boston/fontainebleau-1914",
        "boston/french-1914",
        "boston/hoyle",
        "boston/russian-1914",
    }


def test_options_in_an_address_are_read_as_the_engine_has_them(folder: Path) -> None:
    """Some values are texts that look like something else: the text "no", and a year that is a name."""
    sets = [whister.load(name) for name in whister.catalogue()]
    wanted = [(rules.id, chosen) for rules in sets for chosen in varied(rules)][::7]
    spelt = [
        (
            name,
            {
                k: {True: "on", False: "off"}.get(v, str(v)) if isinstance(v, bool) else str(v)
                for k, v in c.items()
            },
        )
        for name, c in wanted
    ]
    answers = by_node("house-rules.mjs", folder, spelt)

    assert [answer["chosen"] for answer in answers] == [chosen for _, chosen in wanted]
    for (name, chosen), answer in zip(wanted, answers, strict=True):
        usual = whister.load(name).options
        assert answer["again"]["id"] == name
        assert answer["again"]["options"].keys() == {k for k, v in chosen.items() if v != usual[k].default}


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "Black Lady"),
        ({"moon": "new"}, "Black Lady with new moon"),
        ({"target": "50", "break_hearts": "off"}, "Black Lady with hearts must be broken: no and target 50"),
        ({"queen_breaks": "on"}, "Black Lady with the queen of spades breaks hearts"),
        (
            {"moon": "new", "target": "50", "sun": "52", "pledge": "on", "pass_count": "4"},
            "Black Lady with cards passed 4, new moon, sun 52 and 2 more choices",
        ),
    ],
)
def test_house_rules_have_a_name_that_can_be_read(folder: Path, options: dict[str, str], name: str) -> None:
    assert by_node("house-rules.mjs", folder, [("hearts/black-lady", options)])[0]["name"] == name


@pytest.mark.parametrize(
    ("base", "options", "published"),
    [
        ("hearts/eagle-1", {"settlement": "sweep", "chips": "0"}, None),
        ("hearts/hitting-the-moon", {"settlement": "sweep", "rounds": "2"}, "hearts/black-lady-1909"),
        ("rook/tournament", {"nest_exchange": "up-to-five"}, "rook/tournament"),
        ("hearts/eagle-1", {"settlement": "sweep"}, None),
    ],
)
def test_house_rules_that_are_published_ones_are_known_for_them(
    folder: Path, base: str, options: dict[str, str], published: str | None
) -> None:
    (told,) = by_node("house-rules.mjs", folder, [(base, options)])

    assert told["same"] == [name for name in (published,) if name]
    if published:
        assert (
            whister.load(base, None, **told["chosen"]).behaviour_hash
            == whister.load(published).behaviour_hash
        )


LADY = "hearts/black-lady"
# Properties that every object of JavaScript inherits.
INHERITED = ("toString", "constructor", "__proto__", "hasOwnProperty", "valueOf")


@pytest.mark.parametrize(
    ("asked", "said", "ways"),
    [
        (("hearts/balck-lady", {"moon": "new"}), "No rule set is called “hearts/balck-lady”.", [{"id": LADY, "options": {"moon": "new"}}]),
        (("zzz", {}), "No rule set is called “zzz”, and no name is close to it. Choose one from the list.", []),
        (("hearts", {}), "“hearts” is a family of games, not a rule set. Choose one of its rule sets.", ["The rule sets of Hearts"]),
        ((LADY, {"mooon": "new", "target": "50"}), "Black Lady has no option “mooon”. The nearest is “The moon”, moon.",
         [{"target": "50", "moon": "new"}, {"target": "50"}, {}]),
        ((LADY, {"break-hearts": "offf", "target": "50"}), "“offf” is not a choice of “Hearts must be broken”. Choose one of: off, on.",
         [{"target": "50", "break_hearts": "off"}, {"target": "50"}, {}]),
        ((LADY, {"target": "5000"}), "“The target” must be a whole number from 1 to 1000, not “5000”.", [{"target": "1000"}, {}]),
        ((LADY, {"xyz": "1"}), "Black Lady has no option “xyz”.", [{}]),
        (("boston/hoyle", {"gather": "as-played"}),
         "Boston after Hoyle fixes “The pack between deals”: In the book the second pack is shuffled during every deal.", [{"id": "boston/hoyle", "options": {}}]),
    ],
)  # fmt: skip
def test_an_address_of_what_is_not_there_keeps_the_rest_and_leads_on(
    folder: Path, asked: tuple[str, dict[str, str]], said: str, ways: list[Any]
) -> None:
    (told,) = by_node("astray.mjs", folder, [asked])

    assert told["said"] == [said]
    assert [way["options"] if asked[0] == LADY else way for way in told["ways"]] == ways


def test_a_word_that_every_object_of_javascript_has_is_no_rule_set_and_no_option(folder: Path) -> None:
    asked = [*((word, {}) for word in INHERITED), *((LADY, {word: "1"}) for word in INHERITED)]
    told = by_node("astray.mjs", folder, asked)

    wanted = [
        *(f"No rule set is called “{word}”" for word in INHERITED),
        *(f"Black Lady has no option “{word}”" for word in INHERITED),
    ]
    assert [answer["said"][0][: len(said)] for answer, said in zip(told, wanted, strict=True)] == wanted
    assert [answer["gone"] for answer in told] == [[]] * len(asked)


def test_an_address_of_what_is_retired_is_followed_and_told(folder: Path) -> None:
    asked = [("hearts/modern", {"stakes": "average", "target": "50"}), (LADY, {"stakes": "off"}), (LADY, {})]
    told = by_node("astray.mjs", folder, asked)

    assert [answer["gone"] for answer in told] == [
        [["stakes=average", "settlement=average"]], [["stakes=off", "settlement=points"]], [],
    ]  # fmt: skip
    assert [answer["said"] for answer in told] == [[], [], []]


@pytest.fixture(scope="module")
def reworded() -> list[tuple[str, str]]:
    """Return the parent's text and the rule set's own text of each clause that a rule set takes over or amends."""
    sets = {name: whister.load(name) for name in whister.catalogue()}
    return [
        (parent.clauses[slug].text, clause.text)
        for rules in sets.values()
        for parent in [sets[name] for name in (rules.extends,) if name]
        for slug, clause in rules.clauses.items()
        if slug in parent.clauses
    ]


def test_words_that_differ_are_marked_and_nothing_is_lost(
    folder: Path, reworded: list[tuple[str, str]]
) -> None:
    marked = [told["sides"] for told in by_node("texts.mjs", folder, reworded)]

    assert [tuple("".join(piece["text"] for piece in side) for side in pair) for pair in marked] == reworded
    for (before, after), pair in zip(reworded, marked, strict=True):
        left = ["".join(p["text"] for p in side if not p["changed"]).split() for side in pair]
        alike = any(piece["changed"] for side in pair for piece in side) or before == after
        assert not alike or left[0] == left[1]


def test_the_same_words_are_marked_where_the_pages_stand_written(
    folder: Path, reworded: list[tuple[str, str]]
) -> None:
    pairs = [(before, after) for before, after in reworded if before != after]
    chosen = [told["common"] for told in by_node("texts.mjs", folder, pairs)]
    written = [[list(places) for places in common(a.split(), b.split())] for a, b in pairs]

    assert len(pairs) > 200
    assert chosen == written
    assert [] in written
    assert any(0 < len(places) < len(a.split()) for places, (a, _) in zip(written, pairs, strict=True))


def test_what_is_written_strikes_out_and_puts_in_every_word() -> None:
    told = compared("Each of four players has 100 points.", "Each of four players has 500 points, as of old.")

    assert [(type(node).__name__, node.astext()) for node in told if node.astext() != " "] == [
        ("inline", "Each of four players has"),
        ("struck", "100 points."),
        ("put_in", "500 points, as of old."),
    ]
    apart = compared("Nothing is passed.", "Three cards go left.")
    assert [type(node).__name__ for node in apart] == ["struck", "Text", "put_in"]


def test_a_changed_number_alone_is_marked(folder: Path) -> None:
    pairs = [("The game ends at 100 points.", "The game ends at 500 points.")]
    ((before, after),) = (told["sides"] for told in by_node("texts.mjs", folder, pairs))

    assert [piece["text"] for piece in before if piece["changed"]] == ["100"]
    assert [piece["text"] for piece in after if piece["changed"]] == ["500"]
