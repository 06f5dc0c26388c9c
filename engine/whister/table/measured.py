"""Deals between computer players in the visitor's browser: a study, some deals at a time."""

from __future__ import annotations

import json
from typing import Any

from whister import checks
from whister.errors import StudyError
from whister.rules import Rules
from whister.studies.asked import asked_of
from whister.studies.chunks import sample
from whister.studies.figures import Figure
from whister.studies.groups import GROUPS
from whister.studies.study import Study
from whister.studies.sums import NOTHING, Sums, from_json, merged, to_json
from whister.studies.told import contract_rank, value
from whister.table import fields

Json = dict[str, Any]
TOGETHER = 20  #: the most deals of one request, so that the page can show how far it is
MOST = 1_000_000  #: the most deals of one seed
RARE = ("void", "contract", "moon")  #: groups of what may not happen in a few deals
_LEFT_OUT = {
    "choices",
    "points",
    "convergence",
    "converges",
}  #: groups with a figure for each trick, or made of these
_ORDER = [*GROUPS, "deviation"]
_ORDER.insert(_ORDER.index("contract"), "bid")
_ORDER.insert(_ORDER.index("made"), "success")


def more(request: Json, rules: Rules) -> Json:
    """Play some more deals of a seed between cautious players, and return all figures so far.

    The request gives the ``seed``, how many deals have been played (``after``) and their ``sums``, as the answer before
    had them. The deals, and so the figures, are those of ``whister study`` with the same seed. Of the groups in ``RARE``,
    those that are ``expected``, such as ``contract/six``, are 0 if they have not happened.
    """
    after = checks.whole(request.get("after", 0), "request, after", 0, MOST)
    deals = checks.whole(request.get("deals", TOGETHER), "request, deals", 1, TOGETHER)
    asked = asked_of(rules, "cautious", fields.text(request, "seed"), deals=after + deals)
    sums = merged([_before(request.get("sums", "{}")), sample(asked.chunk("deals", 1), deals, after)])
    study = Study(asked, dict.fromkeys(_expected(request.get("expected", [])), NOTHING) | sums)
    shown = [figure for figure in study.figures if figure.group not in _LEFT_OUT]
    shown.sort(key=lambda figure: _place(figure, rules))
    rows = [
        {"name": f"{figure.group}/{figure.about}", "title": figure.title, "about": study.label(figure),
         "unit": figure.unit, "value": value(figure)}
        for figure in shown
    ]  # fmt: skip
    return {"deals": study.deals, "sums": json.dumps(to_json(sums)), "rows": rows}


def _place(figure: Figure, rules: Rules) -> tuple[int, tuple[int, int]]:
    """Return the place of a figure: those of a group as they come, but contracts in the order of the bids."""
    contract = figure.group in ("contract", "made")
    return _ORDER.index(figure.group), contract_rank(figure.about, rules.plan) if contract else (0, 0)


def _expected(given: Any) -> list[str]:
    """Return the names of figures that are expected. Raises ``DealError`` or ``StudyError``."""
    names = [checks.text(name, "request, expected") for name in checks.items(given, "request, expected")]
    for name in names:
        if name.partition("/")[0] not in RARE:
            raise StudyError(
                f"request, expected: no figure of the groups {', '.join(RARE)} is called {checks.said(name)}"
            )
    return names


def _before(text: Any) -> Sums:
    """Return the sums of an earlier answer. Raises ``StudyError``."""
    try:
        return from_json(json.loads(text))
    except (TypeError, ValueError):
        raise StudyError("the sums of the deals played so far cannot be read") from None


__all__ = ["MOST", "RARE", "TOGETHER", "more"]
