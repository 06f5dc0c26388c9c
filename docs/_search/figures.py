"""The pages of figures for search: a record for each, and for its sections, in the words in which people ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from _search import FIGURES, Record
from _search.pages import sections
from rulebook.base.catalogue import rule_set_ids
from rulebook.numbers.results import results

ASKED = {
    "length": "the length of a game, or how long it lasts",
    "moon/shot": "how often the moon is shot",
    "void/all-pass": "how often everyone passes",
    "contract/all-pass": "how often everyone passes",
    "void/unsupported": "how often nobody supports a bid",
    "made": "how often contracts are made",
    "card": "who takes the dearest card",
    "pool": "the pool",
    "result": "what each seat wins or loses",
}
"""What people ask, by the figures that answer it."""
SECTIONS = frozenset(["revokes", "strong-players"])
"""The sections that have a record of their own."""


def figures(site: Path) -> Iterator[Record]:
    """Yield a record for each page of figures of a rule set, and for each section that people ask for."""
    for rule_set in rule_set_ids():
        family = rule_set.partition("/")[0]
        page = site / rule_set / "numbers" / "index.html"
        kept = results(family, "set").get(rule_set)
        if kept is None or not page.is_file():
            continue
        asked = dict.fromkeys(
            words
            for name, words in ASKED.items()
            if name in kept.sums or any(each.startswith(f"{name}/") for each in kept.sums)
        )
        (_, title, _), *others = sections(page, of_figures=True)
        where = f"{rule_set}/numbers/"
        yield Record(where, FIGURES, family, title, f"{'; '.join(asked).capitalize()}.", games=(rule_set,))
        for anchor, heading, _ in others:
            if anchor in SECTIONS:
                yield Record(f"{where}#{anchor}", FIGURES, family, heading, "", games=(rule_set,))
