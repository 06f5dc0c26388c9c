"""The figures of a study on paper: group by group, and of a pair, only the rows that differ."""

from __future__ import annotations

from itertools import groupby
from math import isclose

from whister.cli.paper import Paper
from whister.studies import told
from whister.studies.chunks import called
from whister.studies.figures import Figure
from whister.studies.groups import PARTS
from whister.studies.study import Study

_PLAYED = {"deals": "deals", "games": "games", "revokes": "deals", "field": "searched deals"}


def show(out: Paper, study: Study) -> None:
    """Print the figures of a study, group by group."""
    origin = study.origin
    for sign, name, options in zip("AB", origin.rules, origin.options, strict=False):
        chosen = ", ".join(f"{key}={value}" for key, value in options.items())
        out.line(f"{sign + '  ' if len(origin.rules) > 1 else ''}{out.style(name, 'name')}  {chosen}", 0, 3)
    amounts = (
        ("deals", study.deals),
        ("games", study.games),
        ("deals looked through for a revoke", study.revokes),
        ("searched deals", study.field),
    )
    played = ", ".join(f"{number:,} {name}" for name, number in amounts if number)
    out.line(f"{played}; players: {', '.join(dict.fromkeys(origin.players))}; seed {_seed(origin.seed)}")
    if study.field:
        out.line(f"The searched deals: {called(study.searcher)}, and random players.")
    out.line(told.SEATS)
    same: list[str] = []
    for _, figures in groupby(study.figures, key=lambda figure: (PARTS.index(figure.part), figure.title)):
        _group(out, study, list(figures), same)
    if not study.alike:
        out.line()
        out.line(
            "The two count in different units, or in opposite senses, so their results are not subtracted.",
            0,
            2,
        )
    if same:
        out.line()
        out.line(f"Not changed in any deal: {'; '.join(dict.fromkeys(same))}.", 0, 2)


def _seed(seed: str) -> str:
    """Return a seed on one line: as it is, or quoted if it cannot be printed so."""
    return seed if seed.isprintable() and seed == seed.strip() else repr(seed)


def _group(out: Paper, study: Study, figures: list[Figure], same: list[str]) -> None:
    """Print the figures of one group; of a pair, only those that may differ in some deal. ``same`` collects the others."""
    rows: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        rows.setdefault(study.label(figure), {})[figure.of] = figure
    shown = [(name, *cells) for name, row in rows.items() if (cells := _cells(row))]
    if not shown:
        same.append(figures[0].title[:1].lower() + figures[0].title[1:])
        return
    out.line()
    units = {figure.of: figure.unit for figure in figures}
    one = len(set(units.values())) == 1
    unit = f" ({figures[0].unit})" if one and figures[0].unit != "share" else ""
    out.line(out.style(f"{figures[0].title}{unit}", "strong"), 0, 2)
    heads = [
        name if one or side not in units else f"{name} ({units[side]})"
        for name, side in (("A", "a"), ("B", "b"))
    ]
    if len(study.origin.rules) < 2:
        out.rows(list(shown), 2)
        return
    heads.append("B − A")
    if out.has_room([("", *heads), *shown], 2):
        out.rows([("", *heads), *shown], 2)
    else:
        for row in shown:  # each label on a line of its own
            out.line(row[0], 2, 4)
            out.line(";  ".join(f"{head} {cell}" for head, cell in zip(heads, row[1:], strict=True)), 4, 6)
    if any(map(_partly_paired, rows.values())):
        both = _PLAYED[figures[0].part]
        out.line(f"B − A is the mean over the {both} in which both have a value.", 2, 4)


def _partly_paired(row: dict[str, Figure]) -> bool:
    """Return whether the difference is not that of the two figures, since some deals have a value in one of them only."""
    a, b, difference = (row.get(side) for side in ("a", "b", "difference"))
    if a is None or b is None or difference is None:
        return False
    return not isclose(difference.value, b.value - a.value, rel_tol=1e-9, abs_tol=1e-9)


def _cells(row: dict[str, Figure]) -> tuple[str, ...]:
    """Return the values of a row; none for a pair of figures that are the same in every deal. Without a difference in
    each deal, as for a share of some deals only, nobody knows that."""
    if "" in row:
        return (told.value(row[""]),)
    a, b, difference = (row.get(side) for side in ("a", "b", "difference"))
    equal = a is not None and b is not None and (a.value, a.n) == (b.value, b.n)
    if equal and difference is not None and not difference.value and not difference.error:
        return ()
    return tuple("–" if each is None else told.value(each) for each in (a, b, difference))


__all__ = ["show"]
