"""One hand: the state machine of a deal, from the cards dealt to the facts that settlement reads.

A deal is a mutable value with a cheap ``copy`` and an exact ``undo``. Its phases come from the rule set, in the rule
set's order; the play of the hand is built in, since it is where all the time goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Never

from whister import checks, elsewhere
from whister.cards import Card
from whister.clause import Clause, Verdict
from whister.elsewhere import matched
from whister.errors import DealError, IllegalAction
from whister.ledger import Ledger
from whister.notation import Action, of_hand, offered, parse
from whister.outcome import Outcome, of_deal
from whister.settlement import Settlement, settle
from whister.trick_play import FIRST_TRICK, LEADING, UNBROKEN, TrickPlay

if TYPE_CHECKING:
    from whister.mechanisms.auction import Bid
    from whister.mechanisms.base import Aside, Phase
    from whister.plan import Plan
    from whister.ruleset import Rules
    from whister.view import View

PLAY = "play"
OVER = "over"


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: its leader's seat, its cards in order of play, and the seat that won it (None while open)."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int | None  #: None also for one that nobody won: it lies aside for the winner of the next
    value: int  #: what its cards are worth, in points
    seats: tuple[int, ...]  #: who played them, in order


class Dealt(NamedTuple):
    """The cards as dealt, in masks: each seat's hand, the widow, what of it lies face up, and a stock in order."""

    hands: tuple[int, ...]
    widow: int = 0
    turned: int = 0
    #: the places of its cards in the pack, the top card first; empty for a mere widow
    stock: tuple[int, ...] = ()
    turn_up: int = (
        -1
    )  #: the place of the card turned up for trump or preference: the dealer's last, or another pack's


@lru_cache(maxsize=1024)
def _complete(
    plan: Plan, number: int, taken: tuple[int, tuple[int, ...], int], seats: tuple[int, ...]
) -> Trick:
    """A trick that is complete: its leader, its cards and who took it; every view of a deal asks for it again."""
    leader, played, winner = taken
    cards = tuple(plan.pack.cards[i] for i in played)
    worth = plan.worth.of(sum(1 << i for i in played))
    return Trick(number, leader, cards, None if winner < 0 else winner, worth, seats[: len(played)])


