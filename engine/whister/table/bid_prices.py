"""What a bid pays under the rules if it is just made, and if it is lost by one trick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from whister import words
from whister.deal.settle import settle
from whister.errors import DealError, NotSourcedError
from whister.mechanisms.bidding.laying import preferred_suits
from whister.mechanisms.play.trump import TrumpPhase
from whister.objects import Fixed
from whister.plan import naming
from whister.plan.bidding import HIDDEN, Announcement
from whister.plan.outcome import Outcome
from whister.table.undertaking import all_points, needs_partner, several

if TYPE_CHECKING:
    from whister.ledger import Amount
    from whister.plan.settlement import Settlement
    from whister.playable import Playable

Json = dict[str, Any]
_MARK = "*"
_UNKNOWN = "–"
_NOTES = {
    _MARK: "* Reconstructed: no source gives this figure.",
    _UNKNOWN: "– No source gives this payment.",
}
NO_PRICE = "No source gives a payment for this bid."


def of_contract(
    rules: Playable, contract: Announcement, bid_in: Sequence[str], turned: str, first: str
) -> Json:
    """Return the prices of a contract: what its bidder wins or loses by the number of tricks, in each of its trump
    suits.

    The pool counts as empty. ``bid_in``: the suits in which it can be bid in the deal. ``turned``: the suit turned up
    in this deal. ``first``: the suit turned up in the first deal of the session.
    """
    plan = rules.plan
    suits = _suits(rules, contract, turned, first) if not any(bid_in) else bid_in
    rows: list[Json] = []
    settled: list[Settlement | None] = []
    for label, outcomes in _cases(rules, contract, suits, turned):
        found = [_settled(rules, outcome, first) for outcome in outcomes]
        rows.append({"label": label, "cells": [_figure(one) for one in found]})
        settled += found
    priced = [one for one in settled if one is not None]
    if not priced:
        return {"prices": None, "notes": [NO_PRICE]}
    notes = [
        text for mark, text in _NOTES.items() if any(mark in cell for row in rows for cell in row["cells"])
    ]
    notes += _more(rules, contract, suits, turned, first)
    if plan.bidding.joint(contract):
        notes.append("With a partner, the figure is your share.")
    _, made = next(_cases(rules, contract, suits, turned))
    if _takes_pool(rules, made[0], first):
        notes.append("Making the contract wins the pool as well.")
    if plan.worth.honour_ranks and not contract.exactly:
        notes.append("Honours are left out.")
    if plan.settling.paid_card and not contract.exactly:
        notes.append(f"The payment for {plan.settling.paid_card} is left out.")
    columns = [{"suit": suit, "label": naming.suit(plan, suit)} for suit in suits]
    barred = contract.trump_later and len(suits) < len(plan.pack.suits)
    if not barred and all(len({*row["cells"]}) == 1 for row in rows):  # the amounts are the same in each suit
        columns, rows = [], [{**row, "cells": row["cells"][:1]} for row in rows]
    caption = f"What you win or lose, in {plan.settling.unit}"
    return {"prices": {"caption": caption, "columns": columns, "rows": rows}, "notes": notes}


def _suits(rules: Playable, contract: Announcement, turned: str, first: str) -> tuple[str, ...]:
    """Return the trump suits of a contract that is bid without naming one; "" alone if it has none."""
    if contract.trump == HIDDEN:
        return preferred_suits(rules.plan, turned, first)
    phase = rules.plan.course.phases.get("trump")
    if contract.trump_later and isinstance(phase, TrumpPhase):
        return phase.suits(rules.plan, contract.id, turned, first)
    return (turned,) if contract.trump_turned else ("",)


def _cases(
    rules: Playable, contract: Announcement, suits: Sequence[str], turned: str
) -> Iterator[tuple[str, list[Outcome]]]:
    """Yield each result to be priced, in words, with the deals that end in it, one for each suit."""
    target, together = contract.tricks, rules.plan.bidding.joint(contract)

    def outcomes(own: int, partners: int | None = None) -> list[Outcome]:
        n = rules.plan.table.n
        left = rules.plan.dealing.hand_size - contract.discard - own - (partners or 0)
        tricks = [own, left, *[0] * (n - 2)]
        if partners is not None:
            tricks[n // 2] = partners
        declared = Fixed({"turned": turned} if turned and "turned" in rules.declares else {})
        return [
            Outcome(tricks=tuple(tricks), declarer=0, partner=None if partners is None else n // 2,
                    contract=contract.id, trump=suit, declared=declared)
            for suit in suits
        ]  # fmt: skip

    missed = target + 1 if contract.exactly else target - 1
    alone = " alone" if together else ""
    if not needs_partner(rules.plan, contract):
        yield f"{several(target).capitalize()}{alone}", outcomes(target)
        yield f"{several(missed).capitalize()}{alone}", outcomes(missed)
    if together:
        own = (together + 1) // 2 if needs_partner(rules.plan, contract) else target
        yield f"{several(together)} with a partner", outcomes(own, together - own)
        yield f"{several(together - 1)} with a partner", outcomes(own - 1, together - own)


def _more(
    rules: Playable, contract: Announcement, suits: Sequence[str], turned: str, first: str
) -> list[str]:
    """Return what tricks above the target add, in sentences; none if no more can be won, or if no source gives a
    price."""
    if contract.exactly:
        return []
    made = [outcomes for _, outcomes in _cases(rules, contract, suits, turned)][
        ::2
    ]  # alone, and with a partner
    unpriced = _slams(rules, suits, made, first)
    each: list[dict[str, Amount]] = []
    every: list[dict[str, Amount]] = []
    for outcomes in made:
        found = _added(rules, suits, outcomes, first)
        if found is None:
            return ["Tricks over add to what you win, but not all of them equally.", *unpriced]
        each.append({suit: step for suit, (step, _) in found.items()})
        every.append({suit: more for suit, (_, more) in found.items()})
    if not any(each):
        return []
    if unpriced:
        every = [{} for _ in every]
    told, last = _added_in_words(rules, each), _added_in_words(rules, every)
    said = [f"Each trick over adds {told}." if told else "Tricks over add nothing."]
    if last:
        said.append(f"Winning every trick adds {last}{' besides' if told else ''}.")
    return [*said, *unpriced]


def _slams(rules: Playable, suits: Sequence[str], made: Sequence[list[Outcome]], first: str) -> list[str]:
    """Return sentences on winning every trick where no source gives a price for it; none if it always has a price.

    If it has a price with a partner alone, the second sentence gives that price.
    """
    swept = [[_settled(rules, _swept(outcome), first) for outcome in outcomes] for outcomes in made]
    if all(outcomes[0] is not None for outcomes in swept):
        return []
    unpriced = "No source gives one clear price for winning every trick"
    paired = {suit: one.delta[0] for suit, one in zip(suits, swept[-1], strict=True) if one is not None}
    if not paired:
        return [f"{unpriced}."]
    total = f"With a partner, winning every trick brings a total of {_by_suit(rules, paired)}."
    return [f"{unpriced} alone.", total]


def _swept(outcome: Outcome) -> Outcome:
    """Return the same outcome with every trick won by the declarer's side."""
    assert outcome.tricks is not None
    own, left, *others = outcome.tricks
    return outcome._replace(tricks=(own + left, 0, *others))


