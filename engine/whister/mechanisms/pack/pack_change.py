"""Changes to the pack: cards removed or restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.dealing import DealingPart
from whister.plan.makeup import MakeupPart
from whister.plan.mechanism import Mechanism


class PackChange(Mechanism):
    """Cards removed from the pack, or removed cards put back.

    The widow then has the nearest size that leaves equal hands. ``out`` and ``back`` list cards, ranks or suits. The
    clause must come after the one with ``pack``.
    """

    name: ClassVar[str] = "pack_change"
    alone: ClassVar[str] = (
        "No other game here adds or removes a few cards by a separate rule; `pack` defines the whole pack."
    )
    order: ClassVar[int] = 0
    out: tuple[str, ...] = ()
    back: tuple[str, ...] = ()

    def setup(
        self, clause: Clause, makeup: MakeupPart, dealing: DealingPart, clause_of: Mapping[str, Clause]
    ) -> None:
        if "pack" not in clause_of:
            raise RecordError(f"{clause.id}: pack_change needs an earlier clause that has 'pack'")
        usual = makeup.left_out

        def left_out(pack: Pack) -> int:
            return (usual(pack) | pack.select(self.out, clause.id)) & ~pack.select(self.back, clause.id)

        makeup.left_out, dealing.widow_fits = left_out, True
