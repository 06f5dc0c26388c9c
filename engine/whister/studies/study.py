"""A study: how it is played, and its figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from whister import checks
from whister.errors import StudyError
from whister.mechanisms.end.ending import low_wins
from whister.objects import in_a_line
from whister.rules import Rules
from whister.simulating import Submits, check_executor
from whister.studies.asked import Asked, asked_of
from whister.studies.chunks import searcher
from whister.studies.field import sides_of
from whister.studies.figures import Figure, figures_of
from whister.studies.groups import DIFFERENCE, PARTS
from whister.studies.running import Told, run
from whister.studies.sums import Sums, merged
from whister.studies.told import label

if TYPE_CHECKING:
    from pathlib import Path

    from whister.studies.store import Store

DEALS = 2_000


class Study:
    """The results of a study.

    ``figures`` are all of them, each with its standard error or its interval; ``rows`` the same as plain dicts, ready
    for a table of data. ``units`` are the units of settlement of the rule sets, and ``low`` whether fewer of them is
    better. ``mixed`` is whether the players differ. ``deals``, ``games``, ``revokes`` and ``field`` are how many of each
    were played.
    """

    def __init__(self, asked: Asked, sums: Sums) -> None:
        self.sums = sums
        self.origin = asked.origin
        self.searcher = searcher(asked.entrants)
        self.mixed = len(set(asked.entrants)) > 1
        self._plans = tuple(rules.plan for rules in asked.sets)
        self.low = tuple(low_wins(rules.plan) for rules in asked.sets)
        self.units = tuple(rules.plan.settling.unit for rules in asked.sets)
        self._sizes = tuple(sides_of(rules.plan) for rules in asked.sets)
        self.deals, self.games, self.revokes, self.field = (
            sums[part].n if part in sums else 0 for part in PARTS
        )

    def __repr__(self) -> str:
        counts = zip(PARTS, (self.deals, self.games, self.revokes, self.field), strict=True)
        played = ", ".join(f"{n} {part}" for part, n in counts if n)
        return in_a_line(f"Study {' and '.join(self.origin.rules)}:", played or "nothing played")

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure, in order: the deals, the games, the revokes, the heuristics of the field."""
        return tuple(figures_of(self.sums, self.units, self._sizes, alike=self.alike, mixed=self.mixed))

    @property
    def alike(self) -> bool:
        """Whether results can be subtracted: both rule sets count in the same unit, and the same total wins."""
        return len({*zip(self.units, self.low, strict=True)}) == 1

    def label(self, figure: Figure) -> str:
        """Return what a figure is about, in words: ``seat 1``, ``trick 3``; "" if it is about the whole deal."""
        contract = figure.about.rpartition(" ")[0] or figure.about
        known = [contract in plan.bidding.contracts for plan in self._plans]
        other = figure.of == "b" or (figure.of == DIFFERENCE and known == [False, True])
        return label(figure, self._plans[other])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The figures as plain dicts: ``part``, ``group``, ``title``, ``about``, ``label``, ``of``, ``unit``, ``n``, ``value``,
        ``error``, ``low`` and ``high``."""
        return [
            figure._asdict() | {"title": figure.title, "label": self.label(figure)} for figure in self.figures
        ]

    def figure(self, group: str, about: str | int = "", of: str = "") -> Figure:
        """Return one figure by its group, what it is about, and in a study of two rule sets ``of`` which of them:
        ``study.figure("tricks", 1, "a")``. Raises ``StudyError``, naming the groups or the figures of the group, if there
        is none."""
        every = self.figures
        known = [figure for figure in every if figure.group == group]
        for figure in known:
            if (figure.about, figure.of) == (str(about), of):
                return figure
        if not known:
            groups = ", ".join(dict.fromkeys(figure.group for figure in every)) or "none"
            raise StudyError(
                f"study, figure: this study has no figures of a group {checks.said(group)}; its groups are {groups}"
            )
        side = f" with of={checks.said(of)}" if of or known[0].of else ""
        names = ", ".join(f"{each.about or '(no name)'}{each.of and f' of {each.of}'}" for each in known)
        alone = "" if not side or known[0].of else ", all with of=''"
        raise StudyError(
            f"study, figure: no figure {group!r}{side} is about {checks.said(str(about))}; of this group there is {names}{alone}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the origin and the figures as plain JSON data."""
        played = {"deals": self.deals, "games": self.games, "revokes": self.revokes, "field": self.field}
        return {"origin": self.origin._asdict(), "played": played, "figures": self.rows}


def study(
    rules: Rules | Sequence[Rules], players: Any = "cautious", deals: int | None = None, seed: str | int = 0, *,
    games: int = 0, field: int = 0, revokes: int = 0, executor: Submits | None = None, workers: int = 1, file: str | Path | None = None,
    trusted: bool = False, rollouts: int | None = None, told: Told | None = None,
) -> Study:  # fmt: skip
    """Return what many deals between computer players show of a rule set, or of two compared on the same cards.

    ``players`` are those of ``whister.simulate``: one for all seats, or one for each. They draw lots from the seed of the
    study. If they differ, every deal is played with each of them in every seat in turn. ``deals`` are played apart, each as
    if its game had just begun; there are 2,000 unless another number is given. ``games`` are played to their ends.
    ``revokes`` are deals of cautious players; those in which somebody can revoke are played twice, once with a revoke that
    is claimed. ``field`` is the number of deals with searching players for the heuristics of the field. Each number is
    rounded up to whole chunks: 200 deals, 20 games, 100 revokes; one deal or game if a player searches.

    Of two rule sets, the second is compared with the first: the same seeds, so the same cards where the packs are the
    same, and the same players; a difference is that of b from a in one deal, and its standard error is over deals.

    ``executor`` is one of ``concurrent.futures``, or another with the same ``submit``, with so many ``workers``; the
    figures do not depend on it. ``file`` keeps the sums: the same study goes on where it was interrupted, or with more
    deals. ``told`` is called with the progress after each chunk. Raises ``DealError``, ``PlayerError`` or ``StudyError``.
    """
    asked = asked_of(
        rules,
        players,
        seed,
        deals=deals_of(deals, games, field, revokes),
        games=games,
        field=field,
        revokes=revokes,
        trusted=trusted,
        rollouts=rollouts,
    )
    checks.whole(workers, "study, workers", 1)
    if executor is not None:
        check_executor(executor, "study")
    if told is not None and not callable(told):
        raise checks.refuse("study, told", "a function that takes the progress", told)
    if file is None:
        return Study(asked, run(asked, executor=executor, workers=workers, told=told))
    from pathlib import Path

    from whister.studies.store import Store  # with its database, which the browser's Python has not

    if not isinstance(file, str | Path):
        raise StudyError(f"study, file: expected the path of a file, got {checks.said(file)}")
    with Store(Path(file), asked.about()) as store:
        run(asked, store, executor=executor, workers=workers, told=told)
        return read(asked, store)


def deals_of(deals: int | None, *others: int) -> int:
    """Return the number of deals: 2,000 if none is given, or none if something else is to be played."""
    return deals if deals is not None else 0 if any(others) else DEALS


def read(asked: Asked, store: Store) -> Study:
    """Return the results of a study as far as its file contains them."""
    return Study(
        asked, merged(sums for part, most in asked.counts.items() for sums in store.sums(part, most))
    )


__all__ = ["DEALS", "Study", "deals_of", "read", "study"]