def _added(
    rules: Playable, suits: Sequence[str], made: Sequence[Outcome], first: str
) -> dict[str, tuple[Amount, Amount]] | None:
    """Return what each trick above the target adds, and what winning all the tricks adds besides, by suit.

    Return None if the tricks do not all add the same amount.
    """
    added: dict[str, tuple[Amount, Amount]] = {}
    for suit, outcome in zip(suits, made, strict=True):
        assert outcome.tricks is not None
        own, left, *others = outcome.tricks
        more = [
            _settled(rules, outcome._replace(tricks=(own + over, left - over, *others)), first)
            for over in range(left + 1)
        ]
        paid = [one.delta[0] for one in more if one is not None]
        swept = more[-1] is not None  # whether winning every trick has a price
        if not left or len(paid) < len(more) - (not swept) or len(paid) < 2:
            continue
        steps = [after - before for before, after in pairwise(paid)]
        if len({*(steps[:-1] if swept else steps)}) > 1:
            return None
        added[suit] = (steps[0], steps[-1] - steps[0])
    return added


def _any(amounts: dict[str, Amount]) -> bool:
    return any(amounts.values())


def _added_in_words(rules: Playable, amounts: Sequence[dict[str, Amount]]) -> str:
    """Return the amounts added alone and, if allowed, with a partner: ``15 counters alone, 5 with a partner``; "" for
    nothing."""
    if not any(map(_any, amounts)):
        return ""
    alone, *shared = [_by_suit(rules, one) if one else "" for one in amounts]
    unit = rules.plan.settling.unit
    if not shared or shared == [alone]:
        return alone
    if not shared[0]:
        return f"{alone} alone"
    return f"{alone} alone, {shared[0].replace(f' {unit}', '')} with a partner"


def _by_suit(rules: Playable, added: dict[str, Amount]) -> str:
    """Return amounts in the unit of the game: ``15 counters``; if a suit counts more, ``3 counters, 12 in hearts``."""
    amounts = [*added.values()]
    usual = max(amounts, key=amounts.count)
    rest = [
        f"{amount} in {naming.suit(rules.plan, suit)}" for suit, amount in added.items() if amount != usual
    ]
    return ", ".join([words.amount(usual, rules.plan.settling.unit), *rest])


