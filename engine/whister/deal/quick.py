"""The fast path: cards come and go by the tables of a play, while nothing but cards can be done in a deal.

Whatever else is asked, and every refusal, is left to the machine behind it, which knows the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence

from whister.deal.machine import Machine
from whister.notation import Action


class Quick:
    """What may be done in a deal, and doing it."""

    __slots__ = ("_state",)

    _state: Machine

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """What the seat to act may do, or another seat out of turn. Choices of several cards are lazy."""
        state = self._state
        fast = state.fast
        if fast is None or (seat is not None and seat != state.seat):
            return state.legal(seat)
        mine: Sequence[int] = state.parts[state.seat]
        quick = state.quick
        if part := mine[quick]:
            return fast.parts[quick][part] or fast.layout.fill(quick, part)
        if not state.loose:
            mine = state.folded = state.fold()
        a, b, c, d, odd, _ = mine
        p, q, r, s, o, _ = fast.parts
        try:
            found = p[a] + q[b] + r[c] + s[d]  # type: ignore[operator]  # what is not there yet is filled below
            return found + o[odd] if odd else found  # type: ignore[operator]
        except TypeError:
            return fast.layout.filled(mine)

    def act(self, action: Action | str, seat: int | None = None) -> None:
        """Do it. ``action`` is an ``Action`` or its text; ``seat`` is needed only out of turn.

        Raises ``IllegalAction`` naming the clause that refuses it, or ``NotationError``; either leaves the deal as
        it was.
        """
        state = self._state
        me = state.seat
        try:
            found = state.places.get(action)
        except TypeError:  # no text at all
            found = None
        if found is not None and (seat is None or seat == me):
            home, bit, card = found
            mine = state.parts[me]
            part = mine[home]
            quick = state.quick
            if part & bit and (
                home == quick
                or (not mine[quick] if state.loose else (state.folded or state.fold())[home] & bit)
            ):
                mine[home] = part ^ bit
                if state.folded is not None:
                    state.folded = None
                trick = state.open_trick
                if trick:
                    trick.append(card)
                    strength = state.rank[card]
                    if strength > state.best:
                        state.best = strength
                        state.taker = me
                    if me == state.last:
                        state.gather()
                        return
                    state.seat = state.after[me]
                    return
                trick.append(card)
                fast = state.fast
                assert fast is not None
                led = state.suit_led = fast.suit_of[card]
                state.quick, state.loose = fast.quick[state.flags][led]
                state.leader = state.taker = me
                state.last = fast.before[me]
                rank = state.rank = fast.strength[led]
                state.best = rank[card]
                state.seat = state.after[me]
                return
        state.act(action, seat)
