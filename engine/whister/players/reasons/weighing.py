"""The action advised, weighed against the others on the deals played out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from whister.cards import Card, bits
from whister.deal.view import View, plan_of
from whister.notation import Action
from whister.players import estimate, wording
from whister.players.reasons.endings import Difference, Ending, Quantity, difference, mean
from whister.players.reasons.reason import Found, Reason
from whister.players.search.searching import Considered, Thought

if TYPE_CHECKING:
    from whister.deal.machine import Machine


class Weighed:
    """The action advised, the others considered (the best first), and what the seat knows of the cards.

    ``state`` is one of the deals imagined: only what the seat knows is used.
    """

    def __init__(self, view: View, thought: Thought, state: Machine) -> None:
        self.view, self.seat, self.state = view, view.seat, state
        self.plan = plan_of(view)
        self.worth = self.plan.worth
        self.best = thought.considered[0]
        self.others: Sequence[Considered] = thought.considered[1:]
        self.hand = sum(1 << card.index for card in view.hand)
        self.friends = tuple(s for s in view.friends(view.seat))
        self.side = (view.seat, *self.friends)
        #: the cards that cost whoever captures them, as a mask
        self.costing = sum(1 << card for card in bits(self.plan.present) if self.gain(card) < 0)
        #: whether captured cards cost, those of a suit yet to be named included
        self.penalized = bool(self.worth.penalties) or "name" in self.plan.course.phases
        #: whether captured cards or tricks count in points
        self.counted = bool(any(self.worth.values) or self.worth.trick_value)
        #: whether the seat wants no tricks, or wants an opponent to win them
        self.avoids = estimate.avoids_tricks(view) or estimate.forces_tricks(view)
        together = any(len(self.side_in(each)) > 1 for each in self.best.records)
        self.you = "your side takes" if together else "you take"
        self.partner = "your partner" if len(self.friends) == 1 else "a partner"

    # -- cards

    @cached_property
    def out(self) -> int:
        """The cards that may still be in other hands, as a mask."""
        view = self.view
        seen = [
            *view.hand,
            *view.trick.cards,
            *view.laid_aside,
            *(c for past in view.tricks for c in past.cards),
        ]
        gone = sum(
            {1 << card.index for card in (*seen, *(() if self.plan.dealing.turns_still else view.widow))}
        )
        return self.plan.present & ~gone

    def gain(self, card: int) -> int:
        """Return the points that a card brings whoever captures it, as good (above 0) or bad (below 0)."""
        value = self.worth.values[card]
        return -value if self.worth.penalties else value

    def card_of(self, action: Action) -> Card | None:
        """Return the card that an action plays; None for any other action."""
        return self.plan.pack.card(action.words[0]) if action.verb == "play" else None

    def suit_of(self, card: Card) -> int:
        """Return the place among the suits of the one to which a card belongs in the play."""
        assert self.state.tables is not None
        return self.state.tables.suit_of[card.index]

    def strength(self, card: int, suit: int) -> int:
        """Return the strength of a card in a trick in which a suit is led."""
        assert self.state.tables is not None
        return self.state.tables.strength[suit][card]

    @cached_property
    def dear(self) -> int:
        """The cards that cost much, as a mask: all that cost anything if they are few, or those above the middle one."""
        costs = sorted(-self.gain(card) for card in bits(self.costing))
        if len(costs) <= self.plan.table.n:
            return self.costing
        least = max(costs[len(costs) // 2] + 1, 2)
        return sum(1 << card for card in bits(self.costing) if -self.gain(card) >= least)

    @property
    def penalties(self) -> str:
        """What captured cards that cost are counted in: ``penalty points`` or, if they are only counted, ``penalties``."""
        unit = self.worth.card_unit or self.plan.settling.unit
        return "penalty points" if unit == "points" else "penalties"

    # -- figures

    def gap(self, other: Considered) -> Difference:
        """Return by how much the action advised is better than another."""
        return difference(self.best.records, other.records, _result)

    def more(self, other: Considered, quantity: Quantity) -> Difference:
        """Return by how much a quantity is higher after the action advised."""
        return difference(self.best.records, other.records, quantity)

    def less(self, other: Considered, quantity: Quantity) -> Difference:
        """Return by how much a quantity is lower after the action advised."""
        return difference(other.records, self.best.records, quantity)

    def rival(
        self, higher: Quantity | None = None, lower: Quantity | None = None, *,
        where: Callable[[Action], bool] = lambda action: True,
    ) -> Considered | None:  # fmt: skip
        """Return the best of the other actions that bears out a reason; None if there is none.

        After the action advised a quantity must be ``higher`` or ``lower`` than after the other, by more than two
        standard errors, and its result must be better by more than one.
        """
        for other in self.others:
            if not where(other.action):
                continue
            apart = self.more(other, higher) if higher is not None else self.less(other, lower or _result)
            if apart.clear and self.gap(other).likely:
                return other
        return None

    def mean(self, option: Considered, quantity: Quantity) -> float:
        """Return the mean of a quantity after an action."""
        return mean(option.records, quantity)

    def means(self, other: Considered, quantity: Quantity) -> tuple[float, float, int]:
        """Return the mean of a quantity after the action advised and after another, and the number of their deals."""
        deals = min(len(self.best.records), len(other.records))
        return mean(self.best.records[:deals], quantity), mean(other.records[:deals], quantity), deals

    def shares(self, other: Considered, quantity: Quantity, after: str = "") -> str:
        """Return in what share of the deals something happens after the action advised, and after another."""
        return wording.shares(*self.means(other, quantity), after or self.after(other.action))

    def averages(self, other: Considered, quantity: Quantity, unit: str, after: str = "") -> str:
        """Return the mean of a quantity after the action advised, and after another; "" if they round to the same."""
        now, then, _ = self.means(other, quantity)
        if wording.amount(now) == wording.amount(then):
            return ""
        after = after or self.after(other.action)
        return f"{wording.of_unit(now, unit)} on average, and {wording.amount(then)} {after}"

    def after(self, action: Action) -> str:
        """Return the case of an action: ``after the king of clubs``, ``with red as trumps``, ``if you pass``."""
        if action.verb in ("play", "lead", "give", "discard"):
            return f"after {wording.named(self.plan, action)}"
        if action.verb == "trump":
            return f"with {wording.named(self.plan, action)}"
        does = wording.imperative(self.plan, action)
        return f"if you {does[:1].lower()}{does[1:]}"

    def found(self, other: Considered, place: int, kind: str, text: str, clause: str = "") -> Found:
        """Return a reason borne out against another action."""
        reason = Reason(kind, f"{text[:1].upper()}{text[1:]}", clause)
        return Found(self.gap(other).mean, place, reason, self.others.index(other))

    # -- quantities

    def wins(self, ending: Ending) -> bool:
        """Return whether the seat won the trick in which it acted."""
        return ending.winner == self.seat

    def takes(self, cards: int, *, side: bool = False) -> Quantity:
        """Return the quantity: how many of these cards the seat, or its side, captured."""
        return lambda ending: sum(
            (ending.captured[seat] & cards).bit_count()
            for seat in (self.side_in(ending) if side else (self.seat,))
        )

    def side_in(self, ending: Ending) -> Sequence[int]:
        """Return the side of the seat as it was at the end of a deal."""
        if self.plan.table.sides is not None or ending.declarer is None:
            return self.side
        declaring = {ending.declarer, ending.partner}
        return [s for s in self.plan.table.players if (s in declaring) == (self.seat in declaring)]

    def alike(self, other: Considered) -> bool:
        """Return whether the side of the seat is the same in every deal after the action advised and after another.

        Deals that were not played to the end have no sides.
        """
        pairs = zip(self.best.records, other.records, strict=False)
        return all(
            sum(one.won) and sum(two.won) and set(self.side_in(one)) == set(self.side_in(two))
            for one, two in pairs
        )

    def friendly(self, ending: Ending) -> bool:
        """Return whether a partner of the seat won the trick in which it acted."""
        return ending.winner != self.seat and ending.winner in self.side_in(ending)

    def tricks(self, ending: Ending) -> int:
        """Return the number of tricks that the side won."""
        return sum(ending.won[seat] for seat in self.side_in(ending))

    def points(self, ending: Ending) -> int:
        """Return the points that the side captured."""
        return sum(ending.points[seat] for seat in self.side_in(ending))

    def own_points(self, ending: Ending) -> int:
        """Return the points that the seat captured."""
        return ending.points[self.seat]


def _result(ending: Ending) -> float:
    return ending.result


__all__ = ["Weighed"]
