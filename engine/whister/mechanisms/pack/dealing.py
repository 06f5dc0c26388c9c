"""The pack and how it is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.cards import ZERO, Pack
from whister.clause import Clause
from whister.errors import OptionMisfit, RecordError
from whister.frozen import changed
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart, Widow
from whister.plan.makeup import MakeupPart
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.state import DealState
from whister.plan.table import TablePart

MOST = 8  #: the largest number of packs, and of jokers


class PackOf(Mechanism):
    """The pack in use.

    ``kind`` is ``french`` (52 cards) or ``rook`` (56 and the Rook). ``without`` lists the cards, ranks or suits left
    out. ``by_players`` maps a number of players to further cards left out; if it is given, no other number of players
    is allowed. ``as_needed`` lists cards that are left out, in order, until the hands are equal. ``copies`` packs are
    shuffled together, or the number that ``copies_for`` gives for the number of players; a card named once is removed
    once. ``jokers`` is the number of jokers added; each suit in ``zeros`` also has a zero, its lowest card. With
    ``jokers_as`` the jokers are themselves zeros, the first joker in the first of these suits, and so on. With
    ``widow_fits`` a widow whose size would leave the hands unequal is changed to the nearest size that does not.
    """

    name: ClassVar[str] = "pack"
    order: ClassVar[int] = 0
    kind: Literal["french", "rook"]
    without: tuple[str, ...] = ()
    by_players: Mapping[int, str] = NO_ENTRIES
    as_needed: tuple[str, ...] = ()
    copies: int = 1
    copies_for: Mapping[int, int] = NO_ENTRIES
    jokers: int = 0
    jokers_as: tuple[str, ...] = ()
    zeros: tuple[str, ...] = ()
    widow_fits: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        whole = {key: parameters[key] for key in ("kind", "jokers") if key in parameters} | {
            "widow_fits": True
        }
        if "without" in parameters and not parameters["without"]:  # an empty list leaves out nothing
            return {**whole, "without": ["2"]}
        return whole

    def setup(self, clause: Clause, table: TablePart, makeup: MakeupPart, dealing: DealingPart) -> None:
        makeup.kind, dealing.widow_fits = self.kind, self.widow_fits
        zeros = (*self.zeros, *self.jokers_as[: self.jokers])
        makeup.copies = self.copies_for.get(table.n, self.copies)
        makeup.jokers, makeup.zeros = 0 if self.jokers_as else self.jokers, zeros
        if not 1 <= makeup.copies <= MOST or not 0 <= self.jokers <= MOST:
            raise RecordError(
                f"{clause.id}: {makeup.copies} packs with {self.jokers} jokers; expected 1 to {MOST} packs, and 0 to {MOST} "
                "jokers"
            )
        if self.jokers_as and self.jokers > len(self.jokers_as):
            raise RecordError(
                f"{clause.id}: pack.jokers = {self.jokers}; jokers_as gives suits for only {len(self.jokers_as)}"
            )
        if self.by_players and table.n not in self.by_players:
            known = ", ".join(map(str, sorted(self.by_players)))
            raise OptionMisfit.of(clause, f"this pack is for {known} players, not {table.n}")

        def left_out(pack: Pack) -> int:
            out = 0
            for suit in (*self.zeros, *self.jokers_as):
                if suit not in pack.suits:
                    raise RecordError(
                        f"{clause.id}: {suit!r} is not a suit; expected one of {', '.join(pack.suits)}"
                    )
            pack.mask(self.as_needed, clause.id)
            for token in [*self.without, *self.by_players.get(table.n, "").split()]:
                group = token in pack.suit_masks or token in pack.ranks
                out |= pack.select([token], clause.id) if group else pack.mask([token], clause.id, out)
            for suit in pack.suits if zeros else ():
                places = pack.places[ZERO + suit]
                out |= sum(1 << place for place in places[suit in zeros :])
            for card in self.as_needed:
                if not (pack.all & ~out).bit_count() % table.n:
                    break
                out |= pack.mask([card], clause.id, out)
            return out

        makeup.left_out = left_out


class Ranking(Mechanism):
    """The order of the cards in a suit. ``high_to_low`` lists every rank in the pack, each once."""

    name: ClassVar[str] = "ranking"
    order: ClassVar[int] = 0
    high_to_low: str

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"high_to_low": " ".join(reversed(parameters["high_to_low"].split()))}

    def setup(self, clause: Clause, makeup: MakeupPart) -> None:
        makeup.ranks = tuple(reversed(self.high_to_low.split()))


class DealOut(Mechanism):
    """The method of dealing.

    ``packets`` lists the numbers of cards dealt at a time, the last being repeated; ``packets_for`` maps numbers of
    players to other lists. ``to_dealer`` lists the dealer's packets, if they differ from the other players'; the last
    packet must be the same. ``first`` is the player who gets the first packet, ``eldest`` or ``dealer``. ``gathered``
    means that the pack is not shuffled between deals. ``each`` is the number of cards that each player gets if not all
    are dealt.
    """

    name: ClassVar[str] = "deal"
    packets: tuple[int, ...] = (1,)
    packets_for: Mapping[int, str] = NO_ENTRIES
    to_dealer: tuple[int, ...] = ()
    first: Literal["eldest", "dealer"] = "eldest"
    gathered: bool = False
    each: int = 0

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if own := parameters.get("to_dealer"):
            return {"packets": [1], "to_dealer": [1 + _more(parameters["packets"], own), 1]}
        packets = tuple(parameters.get("packets", (1,)))
        plain = packets == (1,) and not parameters.get("gathered") and not parameters.get("packets_for")
        some = {"each": parameters["each"]} if "each" in parameters else {}
        return {"packets": [1], "first": "dealer" if plain else "eldest", **some}

    def setup(self, clause: Clause, table: TablePart, dealing: DealingPart) -> None:
        own = tuple(int(p) if p.isdecimal() else 0 for p in self.packets_for.get(table.n, "").split())
        packets = own or self.packets
        for name, row in (("packets", packets), ("to_dealer", self.to_dealer or packets)):
            if min(row, default=0) < 1:
                raise RecordError(
                    f"{clause.id}: deal.{name} = {list(row)} for {table.n} players; expected packets of 1 card or more"
                )
        dealing.packets, dealing.first_card, dealing.gathered = packets, self.first, self.gathered
        dealing.each = self.each or None
        dealing.clause = clause
        dealing.dealer_packets = self.to_dealer
        if self.to_dealer:
            if self.to_dealer[-1] != dealing.packets[-1]:
                raise RecordError(
                    f"{clause.id}: deal.to_dealer = {list(self.to_dealer)}; expected the same last packet as the "
                    f"others, {dealing.packets[-1]}"
                )
            dealing.dealer_extra = _more(dealing.packets, self.to_dealer)


def _more(packets: Sequence[int], own: Sequence[int]) -> int:
    """Return how many more cards are in the packets ``own`` than in ``packets``, if each repeats its last packet."""
    rounds = max(len(packets), len(own))
    return sum(own[min(k, len(own) - 1)] - packets[min(k, len(packets) - 1)] for k in range(rounds))


class WidowOf(Mechanism):
    """The cards not dealt to any player: widow, nest, kitty or stock.

    ``size`` is their number, or -1 for the cards that cannot be dealt evenly; ``sizes`` maps numbers of players to
    other sizes. If fewer than ``least`` cards cannot be dealt evenly, those of the last round are left over too. With
    ``interleaved`` one is put down after each round of the deal until the widow is complete.
    ``face_up`` is the number turned up for all to see. ``goes_to`` is who captures them: the winner of the
    ``first-trick`` or of the ``last-trick``, the ``declarer``, or ``nobody``.
    """

    name: ClassVar[str] = "widow"
    size: int = -1
    sizes: Mapping[int, int] = NO_ENTRIES
    least: int = 0
    interleaved: bool = False
    face_up: int = 0
    goes_to: Literal["first-trick", "last-trick", "declarer", "nobody"] = "nobody"
    label: str = "Widow"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if parameters.get("goes_to", "nobody") != "nobody":
            return {**parameters, "goes_to": "nobody"}
        return {**parameters, "interleaved": not parameters.get("interleaved", False)}

    def setup(self, clause: Clause, table: TablePart, dealing: DealingPart) -> None:
        size = self.sizes.get(table.n, self.size)
        if self.least < 0:
            raise RecordError(f"{clause.id}: widow.least = {self.least}; expected 0 cards or more")
        dealing.widow = Widow(
            clause, size, self.interleaved, self.face_up, self.goes_to, self.label, self.least
        )


class WidowGoes(Mechanism):
    """The captor of the widow, if a separate clause decides it. ``to`` has the values of ``goes_to`` in ``widow``."""

    name: ClassVar[str] = "widow_goes"
    order: ClassVar[int] = 2
    to: Literal["first-trick", "last-trick", "declarer", "nobody"] = "last-trick"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"to": "last-trick"} if parameters.get("to") == "nobody" else None

    def setup(self, clause: Clause, dealing: DealingPart) -> None:
        if dealing.widow is None:
            raise RecordError(f"{clause.id}: widow_goes needs an earlier clause that deals a widow")
        dealing.widow = changed(dealing.widow, goes_to=self.to)


class WidowLook(Mechanism):
    """Only the player who captures the widow with the first trick may look at it."""

    name: ClassVar[str] = "widow_look"

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.after_trick.append(_look)


def _look(deal: DealState) -> None:
    if len(deal.closed_tricks) == 1:
        deal.facts["widow_seen_by"] = deal.winner_of(0)
