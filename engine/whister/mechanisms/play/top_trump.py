"""A card that is the highest trump, whichever suit is trump."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart


class TopTrump(Mechanism):
    """A ``card`` leaves its suit to be the highest trump for every purpose; its suit has one card fewer."""

    name: ClassVar[str] = "top_trump"
    order: ClassVar[int] = 2
    card: str

    def setup(self, clause: Clause, pack: Pack, play: PlayPart) -> None:
        place = pack.card(self.card).index
        play.top_trump = lambda trump, turned: place


class TopTrumpSwitch(Mechanism):
    """The card ``instead`` is the highest trump if the suit of the usual highest trump is itself trump or turned up.

    The usual card then keeps its rank in its own suit. ``when`` the change applies: ``on-trump``, ``on-turn-up``, or
    ``never``.
    """

    name: ClassVar[str] = "top_trump_switch"
    order: ClassVar[int] = 3
    instead: str
    when: Literal["on-trump", "on-turn-up", "never"] = "on-trump"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "when": "on-trump" if parameters.get("when") == "never" else "never"}

    def setup(self, clause: Clause, pack: Pack, play: PlayPart) -> None:
        if play.top_trump is None:
            return
        usual = play.top_trump("", "")
        other, suit = pack.card(self.instead).index, pack.cards[usual].suit

        def top(trump: str, turned: str) -> int:
            decides = {"on-trump": trump, "on-turn-up": turned, "never": ""}[self.when]
            return other if decides == suit else usual

        play.top_trump = top
