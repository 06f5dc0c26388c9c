"""The form above the list of games, made with the page so that nothing moves, and hidden without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from rulebook.base.elements import Html, h

if TYPE_CHECKING:
    from collections.abc import Collection

Facts = Mapping[str, Sequence[tuple[str, str, str]]]
"""The facts by which each game is chosen: the kind of fact, its text, and its value."""

Choice = tuple[str, str]
"""The value that a form submits, and its label."""

PERIODS = ((0, 1850), (1850, 1900), (1900, 1950), (1950, 9999))
"""The periods by which games can be chosen: from the first year of each up to, but not including, the second."""

ORDERS = (("", "Best known first"), ("oldest", "Oldest first"), ("newest", "Newest first"))


def games_form(games: Facts, *, families: Sequence[str]) -> nodes.Element:
    """Return the form for these games; with a single family there is no choice of family."""
    fields = [
        _field("family", "Family", "All", ((family, family.title()) for family in families)) if families else None,
        _field("players", "Players", "Any number", _players(games)),
        _field("years", "Years", "Any time", _periods(games)),
        _field("partners", "Partners", "With or without", _as_said(games, "partners")),
        _field("bidding", "Bidding", "With or without", _as_said(games, "bidding")),
        _field("order", "Order", *ORDERS[0][1:], ORDERS[1:]),
    ]  # fmt: skip
    count = h("output", {"class": "games-count"}, f"{len(games)} games")
    clear = h("button", {"type": "reset"}, "Clear")
    form = h("form", {"class": "games-form", "hidden": True, "aria-label": "Filter the games"},
             fields, h("p", {"class": "games-found"}, count, " ", clear))  # fmt: skip
    return addnodes.only("", nodes.raw("", str(form), format="html"), expr="html and not epub")


def _field(name: str, label: str, every: str, choices: Iterable[Choice]) -> Html:
    options = [h("option", {"value": value}, words) for value, words in (("", every), *choices)]
    return h("label", {"class": "games-field"}, h("span", {}, label), h("select", {"name": name}, options))


def _values(games: Facts, kind: str) -> list[str]:
    return [value for facts in games.values() for known, _, value in facts if known == kind]


def _players(games: Facts) -> Iterable[Choice]:
    counts = {int(number) for value in _values(games, "players") for number in value.split()}
    return ((str(count), str(count)) for count in sorted(counts))


def _periods(games: Facts) -> Iterable[Choice]:
    years = {int(value) if value else None for value in _values(games, "year")}
    for first, after in PERIODS:
        if any(year is not None and first <= year < after for year in years):
            yield f"{first or ''}-{after - 1 if after < 9999 else ''}", _in_words(first, after)
    if None in years:
        yield "none", "Not dated"


def _in_words(first: int, after: int) -> str:
    if not first:
        return f"Before {after}"
    return f"{first} to {after - 1}" if after < 9999 else f"{first} and after"


def _as_said(games: Facts, kind: str) -> Iterable[Choice]:
    """Return the values that occur among the games, the most common first."""
    values = _values(games, kind)
    found: Collection[str] = sorted(set(values), key=lambda value: -values.count(value))
    return ((value, value[0].upper() + value[1:]) for value in found)
