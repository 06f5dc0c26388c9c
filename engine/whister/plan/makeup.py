"""The make-up of the pack before the deal."""

from __future__ import annotations

from collections.abc import Callable

from whister.cards import ZERO, Pack, pack
from whister.clause import Clause
from whister.frozen import Frozen


class Wild(Frozen):
    """A card outside the suits: the suit it joins and its place there."""

    mask: int
    clause: Clause
    #: its position among the ranks of its suit: 0 for the lowest rank, -1 for below it, or beyond the highest rank
    place: float
    suit: str = ""  #: the suit it joins; "" for the trumps


class MakeupPart:
    """The facts of a rule set about the pack, from which the pack is made once all facts are set."""

    def __init__(self) -> None:
        self.kind = "french"
        self.copies = 1  #: the number of packs shuffled together
        self.jokers = 0
        self.zeros: tuple[str, ...] = ()  #: the suits with a zero, a card below the lowest
        self.ranks: tuple[str, ...] = ()  #: from low to high, if a clause ranks them
        self.left_out: Callable[[Pack], int] = lambda _: 0
        self.wilds: list[Wild] = []

    def every_rank(self) -> tuple[str, ...]:
        """Return the ranks of the pack from low to high: a zero, if any, those that no clause ranks, and the others.

        Raises ``ValueError`` for a rank that is not in the pack or is named twice.
        """
        usual = pack(self.kind).ranks
        for place, rank in enumerate(self.ranks):
            if rank not in usual:
                raise ValueError(f"{rank!r} is not a rank of this pack, which has {' '.join(usual)}")
            if rank in self.ranks[:place]:
                raise ValueError(f"{rank!r} is named twice")
        unranked = tuple(rank for rank in usual if rank not in self.ranks)
        return (*((ZERO,) if self.zeros else ()), *unranked, *self.ranks)

    def unranked(self, whole: Pack, present: int) -> list[str]:
        """Return the ranks dealt that the clause ranking the cards leaves out; none if there is no such clause."""
        if not self.ranks or len(self.ranks) >= len(pack(self.kind).ranks):
            return []
        dealt = {card.rank for card in whole.spread(present) if card.suit}
        return [rank for rank in whole.ranks if rank in dealt and rank not in (*self.ranks, ZERO)]
