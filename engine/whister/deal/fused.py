"""Whole tricks at once: generated Python that plays the cards of a deal from tables, for a given number of seats.

It has the same effect as ``Quick``, which plays card by card, and leaves the deal in the same state. It is generated
from the same ``TrickPlay`` and uses its tables; ``whister show ID --code`` prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from whister.cards import bits, keep, nothing_yet
from whister.plan.tricks import LEADING, TrickPlay

if TYPE_CHECKING:
    from whister.deal.machine import Machine

#: a function that returns a number of at least 0 and less than 1, such as ``random.Random().random``
Draw = Callable[[], float]
Fused = Callable[["Machine", Draw], None]
#: For each of ``lead``, ``follow`` and ``discard``, the weights of the cards in the order of the pack.
CardWeights = Mapping[str, Sequence[int]]


def fused(play: TrickPlay, weights: CardWeights | None = None) -> Fused:
    """Return a function that plays whole tricks until no cards are left, drawing from the legal cards by weight.
    The deal must be at a lead, with no actions left but the play of cards.
    """
    odd, width, places = bool(play.layout.by_part[4]), play.layout.width, range(len(play.actions))
    tables = Listing(play, weights)
    known = {
        "HOME": tuple(place // width for place in places),
        "BIT": tuple(1 << place % width for place in places),
        "SUIT": play.suit_of,
        "STRENGTH": play.strength,
        "WAYS": play.quick,
        "AFTER": play.after,
        "WHOLE": play.bits,
        "BREAKING": play.breaking,
        "LEAD": tables.tables[LEADING],
        "TABLES": tables.tables,
        "fill": tables.fill,
        "filled": tables.filled,
        "folded": play.folded,
    }
    made = _compiled(len(play.after), odd=odd, simple=play.simple)(**known)
    found: Fused = made
    return found


def weight_of(weights: CardWeights, play: TrickPlay, led: int, place: int) -> int:
    """Return the weight of a card when it is led, played in the suit led, or discarded."""
    situation = "lead" if led == LEADING else "follow" if play.suit_of[place] == led else "discard"
    return weights[situation][place]


@cache
def _compiled(seats: int, *, odd: bool, simple: bool) -> Callable[..., Fused]:
    text = code(seats, odd=odd, simple=simple)
    found: dict[str, Any] = {}
    exec(compile(text, f"<whole tricks of {seats} seats>", "exec"), found)  # only code generated here
    made: Callable[..., Fused] = found["tricks_of"]
    return made


def code(seats: int, *, odd: bool, simple: bool) -> str:
    """Return the Python code that plays whole tricks, for a given number of seats. ``odd``: the pack has cards of no
    suit. ``simple``: the highest card wins a trick, its player leads to the next, and nothing else happens.
    """
    cards = ", ".join(f"c{at}" for at in range(seats))
    return "\n".join(
        [
            f"def tricks_of({', '.join(_KNOWN)}):",
            f"    def tricks(state, draw, {', '.join(f'{name}={name}' for name in _KNOWN)}):",
            "        hands, closed, captured, won = state.parts, state.closed_tricks, state.captured, state.won",
            "        seat, flags = state.seat, state.flags",
            "        while True:",
            "            mine = hands[seat]",
            "            way = WAYS[flags][-1]",
            "            if way.loose and not mine[way.quick]:",
            *_any_card("LEAD", odd, "                "),
            "            else:",
            "                c = filled(-1, folded(mine, flags, -1))",
            "            c0 = c[int(draw() * len(c))]",
            "            mine[HOME[c0]] ^= BIT[c0]",
            "            led = SUIT[c0]",
            "            rank, way, table = STRENGTH[led], WAYS[flags][led], TABLES[led]",
            "            quick, loose = way.quick, way.loose",
            "            first, best, leader, taker = table[quick], rank[c0], seat, seat",
            *(line for at in range(1, seats) for line in _follower(at, odd)),
            *(_SIMPLE if simple else _BY_CLAUSES).format(cards=cards, taken=" | ".join(f"WHOLE[c{at}]" for at in range(seats))).splitlines(),
            "    return tricks",
        ]
    )  # fmt: skip


_KNOWN = (
    "HOME", "BIT", "SUIT", "STRENGTH", "WAYS", "AFTER", "WHOLE", "BREAKING", "LEAD", "TABLES", "fill", "filled", "folded",
)  # fmt: skip


def _any_card(table: str, odd: bool, indent: str) -> list[str]:
    """Return code that lists all the cards of a hand, low to high in each suit."""
    parts = " + ".join(f"{table}[{part}][mine[{part}]]" for part in range(5 if odd else 4))
    led = "-1" if table == "LEAD" else "led"
    return [
        f"{indent}try:",
        f"{indent}    c = {parts}",
        f"{indent}except TypeError:  # one that is not there yet",
        f"{indent}    c = filled({led}, mine)",
    ]


def _follower(at: int, odd: bool) -> list[str]:
    """Return code that plays the next player's card: one of the suit led or, if the hand has none, one that the
    clauses allow."""
    card = f"c{at}"
    return [
        "            seat = AFTER[seat]",
        "            mine = hands[seat]",
        "            if part := mine[quick]:",
        "                c = first[part] or fill(led, quick, part)",
        f"                {card} = c[int(draw() * len(c))]",
        f"                mine[quick] = part ^ BIT[{card}]",
        "            else:",
        "                if loose:",
        *_any_card("table", odd, "                    "),
        "                else:",
        "                    c = filled(led, folded(mine, flags, led))",
        f"                {card} = c[int(draw() * len(c))]",
        f"                mine[HOME[{card}]] ^= BIT[{card}]",
        f"            if (fares := rank[{card}]) > best:",
        "                best, taker = fares, seat",
    ]


_SIMPLE = """\
            taken = {taken}
            closed.append((leader, ({cards}), taker))
            captured[taker] |= taken
            won[taker] += 1
            if flags:
                flags = flags & 2 if not taken & BREAKING else 0
            seat = taker
            mine = hands[seat]
            if not (mine[0] or mine[1] or mine[2] or mine[3] or mine[4]):
                break
        state.leader, state.taker, state.best, state.rank = leader, taker, best, rank
        state.seat, state.flags = seat, flags
        state.played_out()"""
_BY_CLAUSES = """\
            state.open_trick = [{cards}]
            state.leader, state.taker, state.best, state.rank, state.suit_led = leader, taker, best, rank, led
            state.seat = seat
            fast = state.fast
            state.gather()
            if state.fast is not fast:
                break
            seat, flags = state.seat, state.flags"""


class Listing:
    """The lists from which a card is drawn at random: for each suit led, the cards of each part of a hand.

    A card of weight three is listed three times. For each part and mask there is a list of places in the pack, None
    until it is first needed.
    """

    def __init__(self, play: TrickPlay, weights: CardWeights | None) -> None:
        self._play, self._weights = play, weights
        self._width, self._cards = play.layout.width, play.plan.pack.cards
        self._same = play.plan.pack.equals
        sizes = [len(each) for each in play.layout.by_part]
        # each suit, a led card that need not be followed, and the lead itself
        led = range(len(play.suits) + 2)
        alike = tuple(map(nothing_yet, sizes))
        #: the lists by the suit led, then by part and mask; without weights all suits share one table
        self.tables: tuple[Any, ...] = tuple(
            tuple(map(nothing_yet, sizes)) if weights else alike for _ in led
        )

    def fill(self, led: int, part: int, mask: int) -> tuple[int, ...]:
        """Return the cards of a part of a hand; for equal cards, the copy that the fast path uses."""
        found: list[int] = []
        places = [part * self._width + i for i in bits(mask)]
        for at, place in enumerate(places):
            if not (self._same and self._cards[place] in [self._cards[later] for later in places[at + 1 :]]):
                found += [place] * self._weight(led, place)
        return keep(self.tables[led][part], mask, tuple(found))

    def _weight(self, led: int, place: int) -> int:
        return 1 if self._weights is None else weight_of(self._weights, self._play, led, place)

    def filled(self, led: int, hand: Sequence[int]) -> tuple[int, ...]:
        """Return the cards of a whole hand that is given in parts, by suit, low to high."""
        found: tuple[int, ...] = ()
        for part, mask in enumerate(hand):
            if mask:
                found += self.tables[led][part][mask] or self.fill(led, part, mask)
        return found
