"""A deal as one seat may see it. Computer players, hints and the table receive views, never deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister import checks
from whister.cards import Card
from whister.drawing import hand
from whister.frozen import Frozen, names
from whister.ledger import Ledger
from whister.notation import Action, CardChoices, mask_of
from whister.objects import Fixed, in_a_line, plain

if TYPE_CHECKING:
    from whister.deal.machine import Machine
    from whister.plan.compiled import Plan
    from whister.plan.state import Trick

#: The verbs whose cards only the acting seat may see.
SEALED = frozenset({"give", "discard"})


class View(Frozen, eq=False):
    """The deal as one seat sees it: its own cards, the cards lying face up, and the public record."""

    _plan: Plan
    seat: int
    phase: str
    pending: tuple[int, ...]
    ledger: Ledger  #: without the order of the gathered pack, which would reveal too much
    hand: tuple[Card, ...]
    counts: tuple[int, ...]  #: how many cards each seat holds
    exposed: Mapping[
        int, tuple[Card, ...]
    ]  #: hands and single cards that lie face up, or hands that were laid down after a claim and no longer count as held
    led: str  #: the suit that must be followed
    trick: Trick
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]  #: tricks won by each seat
    trump: str
    contract: str
    bid: int
    declarer: int | None
    partner: int | None  #: the declarer's partner, as far as this seat knows
    called: Card | None  #: the card whose holder is the partner
    events: tuple[tuple[int, str], ...]  #: everything done, as far as this seat knows it
    given: tuple[Card, ...]  #: cards that this seat passed
    received: tuple[Card, ...]  #: cards that were passed to this seat
    laid_aside: tuple[Card, ...]  #: cards that this seat has laid aside
    widow_count: int
    widow: tuple[Card, ...]  #: the cards of the widow that this seat may see
    turn_up: Card | None  #: the card turned up for trump or preference
    pile: int  #: the number of cards in the stock beside the widow
    pile_top: Card | None  #: the top card of the stock, if it lies face up
    legal: Sequence[Action]

    def __copy__(self) -> View:
        return self  # a view never changes

    def __deepcopy__(self, memo: object) -> View:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._shown == other._shown and self._plan.rules == other._plan.rules

    def __hash__(self) -> int:
        return hash((self.seat, self.phase, self.hand, self.events))

    @property
    def _shown(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in names(self)[1:])

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self._plan.rules, self._plan.named, self._shown)

    def __repr__(self) -> str:
        where = f"{self._plan.rules.id}, deal {self.ledger.number}, {self.phase}:"
        return in_a_line(f"View of seat {self.seat},", where, hand(self.hand))

    def to_dict(self) -> dict[str, Any]:
        """Return the view as plain JSON data: cards and actions are strings; a choice among several cards lists the
        cards."""
        shown = {name: plain(getattr(self, name)) for name in names(self)[1:] if name != "legal"}
        if isinstance(self.legal, CardChoices):
            some = {
                "choose": self.legal.count,
                "of": plain(self.legal.cards),
                "always": plain(self.legal.always),
            }
            return shown | {"legal": some}
        return shown | {"legal": plain(self.legal)}

    @property
    def to_act(self) -> int | None:
        """The seat to act, the first of ``pending``; None if there is none."""
        return self.pending[0] if self.pending else None

    @property
    def turned_suit(self) -> str:
        """The suit of the card turned up; "" if there is none."""
        return self.turn_up.suit if self.turn_up is not None else ""

    def wins(self, card: str) -> bool:
        """Return whether the card, if played now, would be winning the trick so far. Raises ``NotationError`` for
        anything but a card."""
        card = self._plan.pack.card(checks.text(card, "card"))  # with its rank in this pack
        *others, own = self._fares([*self.trick.cards, card], card)
        return own > max(others, default=-1)

    @property
    def winning(self) -> int | None:
        """The seat that is winning the trick on the table."""
        if not self.trick.cards:
            return None
        fares = self._fares(self.trick.cards, self.trick.cards[0])
        best = max(fares)
        return self.trick.seats[fares.index(best)] if best >= 0 else None

    def _fares(self, cards: Sequence[Card], lead: Card) -> list[int]:
        """Return the strength of each of these cards in a trick: the highest number wins; a cancelled card has -1.
        ``lead`` sets the suit if there is none to follow.
        """
        play = self._plan.tricks(
            self.trump, self.contract, 0, self._plan.play.top_card(self.trump, self.turned_suit)
        )
        strength = play.strength[play.suits.index(self.led) if self.led else play.suit_of[lead.index]]
        gone = self._plan.play.cancelling.cancelled(cards) if self._plan.play.cancelling is not None else ()
        fares = [-1 if at in gone else strength[card.index] for at, card in enumerate(cards)]
        if self._plan.play.later_is_better:
            fares = [fare and len(cards) * fare + at for at, fare in enumerate(fares)]
        unbeaten = self._plan.play.unbeaten
        if unbeaten is not None and self.trick.leader == self.declarer and unbeaten(self.contract, cards):
            fares[0] = 1 + max(fares)
        if self._plan.play.intruder is not None:
            at = self._plan.play.intruder(cards, self.led or play.suits[play.suit_of[lead.index]])
            if at is not None:
                fares[at] = 1 + max(fares)
        return fares

    def friends(self, seat: int) -> tuple[int, ...]:
        """Return the other seats on a seat's side, as far as the seat of the view knows. Raises ``DealError`` for
        anything but a seat."""
        checks.seat(seat, self._plan.table.n, "seat")
        if self._plan.table.sides is not None:
            return self._plan.table.partner_of(seat)
        if self.declarer is None:
            return ()
        side = {self.declarer, self.partner} - {None}
        group = side if seat in side else set(self._plan.table.players) - side
        return tuple(s for s in self._plan.table.seats if s in group and s != seat)


def plan_of(view: View) -> Plan:
    """Return the plan behind a view, for computer players that use the compiled rules. The plan is not part of the view
    itself."""
    return view._plan


def _again(rules: Any, suit: str, shown: tuple[Any, ...]) -> View:
    """Restore a pickled view."""
    return View(rules.plan.counting(suit) if suit else rules.plan, *shown)


def _ledger(deal: Machine, seat: int) -> Ledger:
    ledger = deal.ledger
    return ledger._replace(order=(), still=()) if ledger.order or ledger.still else ledger


def _hand(deal: Machine, seat: int) -> tuple[Card, ...]:
    plan = deal.plan
    unseen = plan.course.unseen
    if seat == plan.table.dummy or (unseen is not None and unseen(deal)):
        return ()
    return plan.cards_of(deal.hand(seat))


def _exposed(deal: Machine, seat: int) -> Mapping[int, tuple[Card, ...]]:
    spread = deal.plan.cards_of
    return Fixed({s: spread(cards) for s, cards in (deal.face_up() | deal.lying_open()).items()})


def _laid_aside(deal: Machine, seat: int) -> int:
    laid: int = deal.facts.get("laid_aside", {}).get(seat, 0)
    return laid


def _widow(deal: Machine, seat: int) -> tuple[Card, ...]:
    facts = deal.facts
    seen = deal.turned | facts.get("shown", 0) | (deal.widow & _laid_aside(deal, seat))
    if facts.get("widow_seen_by") == seat:
        seen = deal.widow
    return deal.plan.cards_of(deal.widow & seen)


def _given(deal: Machine, seat: int) -> tuple[Card, ...]:
    parcels = deal.facts.get("parcels", ())
    return deal.plan.pack.spread(sum(cards for giver, _, cards in parcels if giver == seat))


def _pile_top(deal: Machine, seat: int) -> Card | None:
    dealing = deal.plan.dealing
    shown = dealing.pile and not dealing.pile_hidden and deal.stock
    return deal.plan.pack.cards[deal.stock[0]] if shown else None


#: How each field of a view after the seat is made, from the deal and the seat, in the order of the fields.
_MADE: Mapping[str, Callable[[Any, int], Any]] = {
    "phase": lambda deal, seat: deal.phase,
    "pending": lambda deal, seat: deal.pending,
    "ledger": _ledger,
    "hand": _hand,
    "counts": lambda deal, seat: tuple(deal.hand(s).bit_count() for s in deal.plan.table.seats),
    "exposed": _exposed,
    "led": lambda deal, seat: deal.led,
    "trick": lambda deal, seat: deal.trick,
    "tricks": lambda deal, seat: deal.tricks,
    "taken": lambda deal, seat: tuple(deal.taken(s) for s in deal.plan.table.seats),
    "trump": lambda deal, seat: deal.trump,
    "contract": lambda deal, seat: deal.contract,
    "bid": lambda deal, seat: deal.bid,
    "declarer": lambda deal, seat: deal.declarer,
    "partner": lambda deal, seat: deal.plan.course.partner_known(deal, seat),
    "called": lambda deal, seat: next(iter(deal.plan.cards_of(deal.facts.get("called", 0))), None),
    "events": lambda deal, seat: tuple((s, _seen(action, s == seat)) for s, action in deal.actions),
    "given": _given,
    "received": lambda deal, seat: deal.plan.cards_of(deal.facts.get("received", {}).get(seat, 0)),
    "laid_aside": lambda deal, seat: deal.plan.cards_of(_laid_aside(deal, seat)),
    "widow_count": lambda deal, seat: deal.widow.bit_count(),
    "widow": _widow,
    "turn_up": lambda deal, seat: deal.plan.pack.cards[deal.turn_up] if deal.turn_up >= 0 else None,
    "pile": lambda deal, seat: len(deal.stock) if deal.plan.dealing.pile else 0,
    "pile_top": _pile_top,
    "legal": lambda deal, seat: deal.legal(seat),
}


def view_of(deal: Machine, seat: int) -> View:
    """Return the deal as that seat may see it."""
    checks.seat(seat, deal.plan.table.n, "seat")
    return View(deal.plan, seat, *[made(deal, seat) for made in _MADE.values()])


class LiveView(View):
    """A view whose fields are read from the deal when they are first needed: for a player of this package, which acts
    before the deal changes. It is the same as ``view_of`` and no longer valid once somebody has acted.
    """

    _deal: Machine

    def __init__(self, deal: Machine, seat: int) -> None:
        _set_plan(self, deal.plan)
        _set_seat(self, seat)
        _set_deal(self, deal)

    def __getattr__(self, name: str) -> Any:
        made = _MADE.get(name)
        if made is None:
            raise AttributeError(name)
        found = made(self._deal, self.seat)
        object.__setattr__(self, name, found)
        return found


LiveView._known = View._known
_set_plan, _set_seat = View._plan.__set__, View.seat.__set__  # type: ignore[attr-defined]
_set_deal = LiveView._deal.__set__  # type: ignore[attr-defined]


def _seen(action: Action, own: bool) -> str:
    if own or action.verb not in SEALED:
        return str(action)
    return f"{action.verb} {mask_of(action).bit_count()} cards"
