"""Checks that the cards, tricks and points given for a deal are consistent with one another and with the pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from whister import checks
from whister.deal import useful_facts
from whister.errors import DealError
from whister.plan.outcome import Outcome, captured_masks
from whister.sums import no_sum, shared_out
from whister.words import cards_in_words, number

if TYPE_CHECKING:
    from whister.plan.compiled import Plan


_KINDS = 5  #: the most kinds of cards whose values an error message lists


def in_pack(plan: Plan, text: str, what: str) -> str:
    (bit,) = plan.take([text], what)
    return str(plan.pack.cards[bit.bit_length() - 1])


class Left(NamedTuple):
    """The cards that may remain uncaptured when a deal is over."""

    cut_short: bool  #: the play was cut short, so that any card may be left
    out: int  #: the cards declared as laid out before the play, as a mask
    cards: int  #: how many other cards may remain

    @classmethod
    def of(cls, plan: Plan, declared: Mapping[str, Any], *, cut_short: bool) -> Left:
        out = 0
        cards = plan.dealing.nobodys
        for name, kind in plan.declares.items():
            if kind == "cards" and name in declared:
                out |= plan.pack.mask(declared[name], f"outcome, declared, {name}")
            elif kind == "cards":  # one card for each seat, which need not be given
                cards += plan.table.n
        return cls(cut_short, out, cards)


def points_told(plan: Plan, given: Any, left: Left) -> tuple[int, ...]:
    least = plan.worth.cheapest(plan.cards)
    points = checks.per_seat(
        given, plan.table.n, "outcome, points", "numbers", lambda p, what: checks.whole(p, what, least)
    )
    there_are = plan.worth.total_value - plan.worth.of(left.out)
    told = f"got {sum(points)} in {list(points)}"
    most = there_are - plan.worth.cheapest(plan.cards if left.cut_short else left.cards, left.out)
    if sum(points) > most:
        raise DealError(f"outcome, points: expected at most {most}, all that the pack holds; {told}")
    nobodys = plan.worth.dearest(left.cards, left.out)
    if sum(points) < there_are - nobodys and not left.cut_short:
        if not nobodys:
            raise DealError(f"outcome, points: expected all {there_are} of the pack, {told}")
        raise DealError(
            f"outcome, points: the pack holds {there_are}, of which {cards_in_words(left.cards)} that nobody takes "
            f"can hold {nobodys}; {told}"
        )
    kinds, spare = plan.worth.kinds(left.out), plan.cards if left.cut_short else left.cards
    if not shared_out(kinds, points, there_are - sum(points), spare):
        seat = no_sum(kinds, points)
        what = "these" if seat is None else f"the {points[seat]} of seat {seat}"
        worth = ", ".join(f"{cards_in_words(count)} of {value}" for value, count in kinds[:_KINDS])
        more = " and more" if len(kinds) > _KINDS else ""
        raise DealError(
            f"outcome, points: {what} cannot be made up from the cards, each captured once; the pack has {worth}{more}"
            f"{useful_facts.where(plan, 'values')}; got {list(points)}"
        )
    return points


def captured_told(plan: Plan, captured: Any, left: Left) -> tuple[int, ...]:
    lists = checks.per_seat(captured, plan.table.n, "outcome, captured", "lists of cards", checks.cards)
    masks: list[int] = []
    seen = 0
    for seat, cards in enumerate(lists):
        masks.append(sum(plan.take(cards, f"captured by seat {seat}", seen)))
        seen |= masks[-1]
    if seen & left.out:
        raise DealError(
            f"outcome, captured: {plan.pack.spread(seen & left.out)[0]} was laid out before the play"
        )
    scoring = sum(mask for mask, _ in plan.worth.value_groups) & ~seen & ~left.out
    if scoring.bit_count() > left.cards and not left.cut_short:
        missing = " ".join(plan.pack.spread(scoring))
        but = f", except at most {cards_in_words(left.cards)}" if left.cards else ""
        raise DealError(f"outcome, captured: every scoring card must be captured{but}; missing: {missing}")
    return tuple(masks)


def fit_the_tricks(plan: Plan, outcome: Outcome) -> None:
    """Check that no seat captured more cards or points than its tricks and its extra cards contain. Raises
    ``DealError``."""
    if outcome.tricks is None:
        return
    told = outcome.declared.get("points")
    points = plan.worth.of_each(captured_masks(outcome)) if told is None else told
    over: list[int] = []

    def come_of(cards: int, own: int) -> bool:
        """Return whether at most ``cards`` cards can add up to ``own`` points; True if the cards captured are given."""
        return told is None or shared_out(plan.worth.kinds(), (plan.worth.total_value - own,), own, cards)

    for seat, won in enumerate(outcome.tricks):
        cards, room = captured_masks(outcome)[seat].bit_count(), won * plan.table.n
        if cards <= room and come_of(room, points[seat]):
            continue
        over.append(seat)
        besides, label, clause = _besides(plan, outcome, seat)
        room += besides
        if cards > room or not come_of(room, points[seat]):
            if not won:
                what = f"more than {label}" if besides else "cards"
                raise DealError(f"outcome, tricks: seat {seat} captured {what} but won no trick")
            tricks = f"{number(won)} trick{'s' if won > 1 else ''}{f' and {label}' if besides else ''}"
            hold = f"{tricks} hold{'s' if tricks == 'one trick' else ''} {cards_in_words(room)}"
            if cards > room:
                raise DealError(f"outcome, captured: seat {seat} has {cards_in_words(cards)}; {hold}{clause}")
            most = plan.worth.dearest(room)
            come_to = (
                f"which come to {most} at most"
                if points[seat] > most
                else f"and no {cards_in_words(room)} come to that"
            )
            raise DealError(f"outcome, points: seat {seat} has {points[seat]}; {hold}, {come_to}{clause}")
    if len(over) > 1:
        _, label, clause = _besides(plan, outcome, over[0])
        seats = " and ".join(map(str, over))
        raise DealError(
            f"outcome, tricks: seats {seats} captured more than their tricks hold; one seat alone has {label} besides{clause}"
        )


def _besides(plan: Plan, outcome: Outcome, seat: int) -> tuple[int, str, str]:
    """Return how many cards a seat may have besides those of its tricks, what they are called, and the clause that
    gives them."""
    widow, declared = plan.dealing.widow, outcome.declared
    if plan.course.after_play:  # the last player to hold cards captures what is left
        last = seat in declared.get("last_holder", (seat,))
        return plan.cards * last, "the cards that are left", useful_facts.where(plan, "last_holder")
    if widow is not None and widow.goes_to != "nobody":
        takers = {
            "declarer": (outcome.declarer,),
            "last-trick": declared.get("last_trick", plan.table.seats),
        }.get(widow.goes_to, plan.table.seats)
        # it is won with a trick, and a revoke may have taken that trick from its winner
        won = widow.goes_to == "declarer" or not outcome.tricks or outcome.tricks[seat]
        if outcome.breaches or (won and seat in takers):
            return plan.dealing.widow_size, f"the {widow.label.lower()}", f" [{widow.clause.id}]"
    elif plan.dealing.turn_up_taken and (outcome.breaches or not outcome.tricks or outcome.tricks[seat]):
        return 1, "the card turned up", useful_facts.where(plan, "turn_up")
    return 0, "", useful_facts.where(plan, "trick")


def tricks_told(plan: Plan, tricks: Any, laid_aside: int, cut_short: bool) -> tuple[int, ...]:
    counts = checks.per_seat(
        tricks, plan.table.n, "outcome, tricks", "numbers", lambda t, what: checks.whole(t, what, 0)
    )
    expected = plan.play.most_tricks - laid_aside
    fewer = cut_short or plan.course.next_leader is not None
    if sum(counts) > expected or (sum(counts) < expected and not fewer):
        raise DealError(f"outcome, tricks: expected {expected} in all, got {sum(counts)} in {list(counts)}")
    return counts
