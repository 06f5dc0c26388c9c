"""The play of tricks: cards are played from tables, without the slower checks, as long as nothing else can happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from whister.cards import Pack
from whister.deal.whereabouts import Lying
from whister.notation import NOWHERE, Action, Place
from whister.plan.tricks import FIRST_TRICK, LEADING, UNBROKEN, Table, TrickPlay, Way

NO_PLACES: Mapping[str, Place] = {}
NO_TABLE: Table = [()]


class Tricks(Lying):
    """A deal during the play of its tricks. A subclass adds the other phases."""

    __slots__ = (
        "_menu",
        "_plays_at",
        "after",
        "best",
        "fast",
        "folded",
        "last",
        "left",
        "loose",
        "places",
        "playing",
        "quick",
        "rank",
        "seat",
        "skipped",
        "table",
        "tables",
        "taker",
    )

    def _reset(self) -> None:
        super()._reset()
        #: where in the log the cards belong if nothing but cards was played; -1 if the log contains the cards itself
        self._plays_at = -1
        self.skipped = 0  # the number of cards that lay on the table before the first action
        #: the last result of ``legal``: the seat as given (None for the one to act), the seat itself, and its actions
        self._menu: tuple[int | None, int | None, Sequence[Action]] | None = None
        self.tables: TrickPlay | None = None
        self.fast: TrickPlay | None = None  # the play, while cards are the only possible actions
        self.places: Mapping[str, Place] = NO_PLACES  # the places of its cards
        self.playing: Pack | Literal[False] = False  # the pack to which those cards belong
        self.after: tuple[int, ...] = ()  # the next seat, for each seat
        self.quick, self.loose, self.table = -1, False, NO_TABLE  # see TrickPlay.quick
        self.last = 0
        self.left: TrickPlay | None = None  # the play after its end, if nothing follows it
        self.seat = 0
        self.taker = 0
        self.best = 0
        self.rank: tuple[int, ...] = ()
        self.folded: Sequence[int] | None = None  # the fold for the seat to act, once computed

    def place(self, text: object) -> Place:
        """Return where a named card lies in a hand; ``NOWHERE`` for other text, or if other actions are possible."""
        return self.places.get(text, NOWHERE) if isinstance(text, str) else NOWHERE

    @property
    def led(self) -> str:
        """The suit that must be followed; "" before the lead, or if any card may be played to the card led."""
        play = self.tables
        return play.suits[self.suit_led] if play is not None and 0 <= self.suit_led < len(play.suits) else ""

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Everything done so far: ``(seat, action)`` in order."""
        at = self._plays_at
        if at < 0:
            return tuple(self.log)
        n, actions, step = self.plan.table.n, self.plan.plays.things, self.plan.table.step(self.ledger.dealer)
        plays = [
            ((leader + k * step) % n, actions[card])
            for leader, cards, _ in [*self.closed_tricks, (self.leader, tuple(self.open_trick), -1)]
            for k, card in enumerate(cards)
        ]
        return (*self.log[:at], *plays[self.skipped :], *self.log[at:])

    def _set_hand(self, seat: int, cards: int) -> None:
        super()._set_hand(seat, cards)
        self.folded = None
        self._menu = None

    def _after_play(self) -> None:
        """Continue with whatever comes after the play."""
        raise NotImplementedError

    def fold(self) -> Sequence[int]:
        """Return the cards that the seat to act may play under all the clauses, as the parts of a hand."""
        assert self.tables is not None
        return self.tables.folded(self.parts[self.seat], self.flags, self.suit_led)

    def _playable(self, play: TrickPlay) -> Sequence[Action]:
        """Return the legal plays of the seat to act."""
        if self.seat == self.plan.table.dummy or self.plan.asked.narrow_now:
            return play.listed(self._folded_now())
        return play.layout.filled(self.fold())

    def _folded_now(self) -> int:
        """Return the cards that the seat to act may play, after applying the clauses that depend on the whole deal."""
        if self.seat == self.plan.table.dummy:
            return self._top_of_dummy()
        mask = self.plan.pack.layout.join(self.fold())
        for _, mechanism in self.plan.asked.narrow_now:
            masks = mechanism.narrow_now(self, self.seat)
            if masks is not None and mask & masks[0]:
                mask &= masks[1]
        return mask

    def _top_of_dummy(self) -> int:
        """Return the card that the dummy must play: the first of its pile, or the first legal one."""
        held = self.hand(self.seat)
        if self.plan.table.dummy_follows:
            held = self.plan.pack.layout.join(self.fold())
        return next((1 << card for card in self.stock if held >> card & 1), held)

    def _take(self, way: Way) -> None:
        """Switch to the given fast version of the fold."""
        self.quick, self.loose, self.table = way.quick, way.loose, way.table

    def gather(self) -> None:
        """Give the complete trick to its winner, who leads to the next."""
        play, taker = self.tables, self.taker
        assert play is not None
        if not play.simple:
            self._gather_by_clauses(play)
            return
        trick, bits = self.open_trick, play.bits
        self.open_trick = []
        if len(trick) == 4:  # as in most games
            taken = bits[trick[0]] | bits[trick[1]] | bits[trick[2]] | bits[trick[3]]
        else:
            taken = sum([bits[card] for card in trick])
        self.closed_tricks.append((self.leader, tuple(trick), taker))
        self.captured[taker] |= taken
        self.won[taker] += 1
        self.suit_led = LEADING
        self.seat = taker
        if flags := self.flags:
            flags = self.flags = flags & UNBROKEN if not taken & play.breaking else 0
        way = play.quick[flags][LEADING]
        self.quick, self.loose, self.table = way.quick, way.loose, way.table
        mine = self.parts[taker]
        if not (mine[0] or mine[1] or mine[2] or mine[3] or mine[4]):
            self._end_play()

    def played_out(self) -> None:
        """Continue after the last trick when whole tricks were played at once."""
        self.suit_led, self.folded = LEADING, None
        self._end_play()

    def _end_play(self) -> None:
        """Continue after the last card in such a way that it can still be taken back."""
        if self.plan.course.after_all:
            self._mark()
        else:
            self.left = self.tables
        self._leave_play()
        self._after_play()

    def _mark(self) -> None:
        """Save the state of the deal, to return to it."""
        raise NotImplementedError

    def turn_back(self, play: TrickPlay) -> None:
        """Look up the legal cards again after a card has been taken back."""
        self._take(play.quick[self.flags][self.suit_led])
        self.folded = None
        self._menu = None

    @property
    def even(self) -> bool:
        """Whether all hands have the same number of cards, as is usual before a trick; in a position they may not."""
        return self.origin is None or len({sum(map(int.bit_count, hand)) for hand in self.parts}) == 1

    def _gather_by_clauses(self, play: TrickPlay) -> None:
        """Complete a trick when clauses determine its winner or the next leader, or react to the play."""
        taker, course = self.taker, self.plan.course
        if course.trick_taker is not None:
            found = course.trick_taker(self)
            taker = -1 if found is None else found
        cards = tuple(self.open_trick)
        self.open_trick = []
        taken = sum(play.bits[card] for card in cards)
        self.closed_tricks.append((self.leader, cards, taker))
        if course.trick_taker is not None and (taker < 0 or "set_aside" in self.facts):
            aside, tricks = self.facts.pop("set_aside", (0, 0))
            if taker < 0:
                self.facts["set_aside"] = (aside | taken, tricks + 1)
                taker = self.leader
            else:
                self.captured[taker] |= aside | taken
                self.won[taker] += tricks + 1
        else:
            self.captured[taker] |= taken
            self.won[taker] += 1
        self.suit_led = LEADING
        self.seat = taker
        flags = self.flags
        if flags:
            flags = self.flags = flags & UNBROKEN if not taken & play.breaking else 0
        self._take(play.quick[flags][LEADING])
        if course.after_trick:
            for watch in course.after_trick:
                watch(self)
            if self.over:
                return
        if course.next_leader is not None:
            leader = course.next_leader(self, taker)
            if leader is not None:
                self.seat = leader
                return
        elif any(self.parts[taker]):
            if play.plain:
                self._mark()
            return
        self._leave_play()
        self._after_play()

    def _enter_play(self, play: TrickPlay) -> None:
        self.tables = play
        self.after = play.after
        if play.plain:
            self.fast, self.places, self.playing = play, play.places, self.plan.pack
        else:
            self.fast, self.places, self.playing = None, NO_PLACES, False
        self._take(play.quick[self.flags][self.suit_led])
        self.folded = None
        self._menu = None

    def _leave_play(self) -> None:
        self.tables = self.fast = None
        self.places, self.playing = NO_PLACES, False
        self._menu = None

    def force(self, card: int) -> None:
        """Play a card (by its index) for the seat to act, whether or not it is legal."""
        play, me, trick = self.tables, self.seat, self.open_trick
        assert play is not None
        if self._plays_at < 0:
            self.log.append((me, play.actions[card]))
        if not trick:
            self.suit_led = play.suit_of[card]
            self._take(play.quick[self.flags][self.suit_led])
            self.leader = self.taker = me
            self.rank = play.strength[self.suit_led]
            self.best = self.rank[card]
            if self.plan.course.next_leader is not None:
                holders = [seat for seat in self.order_from(me) if self.hand(seat)]
                self.facts["members"] = {
                    **self.facts.get("members", {}),
                    len(self.closed_tricks) + 1: tuple(holders),
                }
                self.last = holders[-1]
            else:
                self.last = play.before[me]
        elif self.rank[card] > self.best:
            self.best, self.taker = self.rank[card], me
        width = play.layout.width
        self.parts[me][card // width] &= ~(1 << card % width)
        self.folded = self._menu = None
        trick.append(card)
        for watch in self.plan.course.after_card:
            watch(self)
        if me == self.last:
            self.gather()
        elif self.plan.course.next_leader is not None:
            members = self.facts["members"][len(self.closed_tricks) + 1]
            self.seat = members[len(trick)]
        else:
            self.seat = play.after[me]

    def follow_now(self, suit: str) -> None:
        """Make the suit of the card just played the one that must be followed; that card is winning so far."""
        self._follow(suit, self.seat)

    def _follow(self, suit: str, taker: int) -> None:
        """Make the last card of the trick, played by ``taker``, set the suit."""
        play = self.tables
        assert play is not None
        self.suit_led = play.suits.index(suit)
        self._take(play.quick[self.flags][self.suit_led])
        self.rank = play.strength[self.suit_led]
        self.best, self.taker = self.rank[self.open_trick[-1]], taker
        self.folded = None

    def lead_as(self, card: int, suit: str) -> None:
        """Lead a card (by its index) as one of ``suit``, which must then be followed."""
        self.force(card)
        self._follow(suit, self.leader)
        self.facts["led_as"] = {**self.facts.get("led_as", {}), len(self.closed_tricks) + 1: suit}

    def concede(self, seat: int) -> None:
        """Give a seat all remaining tricks, including the current one, and the cards set aside for the next winner. The
        hands are laid down for all to see; a card in the current trick is shown with its player's hand.
        """
        left = 0
        laid_down: dict[int, int] = {}
        played = dict(zip(self.trick.seats, self.open_trick, strict=True))
        for holder in self.plan.table.seats:
            cards = self.hand(holder) | (1 << played[holder] if holder in played else 0)
            if cards:
                laid_down[holder] = cards
                left |= cards
                self._set_hand(holder, 0)
        self.facts["laid_down"] = laid_down
        aside, tricks = self.facts.pop("set_aside", (0, 0))
        self.captured[seat] |= left | aside
        self.won[seat] += self.plan.dealing.hand_size - len(self.closed_tricks) + tricks
        self.open_trick = []
        self.facts["conceded_to"] = seat
        self._leave_play()
        self._after_play()

    def take_up(self, number: int) -> list[tuple[int, tuple[int, ...]]]:
        """Put the cards of trick ``number`` and of all later ones back in the hands that played them.

        Returns what was taken up: each trick's leader and the indices of its cards, the current trick last.
        """
        play = self.tables
        assert play is not None
        taken = self.closed_tricks[number - 1 :]
        plays = [(leader, cards) for leader, cards, _ in taken]
        if self.open_trick:
            plays.append((self.leader, tuple(self.open_trick)))
        self._give_up(number)
        for at, (leader, cards) in enumerate(plays, number):
            for seat, card in zip(self.players_of(at, leader), cards, strict=False):
                self.move(seat, into=1 << card)
        del self.closed_tricks[number - 1 :]
        self.open_trick = []
        self.suit_led = LEADING
        self.folded = None
        self._menu = None
        self.seat = self.leader = self.taker = plays[0][0]
        if "led_as" in self.facts:
            self.facts["led_as"] = {at: suit for at, suit in self.facts["led_as"].items() if at < number}
        broken = any(1 << card & play.breaking for _, cards, _ in self.closed_tricks for card in cards)
        if self.origin is not None and not self.origin.flags & UNBROKEN:
            broken = True
        self.flags = (FIRST_TRICK if number == 1 else 0) | (0 if broken else UNBROKEN)
        self._enter_play(play)
        return plays

    def _give_up(self, number: int) -> None:
        """Take trick ``number`` and the later ones from their winners, together with the cards that were set aside for
        those winners."""
        gone = aside = lying = count = 0
        for at, (_, cards, winner) in enumerate(self.closed_tricks, 1):
            gone |= sum(1 << card for card in cards) if at >= number else 0
            if winner < 0:
                count += bool(cards)
                if at < number:
                    aside, lying = aside | sum(1 << card for card in cards), count
                continue
            if at >= number:
                self.won[winner] -= 1 + count
            else:
                aside = lying = 0
            count = 0
        self.captured = [cards & ~(gone | aside) for cards in self.captured]
        self.facts.pop("set_aside", None)
        if lying:
            self.facts["set_aside"] = (aside, lying)
