"""The fast path, which plays cards from tables as long as playing cards is the only possible action. Everything else,
and every refusal, is left to ``Machine``, which gives the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence

from whister.deal.machine import Machine
from whister.notation import Action


class Quick:
    """The legal actions in a deal, and how they are carried out."""

    __slots__ = ("_state",)

    _state: Machine

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """Return the legal actions of the seat to act, or of another seat out of turn. Choices of several cards are not
        listed until needed."""
        state = self._state
        fast = state.fast
        if fast is None or (seat is not None and seat != state.seat):
            return state.legal(seat)
        mine: Sequence[int] = state.parts[state.seat]
        if part := mine[state.quick]:
            return state.table[part] or fast.layout.fill(state.quick, part)
        if not state.loose:
            mine = state.folded = state.fold()
        p = fast.parts
        try:
            found = p[0][mine[0]] + p[1][mine[1]] + p[2][mine[2]] + p[3][mine[3]]  # type: ignore[operator]
            return found + p[4][odd] if (odd := mine[4]) else found  # type: ignore[operator]
        except TypeError:  # some part has not been filled yet
            return fast.layout.filled(mine)

    def act(self, action: Action | str, seat: int | None = None) -> None:
        """Carry out an action. ``action`` is an ``Action`` or its text; ``seat`` is needed only out of turn.

        Raises ``IllegalAction``, naming the clause that refuses the action, or ``NotationError``; either leaves the
        deal unchanged.
        """
        state = self._state
        if type(action) is Action and action._pack is state.playing:
            home, bit, card = action._home, action._bit, action._place
        elif state.fast is None:
            state.act(action, seat)
            return
        else:
            home, bit, card = state.place(action)
        if bit and (seat is None or seat == state.seat):
            me = state.seat
            mine = state.parts[me]
            part = open_to = mine[home]
            if home != (quick := state.quick):
                if not state.loose:
                    open_to = (state.folded or state.fold())[home]
                    state.folded = None
                elif mine[quick]:
                    open_to = 0
            if open_to & bit:
                mine[home] = part ^ bit
                trick = state.open_trick
                if trick:
                    trick.append(card)
                    if (strength := state.rank[card]) > state.best:
                        state.best = strength
                        state.taker = me
                    if me == state.last:
                        state.gather()
                    else:
                        state.seat = state.after[me]
                    return
                trick.append(card)
                fast = state.fast
                assert fast is not None
                led = state.suit_led = fast.suit_of[card]
                rank = state.rank = fast.strength[led]
                way = fast.quick[state.flags][led]
                state.quick, state.loose, state.table = way.quick, way.loose, way.table
                state.best = rank[card]
                state.leader = state.taker = me
                state.last = fast.before[me]
                state.seat = state.after[me]
                return
        state.act(action, seat)
