"""A deal played by indices, one step at a time.

A step is one index, chosen by one seat. Most actions are one step; a choice of several cards is a step for each card
and one for ``done``. Secret choices are made by one seat after another. A seat that may say something out of turn, such
as ``claim redeal``, is asked once for each such call: it says it, or waits. The cards of a dummy are played without a
step, since nobody has a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from whister import checks
from whister.adapters.choosing import Cards, Choosing, choosing
from whister.adapters.indices import DONE, WAIT, Indices
from whister.adapters.refused import IllegalIndex
from whister.deal.public import state_of
from whister.errors import IllegalAction
from whister.notation import CARD_VERBS, Action, CardChoices
from whister.rules import Deal

_NO_CARDS: Cards = ()


class Steps:
    """A deal that is played by indices. The deal itself is changed; give a copy to keep it as it is.

    ``seat`` is the seat whose step comes next, None when the deal is over. ``chosen`` are the cards, as indices, of a
    choice that it has begun. Raises ``DealError`` for anything but a deal.
    """

    __slots__ = ("_asked", "_choice", "_menu", "_waited", "chosen", "deal", "indices", "seat")

    def __init__(self, deal: Deal, indices: Indices | None = None) -> None:
        checks.instance(deal, Deal, "steps, deal")
        self.deal = deal
        self.indices = indices if indices is not None else Indices(deal.rules)
        self.chosen = _NO_CARDS
        self.seat: int | None = None
        self._asked = False  # whether the seat is asked for a call out of turn
        self._waited: frozenset[tuple[int, str]] = frozenset()  # the calls that each seat has left out
        self._choice: Choosing | None = None
        self._menu: dict[int, Action | None] = {}  # what may be chosen; None for a part of an action
        self._next()

    def __repr__(self) -> str:
        return f"<Steps of {self.deal!r}>"

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.seat is None

    @property
    def asked(self) -> bool:
        """Whether the seat is asked for a call out of turn, which it may leave out with ``wait``."""
        return self._asked

    def legal(self) -> tuple[int, ...]:
        """Return the indices that may be chosen now, in rising order; none when the deal is over."""
        return tuple(sorted(self._menu))

    def step(self, index: int) -> Action | None:
        """Choose an index for the seat. Return the action that it completes; None if it completes none.

        Raises ``IllegalIndex`` for an index that is not in the table or may not be chosen now, and ``IllegalAction``,
        which names the clause, if it is an action that the rules refuse. Either leaves the deal unchanged.
        """
        if index not in self._menu:
            self._refuse(self.indices.checked(index))
        seat = self.seat
        assert seat is not None
        action = self._menu[index]
        if action is not None:
            self.deal.act(action, seat)
            self._next()
            return action
        text = self.indices[index]
        if text == WAIT:
            self._waited |= {(seat, str(call)) for call in self._menu.values() if call is not None}
            self._next()
            return None
        choice = self._choice
        assert choice is not None
        if text != DONE:
            self.chosen = (*self.chosen, int(index))
            self._offer_cards(choice)
            return None
        cards = (self.indices.texts[card] for card in self.chosen)
        self.deal.act(" ".join([choice.verb, *cards, *choice.tail]), seat)
        self._next()
        return self.deal.actions[-1][1]

    def copy(self) -> Self:
        """Return independent steps at the same point."""
        twin = type(self).__new__(type(self))
        for name in Steps.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.deal = self.deal.copy()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # what two copies share never changes

    def _next(self) -> None:
        """Find the next seat to choose, and what it may choose."""
        deal = self.deal
        self.chosen, self._choice, self._asked, self._menu = _NO_CARDS, None, False, {}
        dummy = state_of(deal).plan.table.dummy
        while not deal.over:
            if self._ask():
                return
            legal = deal.legal()
            if dummy is None or deal.to_act != dummy:
                self.seat = deal.to_act
                self._offer(legal)
                return
            deal.act(legal[0])
        self.seat = None

    def _ask(self) -> bool:
        """Ask the first seat that may make a call out of turn that it has not left out; return whether there is one."""
        state = state_of(self.deal)
        if not state.asides:
            return False
        first = self.deal.to_act
        for seat in state.order_from(first) if first is not None else ():
            if seat in (first, state.plan.table.dummy):
                continue
            calls = [call for aside in state.asides for call in aside.offers(state, seat)]
            if any((seat, str(call)) not in self._waited for call in calls):
                self.seat, self._asked = seat, True
                self._menu = {self.indices.of(str(call)): call for call in calls}
                self._menu[self.indices.of(WAIT)] = None
                return True
        return False

    def _offer(self, legal: Sequence[Action]) -> None:
        """Offer the legal actions of the seat to act."""
        choice = self._choice = choosing(self.indices, legal)
        if choice is not None:
            self._offer_cards(choice)
            if isinstance(legal, CardChoices):
                return
        for action in legal:
            if action.verb not in CARD_VERBS:
                self._menu[self.indices.of(str(action))] = action
            elif len(action.cards) == 1:
                self._menu[self.indices.of(str(action.cards[0]))] = action

    def _offer_cards(self, choice: Choosing) -> None:
        """Offer the cards with which a choice can go on, or its end."""
        self._menu = dict.fromkeys(choice.after(self.chosen)) or {self.indices.of(DONE): None}

    def _refuse(self, index: int) -> None:
        """Raise the error for an index that may not be chosen now."""
        text, seat = self.indices.texts[index], self.seat
        if seat is not None and not self.chosen and text not in (DONE, WAIT) and self._choice is None:
            verdict = self.deal.why(text, seat)
            if not verdict.legal and verdict.clause is not None:
                raise IllegalAction(text, verdict)
        if seat is None:
            raise IllegalIndex(f"index {index} ({text}): the deal is over; nothing may be chosen")
        some = ", ".join(f"{each} ({self.indices.texts[each]})" for each in self.legal()[:8])
        more = " and more" if len(self._menu) > 8 else ""
        raise IllegalIndex(
            f"index {index} ({text}) may not be chosen now; seat {seat} may choose {some}{more}"
        )


__all__ = ["Steps"]
