"""Revokes: a card played against a rule of following, its correction, and its claim by the other side.

Prevented by default: the engine refuses the card. Where revokes are allowed, ``legal`` is unchanged, but ``act``
accepts any card held. The breach is logged in ``deal.facts["breaches"]``, where no view looks, as an
``outcome.Breach``; once claimed it has ``found_by`` and settlement sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Literal

from whister.cards import bits
from whister.clause import Clause, Verdict
from whister.errors import RecordError
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.mechanism import Aside, Mechanism, Phase
from whister.plan.outcome import Breach
from whister.plan.play import PlayPart, RevokeRule
from whister.plan.state import DealState

#: The phase after the last trick in which revokes may still be claimed.
CLOSING = "closing"
#: The phase that interrupts the play until a revoke has been put right.
MEND = "mend"


def _suffered(rule: RevokeRule, deal: DealState, seat: int, action: Action, verdict: Verdict) -> bool:
    """Do an illegal action if it is a revoke, which the table suffers; whether it was one."""
    plan, clause = deal.plan, verdict.clause
    if clause is not None and clause is plan.play.wild_led:
        clause = plan.clause_of["follow"]  # a wild card led asks for a suit, which is then to be followed
    slug = clause.slug if clause is not None else ""
    revokes = (
        deal.tables is not None and seat == deal.to_act and bool(deal.open_trick) and action.verb == "play"
        and bool(action.mask & deal.hand(seat)) and (slug in rule.of or not rule.of)
    )  # fmt: skip
    if revokes:
        _commit(deal, seat, action)
    return revokes


def _commit(deal: DealState, seat: int, action: Action) -> None:
    """Play the card, and log the breach."""
    assert deal.tables is not None
    due, mask = 0, deal.hand(seat)
    card = (action.mask & mask).bit_length() - 1
    for step in deal.tables.named[deal.flags][deal.suit_led]:
        if mask & step.test:
            if not action.mask & step.keep:
                due |= mask & step.test
            mask &= step.keep
    breach = Breach(seat, len(deal.closed_tricks) + 1, str(deal.plan.pack.cards[card]), None, due, mask)
    deal.facts["breaches"] = (*breaches(deal), breach)
    deal.force(card)


def _mendable(rule: RevokeRule, deal: DealState, breach: Breach) -> bool:
    """Whether the breach may still be put right."""
    if not rule.until or breach.found_by is not None or deal.phase == CLOSING:
        return False
    complete = len(deal.closed_tricks)
    if rule.until == "trick":
        return complete < breach.trick
    if rule.until == "next-lead":
        return complete < breach.trick or (complete == breach.trick and not deal.open_trick)
    return complete <= breach.trick


def breaches(deal: DealState) -> tuple[Breach, ...]:
    """Every breach of the deal that has not been put right, whether known or not."""
    found: tuple[Breach, ...] = deal.facts.get("breaches", ())
    return found


def opponents(deal: DealState, seat: int) -> tuple[int, ...]:
    """The seats against a seat: the other side, or, where there are no sides, everybody else."""
    plan = deal.plan
    if plan.table.sides is not None:
        return tuple(s for s in plan.table.seats if plan.table.sides[s] != plan.table.sides[seat])
    if deal.declarer is None:
        return tuple(s for s in plan.table.seats if s != seat)
    declaring = (deal.declarer, deal.partner)
    return tuple(s for s in plan.table.seats if (s in declaring) != (seat in declaring))


def public(deal: DealState, breach: Breach) -> bool:
    """Whether all can see it: a card that should have been played has come out since, or the play is over."""
    if deal.phase == CLOSING:
        return True
    seen = deal.lying_open().get(breach.seat, 0)
    tricks = [(leader, cards) for leader, cards, _ in deal.closed_tricks[breach.trick :]]
    if len(deal.closed_tricks) >= breach.trick:
        tricks.append((deal.leader, tuple(deal.open_trick)))
    for at, (leader, cards) in enumerate(tricks, breach.trick + 1):
        for seat, card in zip(deal.players_of(at, leader), cards, strict=False):
            seen |= 1 << card if seat == breach.seat else 0
    return bool(seen & breach.due)


def claimable(deal: DealState, seat: int, by: int) -> Breach | None:
    """The earliest revoke of ``seat`` that the seat ``by`` may claim now."""
    if seat not in opponents(deal, by):
        return None
    return next(
        (b for b in breaches(deal) if b.seat == seat and b.found_by is None and public(deal, b)), None
    )


def _claims(deal: DealState, by: int) -> list[Action]:
    return [
        word("claim", "revoke", str(s)) for s in deal.plan.table.seats if claimable(deal, s, by) is not None
    ]


def _found(deal: DealState, breach: Breach, by: int) -> None:
    complete = breach.trick <= len(deal.closed_tricks)
    cards = sum(1 << card for card in deal.closed_tricks[breach.trick - 1][1]) if complete else 0
    claimed = any(b.trick == breach.trick and b.found_by is not None for b in breaches(deal))
    rule = deal.plan.play.revoke
    if rule is not None and rule.loses_trick and cards and not claimed:
        _hand_over(deal, cards, breach.seat)
    found = replace(breach, found_by=by, cards=cards)
    deal.facts["breaches"] = tuple(found if b is breach else b for b in breaches(deal))


def _hand_over(deal: DealState, cards: int, to: int) -> None:
    """Give the cards of a trick to a seat, whoever has won them, or from what lies aside."""
    winner = next((seat for seat in deal.plan.table.seats if deal.captured[seat] & cards), None)
    if winner is not None:
        deal.captured[winner] &= ~cards
        deal.won[winner] -= 1
    else:
        aside, tricks = deal.facts.pop("set_aside")
        if tricks > 1:
            deal.facts["set_aside"] = (aside & ~cards, tricks - 1)
    deal.captured[to] |= cards
    deal.won[to] += 1


# -- correction -----------------------------------------------------------------------------------------------------


def corrections(deal: DealState, seat: int) -> Iterator[tuple[Action, Breach]]:
    """The cards with which a seat may put its revokes right, each for the earliest it mends."""
    rule = deal.plan.play.revoke
    assert rule is not None
    offered = 0
    for breach in breaches(deal):
        if breach.seat == seat and _mendable(rule, deal, breach):
            held = breach.instead & (deal.hand(seat) | _on_table(deal, seat, breach)) & ~offered
            faces = {str(deal.plan.pack.cards[card]): card for card in bits(held)}
            for text, card in faces.items():
                yield Action.make("correct", (text,), 1 << card), breach
            offered |= breach.instead


def _on_table(deal: DealState, seat: int, breach: Breach) -> int:
    """The card a seat has played to the open trick, when that trick came after the breach."""
    if len(deal.closed_tricks) < breach.trick or seat not in (players := deal.trick.seats):
        return 0
    return 1 << deal.open_trick[players.index(seat)]


def mend(deal: DealState, breach: Breach, card: int) -> None:
    """Replay the faulty trick with a legal card (its index).

    The open trick after it stands if it can: if the faulty trick changes hands, all its cards are taken up; if the
    offender's own card to it may no longer be played, that card and those after it.
    """
    log, named = list(deal.log), dict(deal.facts.get("led_as", {}))
    deal.facts["breaches"] = tuple(b for b in breaches(deal) if b is not breach)
    plays = deal.take_up(breach.trick)
    for number, (leader, cards) in enumerate(plays, breach.trick):
        if deal.to_act != leader:
            break
        for card_played in cards:
            seat = deal.to_act
            chosen = card_played
            if seat == breach.seat:
                if number == breach.trick:
                    chosen = card
                elif not _stands(deal, breach.seat, card_played, number):
                    deal.log = log
                    _forget(deal, number)
                    return
            if number in named and not deal.open_trick:
                deal.lead_as(chosen, named[number])
            else:
                deal.force(chosen)
    deal.log = log
    _forget(deal, len(deal.closed_tricks) + 1)


def _stands(deal: DealState, seat: int, card: int, number: int) -> bool:
    """Whether a card of the open trick may still be played, or is a revoke of its own that stays one."""
    if not deal.hand(seat) >> card & 1:
        return False
    again = any(b.seat == seat and b.trick == number for b in breaches(deal))
    return again or deal.why(deal.plan.pack.cards[card], seat).legal


def _forget(deal: DealState, number: int) -> None:
    """Drop the breaches of cards that have gone back to hands."""
    down = deal.on_table
    places = deal.plan.pack.places
    deal.facts["breaches"] = tuple(
        b for b in breaches(deal) if b.trick < number or any(down >> at & 1 for at in places[b.card])
    )


class Correct(Aside):
    """The offender puts a revoke right of his own accord."""

    says = ("correct",)

    def __init__(self, clause: Clause) -> None:
        self.clause = clause

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return [action for action, _ in corrections(deal, seat)] if breaches(deal) else ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, f"Seat {seat} has nothing to put right with {' '.join(action.words)}."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        offer, breach = next(found for found in corrections(deal, seat) if found[0] == action)
        mend(deal, breach, offer.mask.bit_length() - 1)


class MendPhase(Phase):
    """A revoke was claimed while it can still be put right: the offender must do so before the play goes on."""

    what = "The time for corrections"
    replies = (word("pass"),)
    says = ("correct",)

    def __init__(self, clause: Clause) -> None:
        super().__init__(MEND, clause)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return (deal.facts["accused"],)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return tuple(action for action, _ in corrections(deal, seat))

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "The revoke must be put right first: expected 'correct' and a card."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        offer, breach = next(found for found in corrections(deal, seat) if found[0] == action)
        del deal.facts["accused"]
        deal.resume()
        mend(deal, breach, offer.mask.bit_length() - 1)

    def prompt(self, deal: DealState, seat: int) -> str:
        return "You revoked. Put it right: choose a card for that trick."


# -- claims ---------------------------------------------------------------------------------------------------------


class Claim(Aside):
    """An opponent claims a revoke that has come to light."""

    says = ("claim revoke",)

    def __init__(self, clause: Clause, stops: bool) -> None:
        self.clause = clause
        self.stops = stops

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return _claims(deal, seat) if breaches(deal) else ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        accused = action.words[1:]
        if accused not in [(str(s),) for s in opponents(deal, seat)]:
            return self.clause, f"Expected 'claim revoke' and the seat of an opponent of seat {seat}."
        return self.clause, f"No card played so far shows that seat {accused[0]} has revoked."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        offender = int(action.words[1])
        breach = claimable(deal, offender, seat)
        assert breach is not None
        if any(b is breach for _, b in corrections(deal, offender)):
            deal.facts["accused"] = offender
            deal.pause(MEND)
            return
        _found(deal, breach, seat)
        if self.stops:
            deal.facts["stopped"] = True
            deal.end()


class ClosingPhase(Phase):
    """After the last trick all is known: each seat that can claim a revoke does so, or passes."""

    what = "The time for claims after the play"
    replies = (word("pass"),)

    @property
    def says(self) -> Sequence[str]:  # type: ignore[override]
        """A claim; nothing where nobody can revoke."""
        return () if self.idle else ("claim revoke",)

    def __init__(self, clause: Clause) -> None:
        super().__init__(CLOSING, clause)
        self.claim: Claim | None = None

    def begin(self, deal: DealState) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: DealState) -> tuple[int, ...]:
        if self.claim is None or not breaches(deal):
            return ()
        closed = deal.facts.get("closed", frozenset())
        return tuple(s for s in deal.plan.table.seats if s not in closed and _claims(deal, s))

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return (*_claims(deal, seat), word("pass"))

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'claim revoke' and a seat that has revoked, or 'pass'."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        if action.verb == "pass":
            deal.facts["closed"] = deal.facts.get("closed", frozenset()) | {seat}
            return
        breach = claimable(deal, int(action.words[1]), seat)
        assert breach is not None
        assert self.claim is not None
        _found(deal, breach, seat)
        if self.claim.stops:
            deal.facts["closed"] = frozenset(deal.plan.table.seats)

    def prompt(self, deal: DealState, seat: int) -> str:
        return "An opponent has revoked. Claim it, or pass."


# -- mechanisms -----------------------------------------------------------------------------------------------------


class Revoke(Mechanism):
    """A card played against a clause of following is a revoke.

    ``allowed``: whether it can happen at all; otherwise the engine refuses it. ``of`` lists the slugs of the clauses
    whose breach is a revoke (none: any clause). Gives the phase ``closing``, which the course may name after
    ``play``.
    """

    name: ClassVar[str] = "revoke"
    order: ClassVar[int] = 1
    allowed: bool = False
    of: tuple[str, ...] = ()

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "allowed": False}

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart, slugs: Collection[str]) -> None:
        closing = course.phases[CLOSING] = ClosingPhase(clause)
        closing.idle = not self.allowed
        for slug in self.of:
            if slug not in slugs:
                raise RecordError(f"{clause.id}: revoke.of has {slug!r}, which is not a clause")
        if self.allowed:
            play.revoke = RevokeRule(clause, self.of)
            course.suffered = partial(_suffered, play.revoke)


class RevokeCorrection(Mechanism):
    """A revoke may be put right by its player.

    ``until``: the end of the faulty ``trick``, the ``next-lead``, or the end of the ``next-trick``. A claim within
    that time only obliges him to.
    """

    name: ClassVar[str] = "revoke_correction"
    speech: ClassVar[tuple[str, ...]] = ("correct",)
    order: ClassVar[int] = 2
    until: Literal["trick", "next-lead", "next-trick"] = "next-trick"

    def setup(
        self, clause: Clause, course: CoursePart, play: PlayPart, clause_of: Mapping[str, Clause]
    ) -> None:
        if play.revoke is not None:
            play.revoke.until = self.until
            phase = course.phases[MEND] = MendPhase(clause)
            phase.idle = self.until != "next-trick"  # no card has shown the revoke when the time is over
            course.asides.setdefault("play", []).append(Correct(clause))
        else:
            course.unoffered["correct"] = nobody_revokes(clause_of, clause)


class RevokeClaim(Mechanism):
    """An opponent may claim a revoke once the cards show it, and at the latest when the play is over.

    ``stops``: the play ends at once; otherwise it goes on, and settlement deals with what was found.
    """

    name: ClassVar[str] = "revoke_claim"
    speech: ClassVar[tuple[str, ...]] = ("claim revoke",)
    order: ClassVar[int] = 2
    stops: bool = True

    def setup(
        self, clause: Clause, course: CoursePart, play: PlayPart, clause_of: Mapping[str, Clause]
    ) -> None:
        if play.revoke is not None:
            claim = Claim(clause, self.stops)
            course.asides.setdefault("play", []).append(claim)
            closing = course.phases[CLOSING]
            assert isinstance(closing, ClosingPhase)
            closing.claim = claim
        else:
            course.unoffered["claim revoke"] = nobody_revokes(clause_of, clause)


def nobody_revokes(clause_of: Mapping[str, Clause], clause: Clause) -> tuple[Clause, str]:
    """Why nothing is said of revokes: the clause by which a card that would be one is refused."""
    return clause_of.get("revoke", clause), "A card that would be a revoke is refused: nobody can revoke."
