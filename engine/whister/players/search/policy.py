"""The light policy of rollouts: a card chosen from tables, by what it may win or lose.

It is made from the parts of a rule set: the value of each card and of a trick, the strength of cards in a trick, and
whether a seat wants tricks. It uses what all players can know: the cards played, and so the cards still to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from whister.cards import bits

if TYPE_CHECKING:
    from whister.plan.tricks import TrickPlay
    from whister.plan.worth import WorthPart

AVOID, TAKE, FORCE = range(3)

#: what a trick is worth to a seat besides its points, so that one of two equal tricks is taken or left
_SLIGHTLY = 0.01
_COSTS = 0.5  #: the points from which a trick is worth losing by a card that could be kept


class Aim(NamedTuple):
    """What a seat wants in the play: its role, and its friends."""

    role: int
    friends: frozenset[int]


class Situation:
    """A trick in play as the seat to act sees it; one object serves a whole rollout."""

    __slots__ = (
        "best",
        "early",
        "feared",
        "friend",
        "left",
        "others",
        "rank",
        "shooting",
        "stopping",
        "taking",
        "trick",
        "unseen",
    )

    rank: Sequence[int]  #: the strength of each card in the trick
    best: int  #: the strength of the card winning so far
    trick: Sequence[int]  #: its cards
    left: int  #: the number of players still to play after the seat
    friend: bool  #: whether a friend is winning
    others: Sequence[int]  #: the cards of the suit led that those players hold, the weakest first
    early: bool  #: whether most cards of the suit led are probably still out
    feared: bool  #: whether another seat holds a card that costs those who capture it, but want tricks
    unseen: Sequence[int]  #: the cards that the other seats hold, in parts
    shooting: (
        bool  #: whether the player who is winning has captured every penalty card so far, and enough of them
    )
    taking: int  #: the cards that would take the trick from another suit, though no trumps
    stopping: bool  #: whether that player must be stopped now, since there are penalty cards in the trick

    @property
    def safe(self) -> bool:
        """Whether the card winning so far is likely to win the trick."""
        return not self.left or not self.others or self.best >= self.rank[self.others[-1]]


class Policy:
    """The choices of one role, under one set of tables of play."""

    def __init__(self, play: TrickPlay, worth: WorthPart, role: int, in_tricks: bool) -> None:
        self.play, self.role = play, role
        sign = 1 if role == TAKE and not worth.penalties else -1
        if worth.penalties == 0 and min(worth.values) < 0:
            sign = 1
        #: the points of each card to the seat that captures it, as good (+) or bad (-)
        self.worth = [sign * value for value in worth.values]
        if role == FORCE:
            self.worth = [0] * len(self.worth)
        each = sign * worth.trick_value
        wanted = 1 if role == TAKE else -1
        self.each = each or (wanted * (1 if in_tricks else _SLIGHTLY))
        count = len(play.actions)
        width = play.layout.width
        self.home = [card // width for card in range(count)]
        own = [play.strength[suit][card] for card, suit in enumerate(play.suit_of)]
        #: the strength of each card in a trick that it leads
        self.own = own
        heights = [0] * count
        for suit in range(len(play.suits) + 1):
            for place, card in enumerate(
                sorted((c for c in range(count) if play.suit_of[c] == suit), key=lambda c: (own[c], c))
            ):
                heights[card] = place
        self.height = heights
        trump = play.suits.index(play.trump) if play.trump else -1
        #: for each card, how gladly it is thrown on a trick that an opponent wins, and on one that a friend wins
        self.throw: list[float]
        self.gift: list[float]
        points = self.worth
        if role == AVOID:
            self.throw = [-30.0 * points[card] + heights[card] for card in range(count)]
            self.gift = [30.0 * points[card] + heights[card] for card in range(count)]
        elif role == FORCE:
            self.throw = self.gift = [float(height) for height in heights]
        else:
            kept = [
                40 * (suit == trump) + 200 * (home > 3)
                for suit, home in zip(play.suit_of, self.home, strict=True)
            ]
            self.throw = [-8.0 * points[card] - heights[card] - kept[card] for card in range(count)]
            self.gift = [8.0 * points[card] - heights[card] - kept[card] for card in range(count)]
        #: for each part, the cards that cost a seat that wants tricks, where most cards cost nothing
        self.costly = [0] * 6
        if role == TAKE and not worth.penalties:
            for card, point in enumerate(points):
                if point < 0:
                    self.costly[self.home[card]] |= 1 << card - self.home[card] * width
        self.costs = any(self.costly)
        self._watch_dear(points)
        self._ordered: list[dict[int, tuple[int, ...]]] = [{} for _ in range((len(play.suits) + 2) * 6)]
        self._thrown: list[dict[int, int]] = [{} for _ in range(6)]
        self._given: list[dict[int, int]] = [{} for _ in range(6)]
        self._risky: list[dict[int, int]] = [{} for _ in range(6)]
        #: how gladly each card is thrown to a player who has captured every penalty card: no penalties, and low ones first
        self.withhold = [30.0 * points[card] - heights[card] for card in range(count)]
        self._withheld: list[dict[int, int]] = [{} for _ in range(6)]

    def _watch_dear(self, points: Sequence[float]) -> None:
        """Note the cards that cost far more than most, and those above them, which may capture them."""
        costs = sorted(-cost for cost in points if cost < 0)
        self.dear, self.usual = 0, 0.0
        self.risk = self.throw
        if self.role != AVOID or not costs:
            return
        usual = self.usual = costs[len(costs) // 2]
        own, suit_of, home, width = self.own, self.play.suit_of, self.home, self.play.layout.width
        dear = [
            card
            for card, cost in enumerate(points)
            if -cost >= max(4 * usual, 1) or (-cost > 0 and len(costs) <= 4)
        ]
        dangers = [0.0] * len(points)
        self.dear_in: list[int] = [0] * 6  #: the dear cards of each part, as its mask
        for card in dear:
            self.dear_in[home[card]] |= 1 << card - home[card] * width
            for other, suit in enumerate(suit_of):
                if suit == suit_of[card] and own[other] > own[card] and other not in dear:
                    dangers[other] = max(dangers[other], -points[card] * 0.35)
        self.dear = len(dear)
        #: how gladly each card is thrown while a dear card that it may capture is still out
        self.risk = [throw + 30.0 * danger for throw, danger in zip(self.throw, dangers, strict=True)]

    # -- look-ups, filled as they are used

    def ordered(self, led: int, home: int, part: int) -> tuple[int, ...]:
        """Return the cards of a part of a hand, from the weakest in a trick of the suit led."""
        table = self._ordered[led * 6 + home]
        found = table.get(part)
        if found is None:
            rank, start = self.play.strength[led], home * self.play.layout.width
            found = tuple(sorted((start + i for i in bits(part)), key=lambda card: (rank[card], card)))
            if len(table) < 4096:
                table[part] = found
        return found

    def _best(self, tables: list[dict[int, int]], key: Sequence[float], hand: Sequence[int]) -> int:
        best, chosen = -1e9, -1
        width = self.play.layout.width
        for home in range(5):
            part = hand[home]
            if part:
                card = tables[home].get(part)
                if card is None:
                    start = home * width
                    card = max((start + i for i in bits(part)), key=lambda c: (key[c], -c))
                    if len(tables[home]) < 4096:
                        tables[home][part] = card
                # a suit of which only one card is left is soon void
                worth = key[card] if part & (part - 1) else key[card] + 1.5
                if worth > best:
                    best, chosen = worth, card
        return chosen

    # -- choices

    def lead(self, hand: Sequence[int], parts: Sequence[Sequence[int]], mine: Sequence[int]) -> int:
        """Return the card to lead, of the cards of ``hand``."""
        best, chosen = -1e9, -1
        own, role, worth = self.own, self.role, self.worth
        suit_of = self.play.suit_of
        trump = self.play.suits.index(self.play.trump) if self.play.trump else -1
        feared = self.costs and self.feared(parts, mine)
        for home in range(5):
            part = hand[home]
            if not part:
                continue
            others = 0
            for other in parts:
                if other is not mine:
                    others |= other[home]
            led = home if home < 4 else len(self.play.suits)
            row = self.ordered(led, home, part)
            if role == TAKE and not feared:
                card = row[-1]
                rest = self.ordered(led, home, others) if others else ()
                if not rest or own[card] > own[rest[-1]]:
                    # sure of its suit: the longer the suit of the others, the less likely to be ruffed
                    value = 20 + len(rest) + (6 if suit_of[card] == trump and rest else 0) + worth[card] * 0.1
                    if suit_of[card] == trump and not rest:
                        value = 5
                else:
                    card = row[0]
                    value = (
                        len(row)
                        - 2.0 * worth[card]
                        - (8 if suit_of[card] == trump else 0)
                        - self.height[card] * 0.2
                    )
            else:
                card = row[0]
                rest = self.ordered(led, home, others) if others else ()
                mark, above = own[card], 0
                for other_card in rest:
                    if own[other_card] > mark:
                        above += 1
                below = len(rest) - above
                value = (above - 1.5 * below) / (len(rest) + 1) - 0.03 * self.height[card]
                if worth[card] > 0 or (feared and worth[card]):
                    value -= 2
                if self.dear and part & self.dear_in[home]:  # keep the guards of a dear card
                    value -= 0.7
            if value > best:
                best, chosen = value, card
        return chosen

    def _gain(self, trick: Sequence[int]) -> float:
        """Return what the trick so far is worth to its winner."""
        gain = self.each
        for card in trick:
            gain += self.worth[card]
        return gain

    def follow(self, row: tuple[int, ...], now: Situation) -> int:
        """Return the card to play of ``row``, the cards of the suit led from the weakest up."""
        worth, rank, best, left = self.worth, now.rank, now.best, now.left
        gain = self._gain(now.trick)
        at = 0
        for card in row:
            if rank[card] > best:
                break
            at += 1
        losers, winners = row[:at], row[at:]
        role = self.role
        if role == TAKE:
            return self._follow_wanting(losers, winners, gain, now)
        others = now.others
        if now.stopping and winners and (not left or not others or rank[winners[-1]] > rank[others[-1]]):
            return winners[0]
        throw = self.throw
        if losers:
            if (
                not left
                and winners
                and gain > -2 * _SLIGHTLY
                and gain < 0
                and now.early
                and worth[winners[-1]] >= 0
            ):
                return winners[-1]
            if not left and winners and gain > 0:
                return max(winners, key=worth.__getitem__)
            if now.friend:
                return max(losers, key=self.gift.__getitem__)
            return max(losers, key=throw.__getitem__)
        if not left:
            return max(winners, key=self.gift.__getitem__)
        lowest = winners[0]
        if self.dear and any(worth[card] <= -4 * max(self.usual, 0.25) for card in others):
            return lowest
        if now.early and len(others) >= 2 * left and gain > -1 and worth[winners[-1]] >= 0:
            return winners[-1]
        if worth[lowest] < 0 and len(winners) > 1:
            return max(winners, key=lambda card: (worth[card], -rank[card]))
        return lowest

    def _follow_wanting(
        self, losers: tuple[int, ...], winners: tuple[int, ...], gain: float, now: Situation
    ) -> int:
        rank, others = now.rank, now.others
        helped = now.friend and now.safe
        if not winners:
            return max(losers, key=(self.gift if helped else self.throw).__getitem__)
        if helped:
            return max(losers or winners, key=self.gift.__getitem__)
        if losers:
            thrown = max(losers, key=self.throw.__getitem__)
            if gain <= 0 or (now.feared and now.left) or self.worth[thrown] < 0:
                return thrown
        if not now.left:
            return max(winners, key=self.gift.__getitem__)
        top = winners[-1]
        if not others or rank[top] > rank[others[-1]]:
            if len(winners) > 1 and (not others or rank[winners[-2]] > rank[others[-1]]):
                return max(winners[-2:], key=self.worth.__getitem__)
            return top
        if len(now.trick) == 1 or now.friend:  # second hand low
            return max(losers or winners[:1], key=self.throw.__getitem__)
        return top if self.worth[top] <= 1 else max(losers or winners, key=self.throw.__getitem__)

    def feared(self, parts: Sequence[Sequence[int]], mine: Sequence[int]) -> bool:
        """Return whether another seat holds a card that costs the seat that captures it."""
        return any(
            part & costly
            for other in parts
            if other is not mine
            for part, costly in zip(other, self.costly, strict=False)
        )

    def _rids(self, hand: Sequence[int], now: Situation) -> bool:
        """Return whether a trick is better lost: a costly card can be thrown on it, or may still be."""
        return self.costs and (bool(now.feared and now.left) or any(map(int.__and__, hand, self.costly)))

    def void(self, hand: Sequence[int], now: Situation) -> int:
        """Return the card to play, of the cards of ``hand``, when none of the suit led is held."""
        rank, best = now.rank, now.best
        if now.friend and now.safe:
            return self._best(self._given, self.gift, hand)
        if self.role == TAKE and not now.friend and self._gain(now.trick) > 0 and not self._rids(hand, now):
            play = self.play
            if play.trump:
                home = play.suits.index(play.trump)
                for at in (home, 4):
                    if hand[at]:
                        for card in self.ordered(home, at, hand[at]):
                            if rank[card] > best:
                                return card
        if self.role != TAKE and (self.play.trump or now.taking):  # some of these cards may win
            losing = [card for card in self._all(hand) if rank[card] <= best and not now.taking >> card & 1]
            if losing:
                return max(losing, key=self.throw.__getitem__)
        if now.shooting and self.role == AVOID:
            return self._best(self._withheld, self.withhold, hand)
        if self.dear and any(part & self.dear_in[home] for home, part in enumerate(now.unseen)):
            return self._best(self._risky, self.risk, hand)
        return self._best(self._thrown, self.throw, hand)

    def either(self, row: tuple[int, ...], hand: Sequence[int], home: int, now: Situation) -> int:
        """Return the card to play when cards of the suit led are held, ``row``, and others may be played as well."""
        card = self.follow(row, now)
        other = self.void([0 if at == home else part for at, part in enumerate(hand)], now)
        wins, takes = now.rank[card] > now.best, now.rank[other] > now.best or now.taking >> other & 1
        if self.role == TAKE:
            return other if takes and not wins else card
        if takes:
            return card
        # a card that costs is thrown at once; one that costs nothing is kept until a trick would cost something
        dear = self.worth[other] < 0
        return other if dear or (wins and self._gain(now.trick) <= -_COSTS) else card

    def _all(self, hand: Sequence[int]) -> list[int]:
        width = self.play.layout.width
        return [home * width + i for home in range(5) for i in bits(hand[home])]


@lru_cache(maxsize=64)
def policies(play: TrickPlay, worth: WorthPart, in_tricks: bool) -> tuple[Policy, Policy, Policy]:
    """Return the policies of the three roles under some tables of play."""
    avoid, take, force = (Policy(play, worth, role, in_tricks) for role in (AVOID, TAKE, FORCE))
    return avoid, take, force
