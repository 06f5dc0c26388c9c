"""The habits of a deal, inferred from its moves: where passed cards go, which card wins a trick. No rule is consulted:
the result only has to predict most of the deal that is encoded with it. A poor guess makes a link longer, never wrong.
Cards are numbers here: 14 to a suit, in the order of the suits, and ``ODD`` for the card of no suit. Everything but
``watched`` is part of the format of published links and must not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from whister.frozen import Frozen, changed
from whister.links.numerals import Numerals, Odds

Step = tuple[int | None, str]  #: a seat that acts out of turn, or None, and the action
Play = tuple[int, int]  #: a seat and its card

ODD = 56
FACES = {
    "french": (*(rank + suit for suit in "CDSH" for rank in "023456789TJQKA"), "JK"),
    "rook": (*(suit + str(rank) for suit in "RYGB" for rank in range(1, 15)), "ROOK"),
}
SUITS = {"french": "CDSH", "rook": "RYGB"}
NUMBERS = {kind: {face: number for number, face in enumerate(faces)} for kind, faces in FACES.items()}
#: the rankings of a suit that rule sets have used, from low to high, as places in the suit
RANKINGS = (
    tuple(range(14)),
    (*range(1, 14), 0),  # the 1 of a Rook pack high
    (13, *range(1, 13), 0),  # the 14 of a Rook pack low
    (*range(10), 13, 10, 11, 12),  # the ace of a French pack below the jack
    (0, 13, *range(1, 13)),  # the ace of a French pack low
)
POINTS = (1, 5, 10)
NO_TRUMP, AS_SAID = 4, 5
_TRUMPS, _ODDS, _POINTS = Odds(1, 1, 1, 1, 4, 24), Odds(6, 1, 1), Odds(8, 8, 1)
_SUIT_SAID = re.compile(r"(?:trump |bid [0-9]+)([A-Z])")


def suit_said(text: str, kind: str) -> int:
    """Return the suit that a call makes trumps; -1 if it makes none."""
    said = _SUIT_SAID.fullmatch(text)
    return SUITS[kind].find(said[1]) if said else -1


@cache
def strengths(ranking: Sequence[int]) -> tuple[int, ...]:
    """Return the height of each rank in a ranking."""
    return tuple(ranking.index(rank) for rank in range(14))


class Layout(NamedTuple):
    """A deal before its first action."""

    kind: str  #: the kind of cards: "french" or "rook"
    piles: Sequence[Sequence[int]]  #: the hands, then the undealt cards, in the order in which they lie
    dealer: int
    strength: Sequence[int]  #: the height of each rank in its suit
    trump: int  #: the suit turned up; ``NO_TRUMP`` for none


class Manner(Frozen):
    """How the cards move in a deal, encoded once for the whole deal."""

    leader: int = 0  #: who leads first, as the number of seats after the dealer's left
    back: bool = False  #: the turn passes from a seat to the one before it
    offset: int = 1  #: the number of seats by which passed cards move on
    at_once: bool = False  #: passed cards reach the next hand before more are passed
    draws: bool = False  #: after a trick each player draws a card from the stock, the winner first
    trump: int = (
        AS_SAID  #: the suit whose cards beat those of others: a given suit, none, or the one named last
    )
    odd: int = (
        0  #: the card of no suit beats all others (0) or none (1), or ranks in the middle of the trumps (2)
    )
    low: bool = False  #: lower cards of a suit beat higher ones
    points: int = 0  #: whether bids in points rise by ones, fives or tens

    def coded(self, numerals: Numerals, seats: int) -> Manner:
        """Encode and return this manner, or decode and return the one that was encoded."""
        share = numerals.share
        points = numerals.choose(self.points, _POINTS)
        if not share(self != Manner(points=points), 3, 4):
            return Manner(points=points)
        return Manner(
            numerals.digit(self.leader, seats) if share(self.leader != 0, 5, 8) else 0,
            share(self.back, 1, 32),
            numerals.digit(self.offset, seats) if share(self.offset != 1, 1, 4) else 1,
            share(self.at_once, 1, 32),
            share(self.draws, 1, 32),
            numerals.choose(self.trump, _TRUMPS),
            numerals.choose(self.odd, _ODDS),
            share(self.low, 1, 32),
            points,
        )

    def winner(self, trick: Sequence[Play], led: int, trump: int, strength: Sequence[int]) -> int:
        """Return the seat that seems to win a trick."""
        best, taker = -2.0, trick[0][0]
        for seat, card in trick:
            if card != ODD:
                suit, rank = card // 14, float(strength[card % 14])
                if self.low:
                    rank = 13 - rank
            elif self.odd < 2:
                suit, rank = led, -1.0 if self.odd else 99.0
            else:
                suit, rank = trump, 9.5
            power = 50 + rank if suit == trump else rank if suit == led else -1.0
            if power > best:
                best, taker = power, seat
        return taker


def watched(cards: Layout, steps: Sequence[Step]) -> Manner:
    """Return the manner of play that best predicts a deal, of those that are tried."""
    kind, piles, dealer, strength, trump = cards
    n = len(piles) - 1
    numbers = NUMBERS[kind]
    bids = [int(text[4:]) for _, text in steps if re.fullmatch(r"bid [0-9]{1,6}", text)]
    found = Manner(points=1 if bids and not any(bid % 5 for bid in bids) else 0)
    count = sum(text in numbers for _, text in steps)
    if not n or not count:
        return found
    once = [
        word for _, text in steps if text.startswith("give ") and ">" not in text for word in text.split()[1:]
    ]
    told = [(offset, _played(numbers, piles, steps, offset)) for offset in (range(n) if once else (1,))]
    offset, plays = max(told, key=lambda one: _in_turn(one[1], n))
    found = changed(
        found, leader=(plays[0][0] - dealer - 1) % n, offset=offset, at_once=len(set(once)) < len(once),
        back=n > 2 and _in_turn(plays, n, -1) > _in_turn(plays, n),
    )  # fmt: skip
    if count > sum(map(len, piles[:n])) and not any(text == "draw" for _, text in steps):
        return changed(found, draws=True)
    said = [suit for _, text in steps if (suit := suit_said(text, kind)) >= 0]
    return _trumped(found, list(_tricks(plays)), strength, said[-1] if said else trump)


def _in_turn(plays: Sequence[Play], n: int, step: int = 1) -> int:
    """Return how many cards were played by the seat next in turn."""
    return sum((b - a) % n == step % n for (a, _), (b, _) in pairwise(plays))


def _played(
    numbers: dict[str, int], piles: Sequence[Sequence[int]], steps: Sequence[Step], offset: int
) -> list[Play]:
    """Return who played each card if passed cards go ``offset`` seats on."""
    n = len(piles) - 1
    holders: dict[int, list[int]] = {}
    for at, pile in enumerate(piles):
        for card in pile:
            holders.setdefault(card, []).append(at)
    plays: list[Play] = []
    giver = 0
    for seat, text in steps:
        cards = [numbers[word] for word in text.split() if word in numbers]
        where = [holders.get(card, []) for card in cards]
        if text in numbers:
            after = (plays[-1][0] + 1) % n if plays else 0
            who = after if seat is None else seat % n
            if where[0]:
                if seat is None and who not in where[0] and where[0][0] < n:
                    who = where[0][0]
                where[0].remove(who if who in where[0] else where[0][0])
            plays.append((who, cards[0]))
        elif text.startswith("give ") and ">" not in text:
            giver = next((at for at in (giver, *range(n)) if all(at in seats for seats in where)), n)
            for seats in where if giver < n else ():
                if giver in seats:
                    seats.remove(giver)
                    seats.append((giver + offset) % n)
            giver = (giver + 1) % n
        elif text.startswith("discard "):
            own = [seats[0] for seats in where if seats and seats[0] < n]
            for card in piles[n][: len(cards)] if len(cards) > 1 else ():
                holders[card] = [own[0] if own else n]
    return plays


def _tricks(plays: Sequence[Play]) -> Iterator[list[Play]]:
    """Yield the plays by trick: a new one begins when a seat plays again."""
    trick: list[Play] = []
    for seat, card in plays:
        if any(seat == before for before, _ in trick):
            yield trick
            trick = []
        trick.append((seat, card))
    yield trick


def _trumped(manner: Manner, tricks: Sequence[list[Play]], strength: Sequence[int], said: int) -> Manner:
    """Return the manner with its trumps replaced by those that best predict who leads the next trick."""
    odd = any(card == ODD for trick in tricks for _, card in trick)
    best, right = manner, -1
    for low in (False, True):
        for trump in dict.fromkeys((said, NO_TRUMP, 0, 1, 2, 3)):
            for place in range(3 if odd else 1):
                tried = changed(manner, trump=AS_SAID if trump == said else trump, odd=place, low=low)
                score = sum(
                    tried.winner(trick, trump if trick[0][1] == ODD else trick[0][1] // 14, trump, strength)
                    == after[0][0]
                    for trick, after in pairwise(tricks)
                )
                if score > right:
                    best, right = tried, score
                if score >= len(tricks) - 1:
                    return tried
    return best
