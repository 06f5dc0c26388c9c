"""Tracking the cards of a deal, for a link: who holds which cards, who seems to be next to act, which suit was led."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whister.errors import NotationError
from whister.links.habits import AS_SAID, FACES, NUMBERS, ODD, Layout, Manner
from whister.links.numerals import Numerals, Odds

_HOW_MANY = Odds(
    0, 8, 4, 16, 6, 16, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1
)  # the number of cards given or discarded at once

_NOTHING, _FIRST, _THEN = range(
    3
)  # what a player who discards takes: nothing, several cards before discarding, or one card after it
_TAKES = Odds(2, 13, 1)


class Moved:
    """The cards of a deal as they move."""

    def __init__(self, cards: Layout, manner: Manner) -> None:
        kind, piles, dealer, strength, trump = cards
        self.kind, self.manner, self.dealer, self.strength = kind, manner, dealer, strength
        self.trump = trump if manner.trump == AS_SAID else manner.trump
        self.n = len(piles) - 1
        self.faces, self.numbers = FACES[kind], NUMBERS[kind]
        self.order = [*(suit * 14 + place for suit in range(4) for place in strength), ODD]
        laid = [sorted(pile, key=self.order.__getitem__) == list(pile) for pile in piles]
        #: the hands; the undealt cards, in the order in which they lie; and the cards played or laid aside
        self.piles = [
            *(sorted(pile) if laid[at] else list(pile) for at, pile in enumerate(piles[:-1])),
            list(piles[-1]),
            [],
        ]
        self.stacked = [
            seat for seat in range(self.n) if not laid[seat]
        ]  # hands that are piles, played from the top
        self.step = self.n - 1 if manner.back else 1
        eldest = (dealer + 1) % self.n if self.n else 0
        self.turn = (eldest + manner.leader) % self.n if self.n else 0  # the seat expected to play
        self.led = -1  # the suit led; -1 before a lead
        self.trick: list[tuple[int, int]] = []
        self.to_come: list[int] = []  # the seats that have still to play to the trick
        self.context = "start"
        self.given: list[tuple[int, list[int]]] = []  # cards being passed, with their receivers
        self.givers: set[int] = set()
        self.giver, self.gave = 0, 0  # the seat expected to give, and how many cards were given last
        self.discarder = -1
        self.bid = -1  # the last bid in points
        self.tricks = 0  # the tricks of the last bid in a suit
        self.leaps = True  # whether that bid was more than one step above the one before
        self.coming: list[tuple[None, str]] = []  # the steps already known, in a round

    # -- cards played ------------------------------------------------------------------------------------------------

    def _play(self, numerals: Numerals, text: str, seat: int | None) -> str:
        turn = self.turn if seat is None else seat
        return self._played(numerals, text, turn, turn)

    def _other(self, numerals: Numerals, text: str, seat: int | None) -> str:
        turn = self.turn if seat is None else seat
        source = 0
        if text:
            card = self.numbers[text]
            source = next(at for at, pile in enumerate(self.piles) if card in pile)
        source = numerals.digit(source, self.n + 2)
        return self._played(numerals, text, source if source < self.n else turn, source)

    def _played(self, numerals: Numerals, text: str, seat: int, source: int) -> str:
        """Encode a card by its place in a pile, preceded by whether it follows the suit led unless that is certain."""
        self._hand_over()
        among: list[int] = self.piles[source] if source < len(self.piles) else []
        card = self.numbers[text] if text else -1
        if self.led >= 0 and source < self.n:
            first, last, odd = self.led * 14, self.led * 14 + 14, self.led == self.trump
            follows = [c for c in among if first <= c < last or (odd and c == ODD)]
            if follows and len(follows) < len(among):
                follow = numerals.share(card not in follows, 1, 32)
                among = [c for c in among if c not in follows] if follow else follows
        if source in self.stacked and len(among) > 1 and not numerals.share(card != among[0], 1, 4):
            among = among[:1]
        if not among:
            raise NotationError("a card is played from a hand that has none")
        card = among[numerals.digit(among.index(card) if card >= 0 else 0, len(among))]
        self.piles[source].remove(card)
        self.piles[-1].append(card)
        self._lies(seat, card, card // 14 if card != ODD else self.trump)
        return self.faces[card]

    def _lies(self, seat: int, card: int, suit: int) -> None:
        """Put a card on the table and determine who is next to play."""
        self.context = "play"
        n, step = self.n, self.step
        if seat >= n:
            return
        if seat not in self.to_come:  # a new trick
            self.trick = []
            self.led = suit
            self.to_come = [s for k in range(1, n) if self.piles[s := (seat + k * step) % n]]
        else:
            del self.to_come[: self.to_come.index(seat) + 1]
        self.trick.append((seat, card))
        if self.to_come:
            self.turn = self.to_come[0]
            return
        self.turn = self.manner.winner(self.trick, self.led, self.trump, self.strength)
        self.led = -1
        if self.manner.draws:
            for k in range(n):
                if self.piles[n]:
                    self.piles[(self.turn + k * step) % n].append(self.piles[n].pop(0))
        for k in range(n):
            if self.piles[(self.turn + k * step) % n]:
                self.turn = (self.turn + k * step) % n
                break

    # -- cards given, discarded, drawn ---------------------------------------------------------------------------------

    def _hand_over(self) -> None:
        """Put the passed cards into the hands of their receivers."""
        if self.given:
            for seat, cards in self.given:
                self.piles[seat].extend(cards)
                self.piles[seat].sort()
            self.given = []

    def _cards(self, texts: Sequence[str]) -> list[int]:
        """Return the cards that words name, if they are in the standard order; otherwise an empty list."""
        cards = [self.numbers.get(text, -1) for text in texts]
        if -1 in cards or cards != sorted(cards, key=self.order.__getitem__) or not 0 < len(cards) < 16:
            return []
        return cards

    def _holds(self, seat: int, cards: Sequence[int]) -> bool:
        left = self.piles[seat][:]
        for card in cards:
            if card not in left:
                return False
            left.remove(card)
        return True

    def _giving(self, text: str, seat: int | None) -> tuple[int, list[int], int] | None:
        """Return who passes which cards to whom according to the text of an action; the receiver is ``n`` if none is
        named. Return None if the action is impossible."""
        words = text.split()[1:]
        to = self.n
        if len(words) > 2 and words[-2] == ">":
            if not re.fullmatch("0|[1-9][0-9]?", words[-1]) or int(words[-1]) >= self.n:
                return None
            to, words = int(words[-1]), words[:-2]
        cards = self._cards(words)
        first = self.giver if seat is None else seat
        if not cards or first >= self.n:
            return None
        for giver in (first, *range(self.n)):
            if self._holds(giver, cards):
                return giver, cards, to
        return None

    def _give(self, numerals: Numerals, text: str, seat: int | None) -> str:
        found = self._giving(text, seat) if text else None
        giver, cards, to = found or (0, [], self.n)
        n = self.n
        if self.gave and numerals.share(len(cards) == self.gave, 31, 32):
            count = self.gave
        else:
            count = numerals.choose(len(cards), _HOW_MANY)
        expected = self.giver if seat is None else seat
        giver = self._near(numerals, giver, expected)
        cards = self._chosen(numerals, cards, self.piles[giver], count)
        if numerals.share(to != n, 1, 16):
            to = numerals.digit(to, n)
        for card in cards:
            self.piles[giver].remove(card)
        self.given.append((to if to != n else (giver + self.manner.offset) % n, cards))
        if self.manner.at_once:
            self._hand_over()
        self.gave, self.context = count, "give"
        self.givers.add(giver)
        after = [at % n for at in range(giver + 1, giver + n) if at % n not in self.givers]
        if not after:  # all have given; another round of giving may follow
            self.givers, self.giver = set(), 0
        elif seat is None or self.giver in self.givers:
            self.giver = after[0]
        return " ".join(["give", *self._laid_out(cards), *((">", str(to)) if to != n else ())])

    def _near(self, numerals: Numerals, seat: int, expected: int) -> int:
        """Encode a seat, with the expected one most likely."""
        if numerals.share(seat != expected, 1, 16):
            return numerals.digit(seat, self.n)
        return min(expected, self.n - 1)

    def _chosen(
        self, numerals: Numerals, cards: Sequence[int], among: Sequence[int], count: int
    ) -> list[int]:
        """Encode which of several cards are chosen, given how many."""
        wanted, chosen = list(cards), []
        left, count = len(among), min(count, len(among))
        for card in among:
            if numerals.share(card in wanted, count, left):
                chosen.append(card)
                count -= 1
                if wanted:
                    wanted.remove(card)
            left -= 1
        return chosen

    def _laid_out(self, cards: Sequence[int]) -> list[str]:
        return [self.faces[card] for card in sorted(cards, key=self.order.__getitem__)]

    def _discarding(self, text: str, seat: int | None) -> tuple[int, list[int], int] | None:
        """Return who discards which cards, and which of the undealt cards they take; None if the action is
        impossible."""
        cards = self._cards(text.split()[1:])
        first = max(self.discarder, 0) if seat is None else seat
        if not cards or first >= self.n:
            return None
        beside = self.piles[self.n][: len(cards)]
        own, free = [], beside[:]
        for card in cards:
            if card in free:
                free.remove(card)
            else:
                own.append(card)
        for who in (first, *range(self.n)):
            if len(beside) > 1 and self._holds(who, own):
                return who, cards, _FIRST
            if self._holds(who, cards):
                return who, cards, _THEN if beside and who != self.dealer else _NOTHING
        return None

    def _discard(self, numerals: Numerals, text: str, seat: int | None) -> str:
        found = self._discarding(text, seat) if text else None
        who, cards, takes = found or (0, [], _NOTHING)
        self._hand_over()
        beside = self.piles[self.n]
        takes = numerals.choose(takes, _TAKES) if beside else _NOTHING
        if takes == _FIRST:
            count = numerals.near(len(cards), len(beside), 8)
        else:
            count = numerals.choose(len(cards), _HOW_MANY)
        if self.discarder >= 0 or seat is not None:
            who = self._near(numerals, who, self.discarder if seat is None else seat)
        else:
            who = numerals.digit(who, self.n)
        hand = self.piles[who]
        if takes == _FIRST:
            hand += beside[:count]
            del beside[:count]
        cards = self._chosen(numerals, cards, hand, count)
        for card in cards:
            hand.remove(card)
            self.piles[-1].append(card)
        if takes == _THEN:
            hand.append(beside.pop(0))
        hand.sort()
        self.discarder, self.context = (who + 1) % self.n, "discard"
        return " ".join(["discard", *self._laid_out(cards)])

    def _draw(self, numerals: Numerals, text: str, seat: int | None) -> str:
        self._hand_over()
        if self.piles[self.n]:
            self.piles[self.turn].append(self.piles[self.n].pop(0))
        self.context = "draw"
        return "draw"