def _settled(rules: Playable, outcome: Outcome, first: str, pools: bool = False) -> Settlement | None:
    """Return the settlement of a deal, with empty pools unless ``pools`` is true; None if no source gives a price for
    it."""
    start = rules.plan.start._replace(first_turn=first)
    try:
        return settle(rules.plan, outcome, rules.plan.opened(start) if pools else start)
    except NotSourcedError:
        return None


def _takes_pool(rules: Playable, made: Outcome, first: str) -> bool:
    found = _settled(rules, made, first, pools=True)
    return found is not None and found.pool < sum(rules.plan.opened(rules.plan.start).pools.values())


def _figure(settlement: Settlement | None) -> str:
    """Return what the declarer wins or loses: ``+60``; with an asterisk if it is reconstructed: ``−100*``."""
    if settlement is None:
        return _UNKNOWN
    return signed(settlement.delta[0]) + (_MARK if settlement.reconstructed else "")


def signed(amount: Amount) -> str:
    """Return an amount with its sign: ``+60``, ``−100``, ``0``."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


# ---- bids in numbers


def of_number(rules: Playable, bid: int) -> Json:
    """Return the prices of a bid of a number: made exactly, made with every point, and just missed."""
    facts = _named(rules, bid) if rules.plan.worth.named_value else _captures(rules, bid)
    rows = []
    for label, told in facts:
        settlement = rules.settle(rules.outcome(declarer=0, bid=bid, **told))
        rows.append({"label": label, "cells": [_figure(settlement)]})
    if not rows:
        return {"prices": None, "notes": [NO_PRICE]}
    notes = [text for mark, text in _NOTES.items() if any(mark in row["cells"][0] for row in rows)]
    caption = f"A bid of {bid}: what you win or lose, in {rules.plan.settling.unit}"
    return {"prices": {"caption": caption, "columns": [], "rows": rows}, "notes": notes}


def _captures(rules: Playable, bid: int) -> list[tuple[str, Json]]:
    """Return deals in which the declaring side captures just enough for the bid, just too little, and everything."""
    every = all_points(rules.plan)
    ways = {"just enough": range(bid, every), "too little": range(bid - 1, -1, -1), "everything": [every]}
    found = []
    for points in ways.values():
        told = next(
            ((worth, told) for worth in points if (told := _told(rules, worth, bid)) is not None), None
        )
        if told is not None:
            label = f"All {every} points" if told[0] == every else f"{told[0]} points"
            found.append((label, told[1]))
    return found


def _told(rules: Playable, points: int, bid: int) -> Json | None:
    """Return the facts of a deal in which the declaring side has ``points`` in all; None if that is impossible."""
    plan = rules.plan
    worth, n, most = plan.worth, plan.table.n, plan.play.most_tricks
    side = plan.table.side_of(0)
    other = next(seat for seat in plan.table.players if seat not in side)
    if points == all_points(plan):
        order: Sequence[int] = (most,)
    else:
        order = sorted(range(1, most), key=lambda tricks: abs(2 * tricks - most - 1))
    for tricks in order:
        for bonus in {worth.bonuses, 0}:
            cards = points - worth.trick_value * tricks - bonus
            if not 0 <= cards <= worth.total_value:
                continue
            told: Json = {
                "points": [
                    cards if seat == 0 else worth.total_value - cards if seat == other else 0
                    for seat in range(n)
                ]
            }
            if "last_trick" in rules.declares:
                told["declared"] = {"last_trick": [0 if bonus else other]}
            told["tricks"] = [
                tricks if seat == 0 else most - tricks if seat == other else 0 for seat in range(n)
            ]
            if _comes_to(rules, told, bid) == points:
                return told
    return None


def _comes_to(rules: Playable, told: Json, bid: int) -> Amount | None:
    """Return what the declaring side has captured in a deal, in points; None if the deal is impossible."""
    from whister.plan.settlement import Settling

    try:
        outcome = rules.outcome(declarer=0, bid=bid, **told)
        values = Settling(rules.plan, outcome, rules.plan.start, rules.plan.course.bonuses).values()
    except DealError:
        return None
    return sum(values[seat] for seat in rules.plan.table.side_of(0))


def _named(rules: Playable, bid: int) -> list[tuple[str, Json]]:
    """Return two deals: one in which the declarer takes no card of the suit they named, and one in which they take one."""
    plan = rules.plan
    suit = plan.pack.suits[-1]
    cards = [str(card) for card in rules.cards if card.suit == suit]

    def dealt(own: int) -> Json:
        rest = cards[own:]
        others = [rest[seat :: plan.table.n - 1] for seat in range(plan.table.n - 1)]
        return {"captured": [cards[:own], *others], "declared": {"suit": suit}}

    return [
        ("None of the suit, the others some of it", dealt(0)),
        ("One card of it, the others the rest", dealt(1)),
    ]


__all__ = ["NO_PRICE", "of_contract", "of_number", "signed"]