class Deal:
    """One hand being played. Seats are numbered in order of play; ``to_act`` is the seat whose turn it is."""

    __slots__ = (
        "_asides", "_best", "_fast", "_flags", "_hands", "_last", "_leader", "_led", "_legal", "_loose", "_menu", "_origin",
        "_parts", "_play", "_plays_at", "_quick", "_rank", "_seat", "_skip", "_stage", "_taken", "_taker", "_trick", "_tricks",
        "bid", "captured", "contract", "dealt", "declarer", "facts", "ledger", "log", "over", "partner", "phase",
        "plan", "stock", "trump", "turn_up", "turned", "widow",
    )  # fmt: skip

    def __init__(self, plan: Plan, dealt: Dealt, ledger: Ledger) -> None:
        self.plan = plan
        self.ledger = ledger
        self.dealt = dealt
        self._origin: Deal | None = None
        self._reset()
        self._advance(0)

    def _reset(self) -> None:
        self.plan = self.plan.base
        hands, self.widow, self.turned, self.stock, self.turn_up = self.dealt
        self._hands = list(hands)
        self._parts: list[list[int]] = []  # during the play: each hand in its parts, see Layout
        self.phase = ""
        self.over = False  #: nothing is left to do
        self.trump = ""
        self.contract = ""
        self.bid = 0
        self.declarer: int | None = None
        self.partner: int | None = None
        self.facts: dict[str, Any] = {}
        self.log: list[tuple[int, Action]] = []  # what was done, but for the cards of an undisturbed play
        self._plays_at = -1  # where in the log those belong; -1 when the log holds them itself
        self._skip = 0  # cards that lay on the table before anything was done
        #: what was offered last: the seat as asked for (None for the one to act), that seat, and its actions
        self._menu: tuple[int | None, int | None, Sequence[Action]] | None = None
        self._stage: Phase | None = None  # the phase, when it is not the play
        self._asides: Sequence[Aside] = ()  # what may be done in it besides
        self._play: TrickPlay | None = None
        self._fast: TrickPlay | None = None  # the play, while nothing but cards can be done in it
        self._quick, self._loose = -1, False  # see Play.quick
        self._last = 0
        self._seat = 0
        self._trick: list[int] = []
        self._tricks: list[tuple[int, tuple[int, ...], int]] = []
        self._leader = self._taker = 0
        self._best = 0
        self._led = LEADING
        self._rank: tuple[int, ...] = ()
        self._legal: Sequence[int] | None = None  # the fold for the seat to act, once it is made
        self._flags = FIRST_TRICK | UNBROKEN
        self.captured = [0] * self.plan.table.n
        self._taken = [0] * self.plan.table.n

    def __repr__(self) -> str:
        who = "" if self.over else f", seat {self.to_act} to act"
        return f"<Deal {self.rules.id}, number {self.ledger.number}, {self.phase}{who}>"

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rule set it is played by."""
        return self.plan.rules

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return self.plan.table.eldest(self.ledger.dealer)

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.ledger.dealer

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now; several while choices are sealed."""
        if self._play is not None:
            return (self._seat,)
        return () if self.over or self._stage is None else self._stage.pending(self)

    @property
    def to_act(self) -> int | None:
        """The seat to act, the first of ``pending``; None when the deal is over."""
        if self._play is not None:
            return self._seat
        pending = self.pending
        return pending[0] if pending else None

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards each seat holds now."""
        return tuple(self.plan.cards_of(self.hand(seat)) for seat in self.plan.table.seats)

    @property
    def trick(self) -> Trick:
        """The trick on the table, complete or not."""
        cards = self.plan.pack.cards
        mask = sum(1 << i for i in self._trick)
        return Trick(
            len(self._tricks) + 1,
            self._leader,
            tuple(cards[i] for i in self._trick),
            None,
            self.plan.worth.of(mask),
            self._players_of(len(self._tricks) + 1, self._leader)[: len(self._trick)],
        )

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks that are complete, in order."""
        return tuple(
            _complete(self.plan, number, taken, self._players_of(number, taken[0]))
            for number, taken in enumerate(self._tricks, 1)
        )

    def _players_of(self, number: int, leader: int) -> tuple[int, ...]:
        """The seats that play to a trick, in order: all, unless some have dropped out."""
        members: dict[int, tuple[int, ...]] = self.facts.get("members", {})
        found = members.get(number)
        return found if found is not None else tuple(self._order_from(leader))

    @property
    def led(self) -> str:
        """The suit that is to be followed; "" when a card is to be led, or the card led asks for nothing."""
        play = self._play
        return play.suits[self._led] if play is not None and 0 <= self._led < len(play.suits) else ""

    @property
    def bids(self) -> tuple[Bid, ...]:
        """What may be bid in this deal, from low to high; bids of one ``rung`` do not beat each other."""
        ranked = self.plan.course.bids_now
        return self.plan.bidding.bids if ranked is None else ranked(self)

    @property
    def turned_suit(self) -> str:
        """The suit of the card turned up; "" where none is."""
        return self.plan.pack.cards[self.turn_up].suit if self.turn_up >= 0 else ""

    def hand(self, seat: int) -> int:
        """The cards a seat holds, as a mask."""
        return self.plan.pack.layout.join(self._parts[seat]) if self._parts else self._hands[seat]

    def _set_hand(self, seat: int, cards: int) -> None:
        if self._parts:
            self._parts[seat] = self.plan.pack.layout.split(cards)
        else:
            self._hands[seat] = cards
        self._legal = None
        self._menu = None

    def taken(self, seat: int) -> int:
        """How many tricks a seat has won."""
        return self._taken[seat]

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """Everything done so far: ``(seat, action)`` in order."""
        at = self._plays_at
        if at < 0:
            return tuple(self.log)
        n, actions, step = self.plan.table.n, self.plan.plays.things, self.plan.table.step(self.ledger.dealer)
        plays = [
            ((leader + k * step) % n, actions[card])
            for leader, cards, _ in [*self._tricks, (self._leader, tuple(self._trick), -1)]
            for k, card in enumerate(cards)
        ]
        return (*self.log[:at], *plays[self._skip :], *self.log[at:])

    # -- acting -------------------------------------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """What the seat to act may do, or another seat out of turn. Choices of several cards are lazy."""
        fast = self._fast
        if fast is not None and (seat is None or seat == self._seat):
            mine: Sequence[int] = self._parts[self._seat]
            quick = self._quick
            if quick >= 0 and mine[quick]:
                return fast.parts[quick][mine[quick]]
            a, b, c, d, odd, _ = mine if self._loose else self._fold()
            p, q, r, s, o, _ = fast.parts
            return p[a] + q[b] + r[c] + s[d] + o[odd] if odd else p[a] + q[b] + r[c] + s[d]
        menu = self._menu
        if menu is None or (menu[0] if seat is None else menu[1]) != seat:
            stage = self._stage
            pending = stage.pending(self) if stage is not None and not self.over else self.pending
            actor = seat if seat is not None else pending[0] if pending else None
            if seat is None and stage is not None and pending and not self._asides:
                menu = self._menu = (seat, actor, stage.legal(self, pending[0]))
            else:
                menu = self._menu = (seat, actor, self._all_legal(actor, pending))
        return menu[2]

    def _all_legal(self, seat: int | None, pending: tuple[int, ...]) -> Sequence[Action]:
        if seat is None or self.over:
            return ()
        checks.seat(seat, self.plan.table.n, "seat")
        usual: Sequence[Action] = ()
        if seat in pending:
            if self._play is not None:
                usual = () if self._instead(seat) else self._play.listed(self._folded_now())
            else:
                assert self._stage is not None
                usual = self._stage.legal(self, seat)
        if not self._asides:
            return usual
        extra = [action for aside in self._asides for action in aside.offers(self, seat)]
        return (*usual, *extra) if extra else usual

    def _fold(self) -> Sequence[int]:
        """The cards the seat to act may play, by all the clauses, in the parts of a hand."""
        if self._legal is not None:
            return self._legal
        assert self._play is not None
        a, b, c, d, odd, _ = self._parts[self._seat]
        for (p, q, r, s, o, _), keep in self._play.steps[self._flags][self._led]:
            if a & p or b & q or c & r or d & s or odd & o:
                a, b, c, d, odd = a & keep[0], b & keep[1], c & keep[2], d & keep[3], odd & keep[4]
        self._legal = (a, b, c, d, odd, 0)
        return self._legal

    def act(self, action: Action | str, seat: int | None = None) -> None:
        """Do it. ``action`` is an ``Action`` or its text; ``seat`` is needed only out of turn.

        Raises ``IllegalAction`` naming the clause that refuses it, or ``NotationError``; either leaves the deal as
        it was.
        """
        fast = self._fast
        me = self._seat
        if fast is not None and (seat is None or seat == me):
            try:
                found = fast.places.get(action)
            except TypeError:  # no text at all
                found = None
            if found is not None:
                home, bit, card = found
                mine = self._parts[me]
                part = mine[home]
                quick = self._quick
                if part & bit and (
                    home == quick or (not mine[quick] if self._loose else self._fold()[home] & bit)
                ):
                    mine[home] = part ^ bit
                    self._legal = None
                    trick = self._trick
                    if trick:
                        trick.append(card)
                        strength = self._rank[card]
                        if strength > self._best:
                            self._best = strength
                            self._taker = me
                        if me == self._last:
                            self._gather(fast)
                            return
                    else:
                        trick.append(card)
                        led = self._led = fast.suit_of[card]
                        self._quick, self._loose = fast.quick[self._flags][led]
                        self._leader = self._taker = me
                        self._last = fast.before[me]
                        rank = self._rank = fast.strength[led]
                        self._best = rank[card]
                    self._seat = fast.after[me]
                    return
        else:
            menu = self._menu
            if (
                menu is not None
                and (menu[0] if seat is None else menu[1]) == seat
                and type(action) is Action
                and (own := offered(menu[2], action)) is not None
            ):
                assert menu[1] is not None
                self._perform(menu[1], own)
                return
        self._act(action, seat)

    def _gather(self, play: TrickPlay) -> None:
        """The trick is complete: its winner takes it and leads to the next."""
        taker = self._taker
        if play.taker is not None:
            found = play.taker(self)
            taker = -1 if found is None else found
        cards = tuple(self._trick)
        self._trick.clear()
        taken = 0
        for card in cards:
            taken |= play.bits[card]
        self._tricks.append((self._leader, cards, taker))
        if play.taker is not None and (taker < 0 or "set_aside" in self.facts):
            aside, tricks = self.facts.pop("set_aside", (0, 0))
            if taker < 0:
                self.facts["set_aside"] = (aside | taken, tricks + 1)
                taker = self._leader
            else:
                self.captured[taker] |= aside | taken
                self._taken[taker] += tricks + 1
        else:
            self.captured[taker] |= taken
            self._taken[taker] += 1
        self._led = LEADING
        self._seat = taker
        flags = self._flags
        if flags:
            flags = self._flags = flags & UNBROKEN if not taken & play.breaking else 0
        self._quick, self._loose = play.quick[flags][LEADING]
        if play.watches:
            for watch in play.watches:
                watch(self)
            if self.over:
                return
        if play.next_leader is not None:
            leader = play.next_leader(self, taker)
            if leader is not None:
                self._seat = leader
                return
        elif any(self._parts[taker]):
            return
        self._leave_play()
        self._advance(self.plan.course.order.index(PLAY) + 1)

    def _enter_play(self, play: TrickPlay) -> None:
        self._play = play
        self._fast = play if play.plain else None
        self._quick, self._loose = play.quick[self._flags][self._led]
        self._legal = None
        self._menu = None

    def _leave_play(self) -> None:
        self._play = self._fast = None
        self._menu = None

    @property
    def on_table(self) -> int:
        """The cards of the open trick, as a mask."""
        return sum(1 << card for card in self._trick)

    def _act(self, text: Action | str, seat: int | None) -> None:
        action = parse(text, self.plan.pack)
        seat = self.to_act if seat is None else checks.seat(seat, self.plan.table.n, "seat")
        if seat is not None:
            action = of_hand(action, self.plan.pack, self.hand(seat))
        verdict = self._judge(action, seat)
        if not verdict.legal:
            if (
                self.plan.play.revoke is not None
                and seat is not None
                and self.plan.play.revoke.suffers(self, seat, action, verdict)
            ):
                self.plan.play.revoke.commit(self, seat, action)
                return
            raise IllegalAction(action, verdict)
        assert seat is not None
        self._perform(seat, action)

    def _perform(self, seat: int, action: Action) -> None:
        """Do a legal action that is not a plain play."""
        self._menu = None
        for aside in self._asides:
            if action in aside.offers(self, seat):
                self.log.append((seat, action))
                aside.perform(self, seat, action)
                return
        stage = self._stage
        if stage is None:
            held = action.mask & self.hand(seat)
            self.force((held & -held).bit_length() - 1)
            return
        self.log.append((seat, action))
        stage.perform(self, seat, action)
        if self._stage is stage and not self.over and not stage.pending(self):
            self._advance(self.plan.course.order.index(self.phase) + 1)

    def why(self, action: Action | str, seat: int | None = None) -> Verdict:
        """Whether an action is legal now, which one clause refuses it, and what was lifted or waived for it."""
        seat = self.to_act if seat is None else checks.seat(seat, self.plan.table.n, "seat")
        meant = parse(action, self.plan.pack)
        return self._judge(meant if seat is None else of_hand(meant, self.plan.pack, self.hand(seat)), seat)

    def _judge(self, action: Action, seat: int | None) -> Verdict:
        plan = self.plan
        turn = plan.play.turn_clause or next(iter(plan.rules.clauses.values()))
        if seat is not None and not self.over:
            for aside in self._asides:
                if action in aside.offers(self, seat):
                    return Verdict(True)
                if matched(aside.says, action) and (found := aside.refusal(self, seat, action)) is not None:
                    return Verdict(False, *found)
        if (governed := elsewhere.refused(self, seat, action)) is not None:
            return Verdict(False, *governed)
        if seat is None or self.over:
            return Verdict(False, turn, "The deal is over.")
        if self._play is None:
            assert self._stage is not None
            return self._stage.judge(self, seat, action)
        if seat != self._seat:
            return Verdict(False, turn, f"It is the turn of seat {self._seat}, not of seat {seat}.")
        if action.verb != "play":
            return Verdict(False, turn, "Now a card is to be played.")
        held = action.mask & self.hand(seat)
        if not held:
            return Verdict(False, turn, f"{action} is not in the hand.")
        if (first := self._instead(seat)) is not None:
            return Verdict(False, *first)
        if seat == plan.table.dummy:
            top = self._top_of_dummy()
            if held & top:
                return Verdict(True)
            return Verdict(False, plan.table.dummy_clause, self._play.choices(top))
        verdict = self._play.judge(self.hand(seat), held, self._flags, self._led)
        if verdict.clause is not None and self._wild_led() and verdict.clause is plan.clause_of.get("follow"):
            verdict = replace(verdict, clause=plan.play.wild_led)
        if not verdict.legal or not plan.asked.narrow_now:
            return verdict
        return self._judge_now(held, seat, verdict)

    def _wild_led(self) -> bool:
        """Whether a card without a suit was led, and a clause says what that asks for."""
        return (
            self.plan.play.wild_led is not None
            and bool(self._trick)
            and not self.plan.pack.cards[self._trick[0]].suit
        )

    def _instead(self, seat: int) -> tuple[Clause, str] | None:
        """The clause that asks for something before a card is played, and why."""
        for aside in self._asides:
            if (found := aside.instead(self, seat)) is not None:
                return found
        return None

    def _folded_now(self) -> int:
        """The cards the seat to act may play, those clauses included that look at the deal itself."""
        if self._seat == self.plan.table.dummy:
            return self._top_of_dummy()
        mask = self.plan.pack.layout.join(self._fold())
        for _, mechanism in self.plan.asked.narrow_now:
            masks = mechanism.narrow_now(self, self._seat)
            if masks is not None and mask & masks[0]:
                mask &= masks[1]
        return mask

    def _top_of_dummy(self) -> int:
        """The card that the hand nobody holds must play: the first of its pile, or of those that may be played."""
        held = self.hand(self._seat)
        if self.plan.table.dummy_follows:
            held = self.plan.pack.layout.join(self._fold())
        return next((1 << card for card in self.stock if held >> card & 1), held)

    def _judge_now(self, held: int, seat: int, verdict: Verdict) -> Verdict:
        """The verdict of those clauses on a card that the others let pass."""
        assert self._play is not None
        mask, waived = self.plan.pack.layout.join(self._fold()), list(verdict.waived)
        for clause, mechanism in self.plan.asked.narrow_now:
            masks = mechanism.narrow_now(self, seat)
            if masks is None:
                continue
            test, keep = masks
            if not mask & test:
                if mask & ~keep and not mechanism.lapses:
                    waived.append(clause)
                continue
            mask &= keep
            if not held & keep:
                return Verdict(False, clause, self._play.choices(mask), waived=tuple(waived))
        return Verdict(True, None, "", verdict.exempted_by, tuple(waived))

    def _advance(self, at: int) -> None:
        """Enter the next phase that has something to do."""
        order = self.plan.course.order
        while at < len(order):
            name = order[at]
            self.phase = name
            self._asides = self.plan.course.asides.get(name, ())
            if name == PLAY:
                self._stage = None
                self._open_play()
                return
            stage = self._stage = self.plan.course.phases[name]
            if stage.begin(self):
                return
            if self.over:
                return
            at += 1
        self.phase, self.over = OVER, True

    def _open_play(self) -> None:
        plan = self.plan
        opening = plan.opening_card(sum(self._hands) if plan.dealing.widow_size else plan.present)
        if plan.play.opening_suit:
            self.facts["opening"] = opening
        self._seat = self._leader = plan.course.leader(self)
        self._parts = [plan.pack.layout.split(hand) for hand in self._hands]
        top, step = plan.play.top_card(self.trump, self.turned_suit), plan.table.step(self.ledger.dealer)
        play = plan.tricks(self.trump, self.contract, opening, top, step)
        self._plays_at = len(self.log) if play.plain else -1
        self._enter_play(play)

    def end(self, void: str = "") -> None:
        """Stop the deal here; ``void`` says why it counts for nothing, if so. For mechanisms."""
        if void:
            self.facts["void"] = void
        self._leave_play()
        self.phase, self.over = OVER, True

    def stop(self) -> None:
        """Leave the play before its last trick, for what comes after it. For mechanisms."""
        self.facts["stopped"] = True
        self._leave_play()
        self._advance(self.plan.course.order.index(PLAY) + 1)

    def move(self, seat: int, *, out: int = 0, into: int = 0) -> None:
        """Take cards from a seat's hand and put others in. For mechanisms."""
        self._set_hand(seat, self.hand(seat) & ~out | into)

    def exchange(self, out: Sequence[int], into: Sequence[int]) -> None:
        """Take cards from every hand and put others in, seat by seat, before the play. For mechanisms."""
        self._hands = [hand & ~gone | come for hand, gone, come in zip(self._hands, out, into, strict=True)]
        self._menu = None

    def pause(self, phase: str) -> None:
        """Leave the play for a phase that comes back to it with ``resume``. For mechanisms."""
        self.facts["paused"] = self._play
        self._leave_play()
        self.phase = phase
        self._stage, self._asides = self.plan.course.phases[phase], self.plan.course.asides.get(phase, ())

    def resume(self) -> None:
        """Go on with the play that was left by ``pause``. For mechanisms."""
        self.phase = PLAY
        self._stage, self._asides = None, self.plan.course.asides.get(PLAY, ())
        self._enter_play(self.facts.pop("paused"))

    def force(self, card: int) -> None:
        """Play a card (its index) for the seat to act, whatever the clauses say of it. For mechanisms."""
        play, me, trick = self._play, self._seat, self._trick
        assert play is not None
        if self._plays_at < 0:
            self.log.append((me, play.actions[card]))
        if not trick:
            self._led = play.suit_of[card]
            self._quick, self._loose = play.quick[self._flags][self._led]
            self._leader = self._taker = me
            self._rank = play.strength[self._led]
            self._best = self._rank[card]
            if play.next_leader is not None:
                holders = [seat for seat in self._order_from(me) if self.hand(seat)]
                self.facts["members"] = {
                    **self.facts.get("members", {}),
                    len(self._tricks) + 1: tuple(holders),
                }
                self._last = holders[-1]
            else:
                self._last = play.before[me]
        elif self._rank[card] > self._best:
            self._best, self._taker = self._rank[card], me
        self._set_hand(me, self.hand(me) & ~(1 << card))
        trick.append(card)
        for watch in self.plan.course.after_card:
            watch(self)
        if me == self._last:
            self._gather(play)
        elif play.next_leader is not None:
            members = self.facts["members"][len(self._tricks) + 1]
            self._seat = members[len(trick)]
        else:
            self._seat = play.after[me]

    def _order_from(self, seat: int) -> list[int]:
        plan = self.plan
        step = plan.table.step(self.ledger.dealer)
        return [(seat + k * step) % plan.table.n for k in plan.table.seats]

    def follow_now(self, suit: str) -> None:
        """The card just played sets the suit that is to be followed, and is winning so far. For mechanisms."""
        self._follow(suit, self._seat)

    def _follow(self, suit: str, taker: int) -> None:
        """The last card of the trick, played by ``taker``, sets the suit."""
        play = self._play
        assert play is not None
        self._led = play.suits.index(suit)
        self._quick, self._loose = play.quick[self._flags][self._led]
        self._rank = play.strength[self._led]
        self._best, self._taker = self._rank[self._trick[-1]], taker
        self._legal = None

    def draw(self, seat: int) -> int:
        """Take the top card of the stock into a hand; answers with its index. For mechanisms."""
        card, *rest = self.stock
        self.stock = tuple(rest)
        self.widow &= ~(1 << card)
        self.move(seat, into=1 << card)
        return card

    def lead_as(self, card: int, suit: str) -> None:
        """Lead a card (its index) as one of ``suit``, which is then to be followed. For mechanisms."""
        self.force(card)
        self._follow(suit, self._leader)
        self.facts["led_as"] = {**self.facts.get("led_as", {}), len(self._tricks) + 1: suit}

    def concede(self, seat: int) -> None:
        """Give a seat all the tricks that are left, the open one among them, and what lies aside for the next winner. For mechanisms.

        The hands are laid down, and all can see what was in them; a card in the open trick lies with its player's.
        """
        left = 0
        laid_down: dict[int, int] = {}
        played = dict(zip(self.trick.seats, self._trick, strict=True))
        for holder in self.plan.table.seats:
            cards = self.hand(holder) | (1 << played[holder] if holder in played else 0)
            if cards:
                laid_down[holder] = cards
                left |= cards
                self._set_hand(holder, 0)
        self.facts["laid_down"] = laid_down
        aside, tricks = self.facts.pop("set_aside", (0, 0))
        self.captured[seat] |= left | aside
        self._taken[seat] += self.plan.dealing.hand_size - len(self._tricks) + tricks
        self._trick = []
        self.facts["conceded_to"] = seat
        self._leave_play()
        self._advance(self.plan.course.order.index(PLAY) + 1)

    def lying_open(self) -> dict[int, int]:
        """The hands that lie face up: a mask for each such seat. For mechanisms.

        Laid open for a contract, or laid down when the tricks that were left had been conceded.
        """
        laid_down: dict[int, int] = self.facts.get("laid_down", {})
        return {seat: self.hand(seat) for seat in self.facts.get("exposed", ())} | laid_down

    def take_up(self, number: int) -> list[tuple[int, tuple[int, ...]]]:
        """Give the cards of trick ``number`` and all later ones back to the hands that played them. For mechanisms.

        Answers with what was taken up: each trick's leader and the indices of its cards, the open trick last.
        """
        play = self._play
        assert play is not None
        taken = self._tricks[number - 1 :]
        plays = [(leader, cards) for leader, cards, _ in taken]
        if self._trick:
            plays.append((self._leader, tuple(self._trick)))
        self._give_up(number)
        for at, (leader, cards) in enumerate(plays, number):
            for seat, card in zip(self._players_of(at, leader), cards, strict=False):
                self.move(seat, into=1 << card)
        del self._tricks[number - 1 :]
        self._trick = []
        self._led = LEADING
        self._legal = None
        self._menu = None
        self._seat = self._leader = self._taker = plays[0][0]
        if "led_as" in self.facts:
            self.facts["led_as"] = {at: suit for at, suit in self.facts["led_as"].items() if at < number}
        broken = any(1 << card & play.breaking for _, cards, _ in self._tricks for card in cards)
        if self._origin is not None and not self._origin._flags & UNBROKEN:
            broken = True
        self._flags = (FIRST_TRICK if number == 1 else 0) | (0 if broken else UNBROKEN)
        self._enter_play(play)
        return plays

    def _give_up(self, number: int) -> None:
        """Take trick ``number`` and the later ones from those who won them, and with them what lay aside before."""
        gone = aside = lying = count = 0
        for at, (_, cards, winner) in enumerate(self._tricks, 1):
            gone |= sum(1 << card for card in cards) if at >= number else 0
            if winner < 0:
                count += bool(cards)
                if at < number:
                    aside, lying = aside | sum(1 << card for card in cards), count
                continue
            if at >= number:
                self._taken[winner] -= 1 + count
            else:
                aside = lying = 0
            count = 0
        self.captured = [cards & ~(gone | aside) for cards in self.captured]
        self.facts.pop("set_aside", None)
        if lying:
            self.facts["set_aside"] = (aside, lying)

    # -- going back ---------------------------------------------------------------------------------------------

    def copy(self) -> Deal:
        """A deal in the same state that goes its own way."""
        twin = Deal.__new__(Deal)
        for name in Deal.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._hands = self._hands[:]
        twin._parts = [parts[:] for parts in self._parts]
        twin.facts = dict(self.facts)
        twin.log = self.log[:]
        twin._trick = self._trick[:]
        twin._tricks = self._tricks[:]
        twin.captured = self.captured[:]
        twin._taken = self._taken[:]
        return twin

    def __copy__(self) -> Deal:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Deal:
        return self.copy()  # whatever two copies share is never changed

    def __reduce__(self) -> Never:
        raise DealError(
            "a deal cannot be pickled; keep its record, str(whister.Record.of(deal)), and replay it"
        )

    def undo(self) -> Action | None:
        """Take back the last action and return it; None when nothing has been done."""
        done = list(self.actions)
        if not done:
            return None
        _, last = done.pop()
        self.restart()
        for seat, action in done:
            self.act(action, seat)
        return last

    def restart(self) -> None:
        """Take back everything: the cards as dealt."""
        if self._origin is not None:
            origin = self._origin
            fresh = origin.copy()
            for name in Deal.__slots__:
                setattr(self, name, getattr(fresh, name))
            self._origin = origin
            return
        self._reset()
        self._advance(0)

    # -- the end ------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome:
        """The facts of the deal, for settlement. Raises ``DealError`` while it is being played."""
        if not self.over:
            raise DealError(
                f"the deal is not over: it is in the phase {self.phase!r}; its outcome is not known yet"
            )
        found = self.rules.plan.known = of_deal(self)
        return found

    def settle(self) -> Settlement:
        """What the deal is worth, against the ledger it was opened with."""
        return settle(self.rules.plan, self.outcome, self.ledger)

    def view(self, seat: int) -> View:
        """What a seat may see, and nothing else."""
        from whister.view import View

        return View.of(self, seat)

    @classmethod
    def bare(cls, plan: Plan, hands: Sequence[int], ledger: Ledger) -> Deal:
        """Hands and nothing begun; for positions."""
        deal = cls.__new__(cls)
        deal.plan, deal.ledger, deal.dealt, deal._origin = plan, ledger, Dealt(tuple(hands)), None
        deal._reset()
        return deal


__all__ = ["Clause", "Deal", "Trick"]
