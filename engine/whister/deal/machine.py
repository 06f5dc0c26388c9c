"""The course of a deal: its phases, the legal actions in each, and the reasons why others are refused."""

from __future__ import annotations

from collections.abc import Sequence

from whister import checks
from whister.clause import Clause, Verdict
from whister.deal.at_end import captured_by
from whister.deal.copying import copier
from whister.deal.taking_back import take_back_card
from whister.deal.tricks import Tricks
from whister.deal.wrong_time import matched, refused
from whister.errors import IllegalAction
from whister.frozen import changed
from whister.ledger import Ledger
from whister.notation import Action, mask_of, of_hand, offered, pack_of, parse, place_of
from whister.plan.bidding import Bid
from whister.plan.compiled import Plan
from whister.plan.course import PLAY
from whister.plan.refusing import Barred
from whister.plan.state import Dealt
from whister.plan.tricks import TrickPlay

OVER = "over"


class Machine(Tricks):
    """A deal from the first call to the last card. It is mutable and cheap to ``copy``, and has an exact ``undo``."""

    __slots__ = ()

    def __init__(self, plan: Plan, dealt: Dealt, ledger: Ledger) -> None:
        super().__init__(plan, dealt, ledger)
        self._advance(0)

    # -- who may act, and the legal actions

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now; several while choices are made secretly."""
        if self.tables is not None:
            return (self.seat,)
        return () if self.over or self.stage is None else self.stage.pending(self)

    @property
    def to_act(self) -> int | None:
        """The seat to act, the first of ``pending``; None if the deal is over."""
        if self.tables is not None:
            return self.seat
        pending = self.pending
        return pending[0] if pending else None

    @property
    def unseen(self) -> bool:
        unseen = self.plan.course.unseen
        return unseen is not None and unseen(self)

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The possible bids in this deal, from low to high; bids of equal ``rung`` do not outbid each other."""
        ranked = self.plan.course.bids_now
        return self.plan.bidding.bids if ranked is None else ranked(self)

    def legal(self, seat: int | None = None) -> Sequence[Action]:
        """See ``Quick.legal``."""
        if self.fast is not None:  # cards are played without updating the menu
            return self._all_legal(self.seat if seat is None else seat, (self.seat,))
        menu = self._menu
        if menu is None or (menu[0] if seat is None else menu[1]) != seat:
            if seat is None and self.tables is not None and not self.asides:
                menu = self._menu = (None, self.seat, self._playable(self.tables))
                return menu[2]
            stage = self.stage
            pending = stage.pending(self) if stage is not None and not self.over else self.pending
            actor = seat if seat is not None else pending[0] if pending else None
            if seat is None and stage is not None and pending and not self.asides:
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
            if self.tables is not None:
                usual = () if self.asides and self._instead(seat) else self._playable(self.tables)
            else:
                assert self.stage is not None
                usual = self.stage.legal(self, seat)
        if not self.asides:
            return usual
        extra = [action for aside in self.asides for action in aside.offers(self, seat)]
        return (*usual, *extra) if extra else usual

    # -- acting, and refusals with their reasons

    def act(self, text: Action | str, seat: int | None = None) -> None:
        """See ``Quick.act``; this is the slower path, which gives reasons."""
        if (
            self.playing
            and self.plan.pack.equals
            and seat in (None, self.seat)
            and (card := self._copy_of(text))
        ):
            self.force(card.bit_length() - 1)
            return
        menu = self._menu
        if menu is not None and (menu[0] if seat is None else menu[1]) == seat and type(text) is Action:
            own = offered(menu[2], text)
            if own is not None:
                assert menu[1] is not None
                self._perform(menu[1], own)
                return
        action = parse(text, self.plan.pack)
        seat = self.to_act if seat is None else checks.seat(seat, self.plan.table.n, "seat")
        if seat is not None:
            action = of_hand(action, self.plan.pack, self.hand(seat))
        verdict = self._judge(action, seat)
        if not verdict.legal:
            self._mark_before()
            suffered = self.plan.course.suffered
            if seat is not None and suffered is not None and suffered(self, seat, action, verdict):
                return
            raise IllegalAction(action, verdict)
        assert seat is not None
        self._perform(seat, action)

    def _copy_of(self, text: Action | str) -> int:
        """Return the copy of a card that the seat to act may play, when the fast path looks for another copy; 0 if
        none."""
        if type(text) is not Action or text.verb != "play" or self.playing is not pack_of(text):
            return 0
        return mask_of(text) & self.plan.pack.layout.join(self.fold())

    def _perform(self, seat: int, action: Action) -> None:
        """Carry out a legal action other than the plain play of a card."""
        self._menu = None
        if self.marked != (self.phase, len(self.closed_tricks)):
            self._mark_before()
        stage = self.stage
        if self.asides and (stage is not None or action.verb != "play"):
            for aside in self.asides:
                if action in aside.offers(self, seat):
                    self.log.append((seat, action))
                    aside.perform(self, seat, action)
                    return
        if stage is None:
            _, bit, card = place_of(action)
            if bit and pack_of(action) is self.plan.pack and not self.plan.pack.equals:
                self.force(card)
                return
            held = mask_of(action) & self.hand(seat)
            self.force(held.bit_length() - 1)  # for equal cards, the copy that the fast path uses
            return
        self.log.append((seat, action))
        stage.perform(self, seat, action)
        if self.stage is stage and not self.over and not stage.pending(self):
            self._advance(self.plan.course.order.index(self.phase) + 1)

    def why(self, action: Action | str, seat: int | None = None) -> Verdict:
        """Return whether an action is legal now, which clause refuses it, and which are lifted or waived for it."""
        seat = self.to_act if seat is None else checks.seat(seat, self.plan.table.n, "seat")
        meant = parse(action, self.plan.pack)
        return self._judge(meant if seat is None else of_hand(meant, self.plan.pack, self.hand(seat)), seat)

    def _judge(self, action: Action, seat: int | None) -> Verdict:
        plan = self.plan
        turn = plan.play.turn_clause or next(iter(plan.rules.clauses.values()))
        if seat is not None and not self.over:
            for aside in self.asides:
                if action in aside.offers(self, seat):
                    return Verdict(True)
                if matched(aside.says, action) and (found := aside.refusal(self, seat, action)) is not None:
                    return Verdict(False, *found)
        if (governed := refused(self, seat, action)) is not None:
            return Verdict(False, *governed)
        if seat is None or self.over:
            return Verdict(False, turn, "The deal is over.")
        if self.tables is None:
            assert self.stage is not None
            return self.stage.judge(self, seat, action)
        if seat != self.seat:
            return Verdict(False, turn, f"It is the turn of seat {self.seat}, not of seat {seat}.")
        if action.verb != "play":
            return Verdict(False, turn, "Now a card is to be played.")
        held = mask_of(action) & self.hand(seat)
        if not held:
            return Verdict(False, turn, f"{action} is not in the hand.")
        if (first := self._instead(seat)) is not None:
            return Verdict(False, *first)
        if seat == plan.table.dummy:
            top = self._top_of_dummy()
            if held & top:
                return Verdict(True)
            why = "The pile is played from the top."
            return self._refused(Verdict(False, plan.table.dummy_clause, why))
        verdict = self.tables.judge(seat, self.hand(seat), held, self.flags, self.suit_led)
        if verdict.clause is not None and self._wild_led() and verdict.clause is plan.clause_of.get("follow"):
            led, why = plan.pack.cards[self.open_trick[0]].name, verdict.reason.replace("Seat", "seat", 1)
            why = f"The {led} was led and calls for trumps: {why}"
            verdict = changed(verdict, clause=plan.play.wild_led, reason=why)
        if verdict.legal and plan.asked.narrow_now:
            verdict = self._judge_now(held, seat, verdict)
        return verdict if verdict.legal else self._refused(verdict)

    def _refused(self, verdict: Verdict) -> Verdict:
        """Return the refusal of a card, with the cards that may be played instead."""
        return changed(verdict, instead=tuple(dict.fromkeys(self.plan.pack.spread(self._folded_now()))))

    def _wild_led(self) -> bool:
        """Return whether a card without a suit was led and a clause governs what must be played to it."""
        return (
            self.plan.play.wild_led is not None
            and bool(self.open_trick)
            and not self.plan.pack.cards[self.open_trick[0]].suit
        )

    def _instead(self, seat: int) -> tuple[Clause, str] | None:
        """Return the clause that requires another action before a card is played, and why; None if none does."""
        for aside in self.asides:
            if (found := aside.instead(self, seat)) is not None:
                return found
        return None

    def _judge_now(self, held: int, seat: int, verdict: Verdict) -> Verdict:
        """Return the verdict, on a card that all other clauses allow, of the clauses that depend on the whole deal."""
        assert self.tables is not None
        mask, waived = self.plan.pack.layout.join(self.fold()), list(verdict.waived)
        for clause, mechanism in self.plan.asked.narrow_now:
            masks = mechanism.narrow_now(self, seat)
            if masks is None:
                continue
            test, keep = masks
            if not mask & test:
                if mask & ~keep and not mechanism.lapses:
                    waived.append(clause)
                continue
            if not held & keep:
                card = Barred(self.plan, seat, held, mask, test, keep)
                why = mechanism.why_not_now(self, card) or card.told()
                return Verdict(False, clause, why, waived=tuple(waived))
            mask &= keep
        return Verdict(True, None, "", verdict.exempted_by, tuple(waived))

    # -- from phase to phase

    def _advance(self, at: int) -> None:
        """Enter the next phase that has something to do."""
        order = self.plan.course.order
        while at < len(order):
            name = order[at]
            self.phase = name
            self.asides = self.plan.course.asides.get(name, ())
            if name == PLAY:
                self.stage = None
                self._open_play()
                return
            stage = self.stage = self.plan.course.phases[name]
            if stage.begin(self) or self.over:
                return
            at += 1
        self.phase, self.over = OVER, True

    def _open_play(self) -> None:
        plan = self.plan
        among = sum(self._hands) if plan.dealing.widow_size else plan.present
        opening = plan.opening_card(among, self.ledger.number)
        if plan.play.opening_suit or plan.play.opening:
            self.facts["opening"] = opening
        self.seat = self.leader = plan.course.leader(self)
        self.parts = plan.pack.layout.split_each(self._hands)
        top, step = plan.play.top_card(self.trump, self.turned_suit), plan.table.step(self.ledger.dealer)
        play = plan.tricks(self.trump, self.contract, opening, top, step)
        self._plays_at = len(self.log) if play.plain else -1
        self._enter_play(play)

    def _after_play(self) -> None:
        self._advance(self.plan.course.order.index(PLAY) + 1)

    def end(self, void: str = "") -> None:
        """End the deal now. If it counts for nothing, ``void`` gives the reason."""
        if void:
            self.facts["void"] = void
        self._leave_play()
        self.phase, self.over = OVER, True

    def stop(self) -> None:
        """Leave the play before its last trick, and go on to the next phase."""
        self.facts["stopped"] = True
        self._leave_play()
        self._after_play()

    def pause(self, phase: str) -> None:
        """Leave the play for a phase that returns to it with ``resume``."""
        self.facts["paused"] = self.tables
        self._leave_play()
        self.phase = phase
        self.stage, self.asides = self.plan.course.phases[phase], self.plan.course.asides.get(phase, ())

    def resume(self) -> None:
        """Continue the play that ``pause`` interrupted."""
        self.phase = PLAY
        self.stage, self.asides = None, self.plan.course.asides.get(PLAY, ())
        self._enter_play(self.facts.pop("paused"))

    def captured_in_all(self) -> list[int]:
        return captured_by(self)

    def count_suit(self, suit: str) -> None:
        self.plan = self.plan.counting(suit)

    def tell_turned(self) -> None:
        for told in self.plan.course.when_turned:
            told(self)

    def tell_trump(self) -> None:
        for told in self.plan.course.when_trump:
            told(self)

    # -- taking back

    def copy(self) -> Machine:
        """Return an independent deal in the same state."""
        twin = Machine.__new__(Machine)
        copier(SLOTS)(twin, self)
        return twin

    def undo(self) -> Action | None:
        """Take back the last action and return it; return None if nothing has been done."""
        done = self.actions
        if not done:
            return None
        if self.over and self.left is not None:
            self._back_into_play(self.left)
        card = take_back_card(self)
        if card is None:
            self._back_before(done)
        return done[-1][1]

    def _back_before(self, done: Sequence[tuple[int, Action]]) -> None:
        """Return to the state before the last action: go back to the last saved state and repeat the actions since."""
        most, mark = len(done), self.past
        while mark is not None and len(mark.actions) > most - (mark.fast is None or not mark.fast.simple):
            mark = mark.past
        if mark is None:
            self.restart()
        else:
            self._become(mark)
            self.past = mark
        if len(self.actions) == most:
            take_back_card(self)
        for seat, action in done[len(self.actions) : -1]:
            self.act(action, seat)

    def _back_into_play(self, play: TrickPlay) -> None:
        """Return to the state after the last card, with the play still under way."""
        self.over, self.phase, self.stage, self.left = False, PLAY, None, None
        self.asides = self.plan.course.asides.get(PLAY, ())
        self._enter_play(play)

    def _mark_before(self) -> None:
        """Save the state before the first action of a phase or of a trick."""
        where = self.phase, len(self.closed_tricks)
        if where != self.marked:
            self.marked = where
            self._mark()

    def _mark(self) -> None:
        if self.log or self.closed_tricks:  # at the start no copy is needed: the deal can be restarted
            self.past = self.copy()  # type: ignore[assignment]  # of this very kind

    def _become(self, other: Machine) -> None:
        copier(SLOTS)(self, other)

    def restart(self) -> None:
        """Take back all actions, so that the cards are as dealt."""
        if self.origin is not None:
            origin, given = self.origin, self.given
            self._become(origin)
            self.origin, self.given = origin, given
            return
        self._reset()
        self._advance(0)

    @classmethod
    def bare(cls, plan: Plan, hands: Sequence[int], ledger: Ledger) -> Machine:
        """Return a deal that has hands but has not begun; used for positions."""
        deal = cls.__new__(cls)
        deal.plan, deal.ledger, deal.dealt = plan, ledger, Dealt(tuple(hands))
        deal.origin = deal.given = None
        deal._reset()
        return deal


SLOTS = tuple(name for kind in Machine.__mro__ for name in getattr(kind, "__slots__", ()))
