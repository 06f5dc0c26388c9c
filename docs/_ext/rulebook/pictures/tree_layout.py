"""The place of each game in the family tree: its row, and how far to the right.

Every game has a row of its own, under all its parents, so that a line goes down from the parent's mark and then right to
the child's and meets no label on its way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.pictures.genealogy import Descent, Game

FIRST, LAST = 1550, 2025
"""The years of the grid; games without a date and without a dated neighbour come after the last."""

LEFT, CLOSE, WIDE, TURN = 16.0, 0.5, 1.5, 1880
"""Where the first year is, and how many pixels a year takes before and after the year from which there are more games."""

BESIDE, BEFORE, STEP = 20.0, 8.0, 14.0
"""How far an undated game is after its parent, the first of several undated ancestors before their child, and any child from
its parent at least."""


CLEAR = 8.0
"""How far a mark is from a line that is not its own."""


class Layout:
    """The games in rows and columns. `order` is that of the rows; `across` is in pixels from the left."""

    def __init__(
        self, games: Mapping[str, Game], descents: Sequence[Descent], families: Sequence[str]
    ) -> None:
        self.games, self.families = games, families
        self.parents = {name: [each.parent for each in descents if each.child == name] for name in games}
        self.children = {name: [each.child for each in descents if each.parent == name] for name in games}
        self.order = self._rows()
        self.across = self._columns()

    def _rows(self) -> list[str]:
        """Return each game after its parents, families apart, games without any descent last in their family."""
        order: list[str] = []

        def place(name: str) -> None:
            if name in order or any(parent not in order for parent in self.parents[name]):
                return
            order.append(name)
            for child in sorted(self.children[name], key=lambda each: (self._shared(each), self._age(each))):
                place(child)

        for family in self.families:
            roots = [name for name in self.games if self._begins(name, family)]
            linked = [name for name in roots if self.children[name]]
            for name in sorted(linked, key=self._first_known):
                place(name)
            for name in sorted(set(roots) - set(linked), key=self._age):
                place(name)
        return [name for family in self.families for name in order if self.games[name].family == family]

    def _begins(self, name: str, family: str) -> bool:
        return self.games[name].family == family and not self.parents[name]

    def _shared(self, name: str) -> bool:
        """Return whether a game has children with other parents: it is placed last, near them."""
        return any(len(self.parents[child]) > 1 for child in self.children[name])

    def _age(self, name: str) -> tuple[bool, float, str]:
        game = self.games[name]
        return game.year is None, game.year or 0, game.title

    def _first_known(self, name: str) -> tuple[float, str]:
        """Return the first known year of a game or of its descendants: the oldest line comes first."""
        years = [year for each in self._line_of(name) if (year := self.games[each].year) is not None]
        return min(years, default=LAST), self.games[name].title

    def _line_of(self, name: str) -> set[str]:
        return {name}.union(*(self._line_of(child) for child in self.children[name]))

    def _columns(self) -> dict[str, float]:
        at = {name: column(game.year) for name, game in self.games.items() if game.year is not None}
        self._put_before_their_children(at)
        for name in self.order:
            before = [at[parent] for parent in self.parents[name] if parent in at]
            after = [at[child] for child in self.children[name] if child in at]
            if name in at:
                at[name] = max([at[name], *(each + STEP for each in before)])
            elif before and (after or self._comes_from_a_dated_game(name)):
                at[name] = min([max(before) + BESIDE, *((max(before) + each) / 2 for each in after)])
        for name in self.order:
            before = [at[parent] for parent in self.parents[name] if parent in at]
            at.setdefault(name, max([column(LAST) + 14, *(each + STEP for each in before)]))
        self._clear_of_lines(at)
        return at

    def _clear_of_lines(self, at: dict[str, float]) -> None:
        """Move a game to the right of a line of others that goes down through its row."""
        row = {name: number for number, name in enumerate(self.order)}
        for name in self.order:
            at[name] = max([at[name], *(at[parent] + STEP for parent in self.parents[name])])
            passing = [
                at[parent]
                for parent in self.order[: row[name]]
                if any(row[child] > row[name] for child in self.children[parent])
            ]
            for line in sorted(passing):
                if abs(at[name] - line) < CLEAR:
                    at[name] = line + CLEAR

    def _put_before_their_children(self, at: dict[str, float]) -> None:
        """Put undated ancestors before the first of their children, the first of several farthest off."""
        beside: dict[float, int] = {}
        for name in reversed(self.order):
            after = [at[child] for child in self.children[name] if child in at]
            if name not in at and after and not self.parents[name]:
                many = beside[min(after)] = beside.get(min(after), 0) + 1
                at[name] = min(after) - BEFORE * (many + 1)

    def _comes_from_a_dated_game(self, name: str) -> bool:
        return any(
            self.games[parent].year is not None or self._comes_from_a_dated_game(parent)
            for parent in self.parents[name]
        )


def column(year: float) -> float:
    """Return the position of a year, in pixels from the left."""
    return LEFT + (min(year, TURN) - FIRST) * CLOSE + max(year - TURN, 0) * WIDE
