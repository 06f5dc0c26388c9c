"""The position of each game in the family tree: its row and its distance from the left.

Every game has its own row, below all its parents, so that a line goes down from the parent's mark and then right to the
child's without crossing a label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.pictures.genealogy import Descent, Game

FIRST, LAST = 1550, 2025
"""The years of the grid; games without a date and without a dated neighbour come after the last."""

LEFT, CLOSE, WIDE, TURN = 16.0, 0.5, 1.5, 1880
"""The position of the first year, the width of a year in pixels before and after the turning point, and that year."""

BESIDE, BEFORE, STEP = 20.0, 8.0, 14.0
"""In pixels: from a parent to an undated game, from an undated ancestor to its child, from any parent to its child."""


CLEAR = 8.0
"""The least distance of a mark from another game's line."""


class Layout:
    """The games in rows and columns. `order` is the order of the rows; `across` has pixels from the left."""

    def __init__(
        self, games: Mapping[str, Game], descents: Sequence[Descent], families: Sequence[str]
    ) -> None:
        self.games, self.families = games, families
        self.parents = {name: [each.parent for each in descents if each.child == name] for name in games}
        self.children = {name: [each.child for each in descents if each.parent == name] for name in games}
        self.order = self._rows()
        self.across = self._columns()

    def _rows(self) -> list[str]:
        """Return the games by family, each after its parents; games without any descent come last in their family."""
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
        """Return whether any child of a game has another parent; if so, the game is placed late, near that child."""
        return any(len(self.parents[child]) > 1 for child in self.children[name])

    def _age(self, name: str) -> tuple[bool, float, str]:
        game = self.games[name]
        return game.year is None, game.year or 0, game.title

    def _first_known(self, name: str) -> tuple[float, str]:
        """Return a sort key: the first known year of a game or its descendants, then the title of the game.

        The oldest line thus comes first.
        """
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
        """Move games to the right of other games' lines that pass through their rows."""
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
        """Put undated ancestors to the left of the first of their children, the earliest ancestor farthest away."""
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
