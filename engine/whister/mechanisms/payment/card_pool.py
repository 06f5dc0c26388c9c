"""Pools for single cards; the player of such a card takes its pool or pays into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, NamedTuple

from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.play.how_played import shown, tell_how
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import SettlingPart
from whister.plan.worth import WorthPart


class SlamPools(NamedTuple):
    """The effect of an undertaken slam on the card pools."""

    clause: Clause  #: the clause that states the effect
    maker: int
    made: bool
    until: int  #: the last trick in which a card played by the maker counts


class CardPoolInSlam(Mechanism):
    """If a slam is undertaken, only the player who undertook it settles with the card pools.

    For a card played before the last ``but`` tricks, they take from its pool if the slam is made, and pay into it if
    the slam is broken.
    """

    name: ClassVar[str] = "card_pool_in_slam"
    alone: ClassVar[str] = (
        "No other game here reserves pools for the maker of a slam; `card_pool` ignores slams, and "
        "`undertaken_slam` settles between players."
    )
    order: ClassVar[int] = 14
    but: int

    def settle(self, settling: Settling, clause: Clause) -> None:
        if "slam_by" in settling.notes:
            made, until = "slam_made" in settling.notes, settling.plan.dealing.hand_size - self.but
            settling.notes["slam_pools"] = SlamPools(clause, settling.notes["slam_by"], made, until)


class CardPool(Mechanism):
    """The player of a card takes the contents of its pool, or pays the same amount into it.

    ``cards`` maps a card to its pool, and ``most`` a pool to the largest amount taken or paid at once. ``how`` lists
    the ways of playing the card that count: ``placed``, ``forced``, ``led``. ``does``: the player ``takes`` or
    ``pays``.
    """

    name: ClassVar[str] = "card_pool"
    alone: ClassVar[str] = (
        "No other game here has a pool for a single card; `pool_to_declarer` awards a whole pool for a "
        "contract, and `consolation` pays between players."
    )
    order: ClassVar[int] = 15
    declares: ClassVar[Mapping[str, str]] = {"plays": "plays"}
    cards: Mapping[str, str]
    most: Mapping[str, int]
    how: tuple[Literal["placed", "forced", "led"], ...]
    does: Literal["takes", "pays"] = "takes"

    def setup(
        self, clause: Clause, pack: Pack, worth: WorthPart, course: CoursePart, settling: SettlingPart
    ) -> None:
        settling.have_pools(*self.cards.values())
        cards = pack.mask(list(self.cards), clause.id)
        worth.pooled |= cards
        tell_how(worth, course, cards)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void:
            return
        for play in shown(settling, self.how):
            slam = settling.notes.get("slam_pools")
            if slam is not None and (play.by != slam.maker or play.trick > slam.until):
                continue
            does, by_clause = self.does, clause
            if slam is not None:
                does, by_clause = "takes" if slam.made else "pays", slam.clause
            elif does == "takes" and play.by in settling.notes.get("pools_lost", ()):
                does, by_clause = "pays", settling.notes["pools_lost"][play.by]
            pool = self.cards.get(play.card, "")
            chips = min(settling.pools.get(pool, 0), self.most.get(pool, 0))
            if not chips:
                continue
            taken = chips if does == "takes" else -chips
            name = settling.plan.pack.card(play.card).name
            said = f"The {name} {play.how}: seat {play.by} {does} {chips}"
            amounts = [taken * (seat == play.by) for seat in settling.plan.table.seats]
            settling.line(by_clause, said, amounts, pool=-taken, of=pool)
