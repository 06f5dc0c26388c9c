"""The results of studies that are kept for the site, and their provenance on a page."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import details, paragraph
from rulebook.base.questions import note_file
from whister.studies import kept
from whister.studies.chunks import searcher, size_of
from whister.studies.field import RANDOM_DEALS
from whister.studies.told import value
from whister.table.house_rules import value_word
from whister.words import listed

if TYPE_CHECKING:
    from whister.studies.asked import Asked
    from whister.studies.figures import Figure
    from whister.studies.kept import Kept

FOLDER = Path(__file__).parents[3] / "_studies"
_PARTS = {
    "deals": "deals",
    "games": "games",
    "revokes": "deals looked through for a revoke",
    "field": "searched deals",
}


def results(family: str, kind: str, folder: Path | None = None) -> dict[str, Kept]:
    """Return the studies of a family that are for one purpose, by name; none if none have been kept."""
    file = (folder or FOLDER) / f"{family}-{kind}.jsonl"
    note_file(file)
    return _read(file, file.stat().st_mtime_ns) if file.is_file() else {}


@cache
def _read(file: Path, changed: int) -> dict[str, Kept]:
    return {study.name: study for study in kept.read(file)}


def chosen(kept: Kept, part: str, of: int = -1) -> tuple[str, str]:
    """Return the title of the option that a study is about, and the value chosen in words: by the last of its rule sets,
    or by the one with number ``of``. ``part`` is ``name.value``."""
    rules = kept.asked().sets[of]
    option = rules.options[part.partition(".")[0]]
    now = str(rules.chosen.get(option.name, option.default))
    return option.title, next(each.text for each in option.values if str(each.value) == now).rstrip(".")


def not_yet() -> nodes.paragraph:
    """Return what is said where nothing has been measured."""
    return paragraph("Not measured yet.")


def told(figure: Figure) -> str:
    """Return the value of a figure with its error, to be broken between lines only before a range in brackets."""
    said = value(figure).replace(" ± ", "\u00a0±\u00a0").replace(" %", "\u00a0%")
    return said.replace(" to ", "\u00a0to\u00a0").replace("–", "\u2060–\u2060")


def command(asked: Asked) -> str:
    """Return the command that repeats a study."""
    words = ["whister", "study"]
    for how, rules in zip(("--first", "-o") if len(asked.sets) > 1 else ("-o",), asked.sets, strict=True):
        words.append(rules.id)
        words += [
            word for name, value in rules.chosen.items() for word in (how, f"{name}={value_word(value)}")
        ]
    words.sort(key=lambda word: word.startswith("-") or "=" in word)
    entrant = asked.entrants[0]
    if entrant.name != "cautious":
        words += ["--bot", entrant.name]
    if entrant.rollouts:
        words += ["--rollouts", str(entrant.rollouts)]
    words += ["--deals", str(played(asked).get("deals", 0))]
    for part in ("games", "revokes", "field"):
        if part in asked.counts:
            words += [f"--{part}", str(played(asked)[part])]
    return shlex.join([*words, "--seed", str(asked.seed)])


def played(asked: Asked) -> dict[str, int]:
    """Return how many deals, games and searched deals a study has."""
    return {part: count * size_of(part, asked.entrants) for part, count in asked.counts.items()}


def older(every: Iterable[Kept]) -> list[nodes.Node]:
    """Return a note if some figures are older than the rules or the players."""
    stale = sorted({why for each in every for why in each.stale()})
    said = (
        f"Some of these figures are older than the present rules or players: {listed(stale)}."
        if stale
        else ""
    )
    return [paragraph(said, classes=["stale"])] if said else []


def repeated(asked: Asked) -> nodes.paragraph:
    """Return a note on how the rows of a table are repeated, with the command of one of them."""
    return paragraph(
        "Each row can be reproduced with a command such as ",
        nodes.literal("", command(asked)),
        ".",
        classes=["claim-note"],
    )


def how(study: Kept, what: str = "this") -> Iterator[nodes.Node]:
    """Yield how a study was played, folded away, and a note if its figures are older than the rules or the players."""
    if why := study.stale():
        yield paragraph(
            f"These figures are older than the present rules or players: {listed(list(why))}.",
            classes=["stale"],
        )
    asked, origin = study.asked(), study.origin
    amounts = " and ".join(f"{number:,} {_PARTS[part]}" for part, number in played(asked).items())
    hashes = ", ".join(dict.fromkeys(origin.behaviour))
    name, _, rollouts = origin.players[0].partition(" ")
    out = f", who play out {rollouts} deals before each decision" if rollouts else ""
    who = f"{amounts} between {name} players{out}, from the seed “{asked.seed}”."
    if "field" in asked.counts:
        searched = played(asked)["field"]
        who = (
            f"{amounts}, from the seed “{asked.seed}”: the players play out {searcher(asked.entrants).rollouts} deals before each "
            f"decision. Order: each deal is played with one searching player among random ones, in each seat in turn. Fairness: "
            f"{searched * RANDOM_DEALS:,} deals of random players."
        )
    said = (
        f"{who} Whister {origin.version}; behaviour hash of the rules {hashes}; hash of the players’ code {origin.policy}; "
        f"revision {origin.revision} of the engine."
    )
    repeat = paragraph("To reproduce: ", nodes.literal("", command(asked)))
    yield details(f"How {what} was measured", paragraph(said), repeat, classes=["claim-note"])
