"""The facts of a deal, whether it was played here or is read in a book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from whister.cards import Card
from whister.errors import DealError

if TYPE_CHECKING:
    from whister.deal import Deal
    from whister.plan import Plan


@dataclass(frozen=True, slots=True)
class Breach:
    """A revoke: who, in which trick, and the card that should not have been played."""

    seat: int
    trick: int = 0
    card: str = ""
    found_by: int | None = None  #: the seat that claimed it
    due: int = 0  #: the cards held that called for another play, as a mask of the pack
    instead: int = 0  #: the cards that might have been played, as a mask


class Outcome(NamedTuple):
    """What a deal came to. Settlement reads this and the ledger, and nothing else.

    ``captured`` holds each seat's cards won in tricks, as masks of the pack, the widow with whoever it goes to;
    ``tricks`` each seat's tricks (None where only cards are known). ``contract`` is the ID of the contract, ``bid``
    a bid in points, ``honours`` each seat's trump honours as dealt. ``void`` says why the deal counts for nothing.
    """

    captured: tuple[int, ...] = ()
    tricks: tuple[int, ...] | None = None
    declarer: int | None = None
    partner: int | None = None
    contract: str = ""
    trump: str = ""
    bid: int = 0
    honours: tuple[int, ...] = ()
    breaches: tuple[Breach, ...] = ()
    stopped: bool = False  #: a breach ended the play before its last trick
    declared: Mapping[str, Any] = MappingProxyType({})
    void: str = ""
    order: tuple[str, ...] = ()  #: the pack as gathered, for the deal to come


def of_deal(deal: Deal) -> Outcome:
    """The outcome of a deal that is over."""
    plan = deal.plan
    facts = deal.facts
    captured = deal.captured
    if plan.widow is not None and "stopped" not in facts:
        captured = plan.widow_taken(deal)
    return Outcome(
        tuple(captured),
        tuple(deal._taken),
        deal.declarer,
        deal.partner,
        deal.contract,
        deal.trump,
        deal.bid,
        plan.honours(deal) if plan.honour_ranks else plan.no_honours,
        tuple(b for b in facts["breaches"] if b.found_by is not None) if "breaches" in facts else (),
        facts.get("stopped", False),
        facts.get("declared", _NOTHING),
        facts.get("void", ""),
        plan.gather(deal) if plan.gathered else (),
    )


_NOTHING: Mapping[str, Any] = MappingProxyType({})


def stated(plan: Plan, facts: Mapping[str, Any]) -> Outcome:
    """The facts of a deal given by hand, checked against the rule set.

    ``captured``: each seat's scoring cards, every scoring card of the pack exactly once; or ``points``: what each
    seat captured, where only the sum is known. ``tricks``: each seat's. ``declarer``, ``partner``: seats.
    ``contract``: its ID, or with its suit as it is bid (``5H``). ``bid``: points. ``honours``: the declaring side's
    count of honours (0 to 4), or each seat's. ``breaches``: seats, or tables of ``seat`` and ``trick``.
    ``stopped``: the play was cut short. ``declared``: choices made aloud. ``void``: why there is no result.
    """
    known = {"captured", "points", "tricks", "declarer", "partner", "contract", "trump", "bid", "honours", "breaches",
             "stopped", "declared", "void", "order"}  # fmt: skip
    for key in facts:
        if key not in known:
            raise DealError(
                f"outcome: {key!r} is no fact of a deal; expected one of {', '.join(sorted(known))}"
            )
    void = str(facts.get("void", ""))
    stopped = bool(facts.get("stopped", False))
    declarer = _seat(plan, facts.get("declarer"), "declarer")
    partner = _seat(plan, facts.get("partner"), "partner")
    contract, trump = _contract(plan, str(facts.get("contract", "")), str(facts.get("trump", "")))
    declared = dict(facts.get("declared", {}))
    if "points" in facts:
        declared["points"] = _per_seat(plan, facts["points"], "points")
    return Outcome(
        captured=_captured(plan, facts["captured"], stopped) if "captured" in facts else (0,) * plan.n,
        tricks=_tricks(plan, facts["tricks"], stopped) if "tricks" in facts else None,
        declarer=declarer, partner=partner, contract=contract, trump=trump, bid=int(facts.get("bid", 0)),
        honours=_honours(plan, facts.get("honours", 0), declarer),
        breaches=tuple(_breach(plan, entry) for entry in facts.get("breaches", ())), stopped=stopped,
        declared=MappingProxyType(declared), void=void, order=tuple(facts.get("order", ())),
    )  # fmt: skip


def _seat(plan: Plan, seat: Any, what: str) -> int | None:
    if seat is None:
        return None
    if seat not in plan.seats:
        raise DealError(f"outcome, {what}: expected a seat from 0 to {plan.n - 1}, got {seat!r}")
    return int(seat)


def _per_seat(plan: Plan, amounts: Sequence[int], what: str) -> tuple[int, ...]:
    if len(amounts) != plan.n:
        raise DealError(f"outcome, {what}: expected {plan.n} numbers, one for each seat; got {len(amounts)}")
    return tuple(int(amount) for amount in amounts)


def _captured(plan: Plan, captured: Sequence[str | Iterable[str]], stopped: bool) -> tuple[int, ...]:
    if len(captured) != plan.n:
        raise DealError(
            f"outcome, captured: expected {plan.n} lists of cards, one for each seat; got {len(captured)}"
        )
    masks = [plan.pack.mask(cards, f"captured by seat {seat}") for seat, cards in enumerate(captured)]
    seen = 0
    for seat, mask in enumerate(masks):
        if mask & ~plan.present:
            stray = plan.pack.spread(mask & ~plan.present)[0]
            raise DealError(f"captured by seat {seat}: {stray} is not in the pack of {plan.rules.id}")
        if mask & seen:
            raise DealError(f"captured by seat {seat}: {plan.pack.spread(mask & seen)[0]} is captured twice")
        seen |= mask
    scoring = sum(mask for mask, _ in plan.value_groups) & ~seen
    if scoring and not stopped:
        missing = " ".join(plan.pack.spread(scoring))
        raise DealError(f"outcome, captured: each scoring card is captured by somebody; missing: {missing}")
    return tuple(masks)


def _tricks(plan: Plan, tricks: Sequence[int], stopped: bool) -> tuple[int, ...]:
    counts = _per_seat(plan, tricks, "tricks")
    if min(counts) < 0 or sum(counts) > plan.hand_size:
        raise DealError(
            f"outcome, tricks: there are {plan.hand_size} tricks, got {sum(counts)} in {list(counts)}"
        )
    return counts


def _contract(plan: Plan, text: str, trump: str) -> tuple[str, str]:
    if not text:
        return "", trump
    if text in plan.contracts:
        return text, trump
    for bid in plan.bids:
        if str(bid) in (text, f"bid {text}"):
            return bid.contract, bid.suit
    raise DealError(f"outcome, contract: {text!r} is none of {', '.join(plan.contracts) or 'this rule set'}")


def _honours(plan: Plan, honours: int | Sequence[int], declarer: int | None) -> tuple[int, ...]:
    if isinstance(honours, int):
        counts = [0] * plan.n
        if honours:
            if declarer is None:
                raise DealError(
                    "outcome, honours: a single count belongs to the declaring side; give the declarer"
                )
            counts[declarer] = honours
    else:
        counts = list(_per_seat(plan, honours, "honours"))
    if sum(counts) > 4 or min(counts) < 0:
        raise DealError(f"outcome, honours: there are four honours in all, got {sum(counts)}")
    return tuple(counts)


def _breach(plan: Plan, entry: Any) -> Breach:
    if isinstance(entry, Breach):
        return entry
    if isinstance(entry, Mapping):
        seat = _seat(plan, entry.get("seat"), "breaches")
        assert seat is not None
        return Breach(seat, int(entry.get("trick", 0)), str(entry.get("card", "")), entry.get("found_by"))
    seat = _seat(plan, entry, "breaches")
    assert seat is not None
    return Breach(seat)


__all__ = ["Breach", "Card", "Outcome", "of_deal", "stated"]
