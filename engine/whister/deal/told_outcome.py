"""The facts of a deal as the caller gives them, such as those of a deal in a book, checked against the rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister import checks
from whister.deal import arguments, useful_facts
from whister.deal.told_cards import Left, captured_told, fit_the_tricks, in_pack, points_told, tricks_told
from whister.errors import DealError
from whister.objects import Fixed
from whister.plan.outcome import HOW_SHOWN, Breach, Captured, Outcome, Shown
from whister.rulesets import reader
from whister.spelling import near

if TYPE_CHECKING:
    from whister.plan.compiled import Plan


def stated(plan: Plan, facts: Mapping[str, Any]) -> Outcome:
    """Return the given facts of a deal, checked against the rule set.

    ``captured``: the scoring cards of each seat, with every scoring card of the pack exactly once; or ``points``: the
    points that each seat captured, if only the sums are known. Cards that belong to no player at the end are left out.
    ``tricks``: the number won by each seat. ``declarer``, ``partner``: seats. ``contract``: its ID, or the bid with its
    suit (``5H``). ``bid``: points. ``honours``: how many honours the declaring side held, or how many each seat held;
    or ``honours_counted``: what they counted ("two by honours"). ``breaches``: seats, or tables of ``seat``, ``trick``,
    ``card`` and ``found_by``. ``stopped``: whether the play was cut short. ``declared``: choices made aloud. ``void``:
    why there is no result.

    Facts that the rule set does not use are refused, as are impossible ones, such as more cards than the tricks
    contain, or points that no cards add up to.
    """
    checks.only(facts, _FACTS, "outcome")
    useful_facts.wanted(plan, facts, _FACTS)
    declared = _declared(plan, facts.get("declared", {}))
    plan = plan.counting(declared.get("suit", ""))
    void = _void(plan, facts)
    stopped = checks.yes_or_no(facts.get("stopped", False), "outcome, stopped")
    declarer, partner, contract, trump, bid = _undertaken(plan, facts, void, declared.get("turned", ""))
    left = Left.of(plan, declared, cut_short=stopped or bool(void))
    if plan.worth.total_value and not void and "captured" not in facts and "points" not in facts:
        raise DealError("outcome: this rule set counts the cards captured; give 'captured' or 'points'")
    if "points" in facts:
        declared["points"] = points_told(plan, facts["points"], left)
    found = plan.bidding.contracts.get(contract)
    aside = found.discard if found is not None else 0
    tricks = tricks_told(plan, facts["tricks"], aside, left.cut_short) if "tricks" in facts else None
    _agree(plan, declared, tricks, left.out)
    captured = captured_told(plan, facts["captured"], left) if "captured" in facts else (0,) * plan.table.n
    if "captured" in facts and "points" in facts and plan.worth.of_each(captured) != [*declared["points"]]:
        told = f"{list(declared['points'])}, and the cards captured are worth {plan.worth.of_each(captured)}"
        raise DealError(f"outcome, points: got {told}; give one of the two")
    outcome = Outcome(
        captured=Captured(plan.pack, captured), tricks=tricks, declarer=declarer, partner=partner, contract=contract, trump=trump,
        bid=bid, honours=_honours(plan, facts, declarer),
        breaches=_breaches(plan, facts.get("breaches", ())),
        stopped=stopped, declared=Fixed(declared), void=void,
        order=arguments.order(facts["order"], plan, "outcome, order") if facts.get("order") else (),
    )  # fmt: skip
    fit_the_tricks(plan, outcome)
    _stopped(plan, outcome)
    return outcome


_FACTS = frozenset("captured points tricks declarer partner contract trump bid honours honours_counted breaches stopped "
                   "declared void order".split())  # fmt: skip


def _void(plan: Plan, facts: Mapping[str, Any]) -> str:
    """Return why the deal counts for nothing; "" if it counts."""
    void = checks.text(facts.get("void", ""), "outcome, void")
    if void:
        checks.one_of(void, plan.voids, "outcome, void")
    if void == "all-pass":
        for name in ("declarer", "partner", "contract", "bid"):
            if name in facts and not useful_facts.says_nothing(name, facts[name]):
                raise DealError(f"outcome, void: all passed, so there was no declarer; leave {name!r} out")
    return void


def _undertaken(
    plan: Plan, facts: Mapping[str, Any], void: str, turned: str
) -> tuple[int | None, int | None, str, str, int]:
    """Return the declarer, the partner, the contract, the trump suit and the bid."""
    declarer = arguments.player_or_none(facts.get("declarer"), plan, "outcome, declarer")
    partner = arguments.player_or_none(facts.get("partner"), plan, "outcome, partner")
    bid = checks.whole(facts.get("bid", 0), "outcome, bid", 0)
    trump = checks.text(facts.get("trump", ""), "outcome, trump")
    contract, trump = _contract(
        plan, checks.text(facts.get("contract", ""), "outcome, contract"), trump, turned
    )
    if partner is not None and declarer is None:
        raise DealError("outcome, partner: given without a declarer; give the declarer too")
    if partner is not None and partner == declarer:
        raise DealError(f"outcome, partner: nobody is their own partner; seat {partner} is the declarer")
    numbers = [known.points for known in plan.bidding.bids if known.points]
    if bid and bid not in numbers:
        row = ", ".join(map(str, numbers)) if len(numbers) < 50 else f"{numbers[0]} to {numbers[-1]}"
        raise checks.refuse("outcome, bid", f"one of {row}", bid)
    if plan.worth.named_value and not void and not plan.worth.named:
        raise DealError(
            "outcome: this rule set counts a suit that is named; give it, such as declared={'suit': 'H'}"
        )
    if numbers and not plan.worth.named and not void and (declarer is None or not bid):
        raise DealError(f"outcome: expected a declarer and a bid, such as declarer=0, bid={numbers[0]}")
    if bid and declarer is None:
        raise DealError("outcome, bid: given without a declarer; give the declarer too")
    _announced(plan, contract, declarer)
    return declarer, partner, contract, trump, bid


def _announced(plan: Plan, contract: str, declarer: int | None) -> None:
    """Check that an announced contract has a declarer. Raises ``DealError``."""
    if not contract or declarer is not None:
        return
    if plan.bidding.contracts[contract].takes or any(
        known.contract == contract for known in plan.bidding.bids
    ):
        raise DealError(f"outcome, contract: given without a declarer; give the declarer of {contract!r} too")


def _contract(plan: Plan, text: str, trump: str, turned: str) -> tuple[str, str]:
    """Return the ID and the trump suit of a contract, which may be given in any spelling."""
    if trump and trump not in plan.pack.suit_masks:
        raise checks.refuse("outcome, trump", f"one of {', '.join(plan.pack.suits)}", trump)
    if not text:
        return "", trump
    spelt = text.casefold().removeprefix("bid ")
    bid = next((known for known in plan.bidding.bids if str(known).casefold() == spelt), None)
    found = plan.bidding.contracts.get(spelt if bid is None or not bid.contract else bid.contract)
    if found is None:
        raise DealError(
            f"outcome, contract: {text!r} is not one of {', '.join(plan.bidding.contracts)}"
            f"{near(spelt, plan.bidding.contracts, reader.known_as(plan.rules.family, 'contracts'))}"
        )
    if found.trump_turned:
        if trump and turned and trump != turned:
            raise DealError(
                f"outcome, trump: the suit turned up is trump; {turned} was turned up; got {trump!r}"
            )
        return found.id, trump or turned
    if bid is not None and bid.suit and not found.trump_later:
        if trump not in ("", bid.suit):
            raise DealError(
                f"outcome, trump: the contract {text!r} is played with {bid.suit!r} as trump, got {trump!r}"
            )
        return found.id, bid.suit
    if (
        trump
        and not found.trump_later
        and all(known.suit != trump for known in plan.bidding.bids if known.contract == found.id)
    ):
        raise DealError(f"outcome, trump: {text!r} is played without trumps; got {trump!r}")
    return found.id, trump


def _declared(plan: Plan, given: Any) -> dict[str, Any]:
    """Return the declarations, checked: each must be one that the rule set uses. Raises ``DealError``."""
    if not isinstance(given, Mapping):
        raise checks.refuse("outcome, declared", "a table", given)
    kinds = plan.declares
    if given:
        useful_facts.declared(plan, given)
    found: dict[str, Any] = {}
    for name, value in given.items():
        kind, what = kinds[name], f"outcome, declared, {name}"
        if kind == "seats":
            found[name] = tuple(
                checks.seat(seat, plan.table.n, what) for seat in checks.items(value, what, "a list of seats")
            )
        elif kind == "winners":
            found[name] = _winners(plan, value, what)
        elif kind == "yes or no":
            found[name] = checks.yes_or_no(value, what)
        elif kind == "cards":
            texts = checks.per_seat(value, plan.table.n, what, "cards", checks.text)
            found[name] = tuple(in_pack(plan, card, what) for card in texts)
        elif kind == "cards exposed":
            taken = plan.take(checks.cards(value, what), what)
            found[name] = tuple(str(plan.pack.cards[bit.bit_length() - 1]) for bit in taken)
        elif kind == "plays":
            found[name] = tuple(_shown(plan, entry, what) for entry in checks.items(value, what))
        elif kind == "suit":
            found[name] = checks.one_of(value, plan.pack.suits, what)
        else:
            found[name] = checks.one_of(value, kind, what)
    return found


def _winners(plan: Plan, value: Any, what: str) -> tuple[int, ...]:
    won = tuple(
        checks.seat(seat, plan.table.n, what) for seat in checks.items(value, what, "a list of seats")
    )
    if len(won) != plan.dealing.hand_size:
        raise DealError(
            f"{what}: expected {plan.dealing.hand_size} seats, one for each trick; got {len(won)}"
        )
    return won


def _agree(plan: Plan, declared: Mapping[str, Any], tricks: tuple[int, ...] | None, out: int) -> None:
    """Check that the declarations about the play are consistent with the other facts. Raises ``DealError``."""
    for name, kind in plan.declares.items():
        what, told = f"outcome, declared, {name}", declared.get(name, ())
        if kind == "winners" and told and tricks is not None:
            seat = next((s for s in plan.table.seats if told.count(s) != tricks[s]), None)
            if seat is not None:
                raise DealError(
                    f"{what}: seat {seat} won {told.count(seat)} tricks there, but {tricks[seat]} according to 'tricks'"
                )
        elif name in ("first_trick", "last_trick") and tricks is not None:
            seat = next((s for s in told if not any(tricks[of] for of in plan.table.side_of(s))), None)
            if seat is not None:
                raise DealError(f"{what}: seat {seat} won it, but no trick according to 'tricks'")
        elif kind == "plays":
            cards = [play.card for play in told]
            for card in cards:
                if plan.pack.select([card]) & out:
                    raise DealError(f"{what}: {card} was laid out before the play")
                if cards.count(card) > plan.pack.select([card]).bit_count():
                    raise DealError(f"{what}: {card} is played twice")


def _shown(plan: Plan, entry: Any, what: str) -> Shown:
    if isinstance(entry, Shown):
        entry = entry._asdict()
    elif not isinstance(entry, Mapping):
        raise checks.refuse(what, "tables of card, by, how, to and trick", entry)
    checks.only(entry, Shown._fields, what)
    play = Shown(
        in_pack(plan, checks.text(entry.get("card"), f"{what}, card"), what),
        checks.seat(entry.get("by"), plan.table.n, f"{what}, by"),
        checks.one_of(entry.get("how"), HOW_SHOWN, f"{what}, how"),
        checks.seat_or_none(entry.get("to"), plan.table.n, f"{what}, to"),
        checks.whole(entry.get("trick", 0), f"{what}, trick", 0, plan.dealing.hand_size),
    )
    concerned = {"placed": "by whom it was won", "forced": "who led"}.get(play.how)
    if concerned is None and play.to is not None:
        raise DealError(f"{what}, {play.card}: 'to' was given for a card that is led; leave it out")
    if concerned and play.to is None:
        raise DealError(f"{what}, {play.card}: 'to' is missing; it says {concerned}, a seat")
    wins_off_suit = play.how == "placed" and any(
        wild.mask & plan.pack.select([play.card]) for wild in plan.makeup.wilds
    )
    if concerned and play.to == play.by and not wins_off_suit:
        raise DealError(f"{what}, {play.card}: 'to' says {concerned}; expected a seat other than {play.by}")
    return play


def _stopped(plan: Plan, outcome: Outcome) -> None:
    """Check that there is a reason why the play was cut short. Raises ``DealError``."""
    if not outcome.stopped or outcome.breaches:
        return
    contract = plan.bidding.contracts.get(outcome.contract)
    if contract is None or not plan.play.may_stop(contract, plan.dealing.hand_size):
        lost = " or a trick too many for the contract" if plan.play.stops_when_decided else ""
        raise DealError(
            f"outcome, stopped: only a revoke{lost} ends the play early; give the revoke in 'breaches'"
        )


def _honours(plan: Plan, facts: Mapping[str, Any], declarer: int | None) -> tuple[int, ...]:
    """Return how many honours each seat held; a single number given is that of the declaring side."""
    what, there_are = "outcome, honours", len(plan.worth.honour_ranks)
    honours = facts.get("honours", 0)
    if "honours_counted" in facts:
        if "honours" in facts:
            raise DealError(f"{what}: give either 'honours' or 'honours_counted', not both")
        honours = _held(plan, checks.whole(facts["honours_counted"], "outcome, honours_counted"))
    elif not isinstance(honours, Sequence) and checks.whole(honours, what) in plan.worth.ambiguous_honours:
        held = next(held for held, counted in plan.worth.honours_count.items() if counted == honours)
        told = [honours if seat == declarer else 0 for seat in plan.table.seats]
        raise DealError(
            f"{what}: {honours} is not clear; give honours={told} for {honours} held, or honours_counted={honours} for "
            f"“{honours} by honours”, which is {held} held"
        )
    if isinstance(honours, Sequence):
        counts = list(checks.per_seat(honours, plan.table.n, what, "numbers", checks.whole))
    else:
        counts = [0] * plan.table.n
        if honours:
            if declarer is None:
                raise DealError(f"{what}: a single number is the declaring side's count; give the declarer")
            counts[declarer] = honours
    if sum(counts) > there_are or min(counts) < 0:
        raise DealError(f"{what}: there are {there_are} honours in all; got {counts}")
    return tuple(counts)


def _held(plan: Plan, counted: int) -> int:
    """Return how many honours a side must hold for them to count ``counted``."""
    held = {counted: held for held, counted in plan.worth.honours_count.items()} | {0: 0}
    if counted not in held:
        known = ", ".join(map(str, sorted(held)))
        raise checks.refuse("outcome, honours_counted", f"what honours count here, one of {known}", counted)
    return held[counted]


def _breaches(plan: Plan, given: Any) -> tuple[Breach, ...]:
    """Return the revokes of a deal."""
    return tuple(_breach(plan, entry) for entry in checks.items(given, "outcome, breaches"))


def _breach(plan: Plan, entry: Any) -> Breach:
    what = "outcome, breaches"
    if isinstance(entry, Breach):
        entry = {"seat": entry.seat, "trick": entry.trick, "card": entry.card, "found_by": entry.found_by}
    elif not isinstance(entry, Mapping):
        entry = {"seat": entry}
    checks.only(entry, ("seat", "trick", "card", "found_by"), what)
    card = checks.text(entry.get("card", ""), f"{what}, card")
    breach = Breach(
        arguments.player(entry.get("seat"), plan, what),
        checks.whole(entry.get("trick", 0), f"{what}, trick", 0, plan.play.most_tricks),
        str(plan.pack.card(card)) if card else "",
        checks.seat_or_none(entry.get("found_by"), plan.table.n, f"{what}, found_by"),
    )
    if breach.found_by == breach.seat:
        raise DealError(
            f"{what}, found_by: seat {breach.seat} revoked and cannot claim it; give another seat"
        )
    return breach


def sound(plan: Plan, outcome: Any) -> Outcome:
    """Return an outcome made by another rule set, if it is valid for this one. Raises ``DealError``."""
    found = checks.instance(outcome, Outcome, "settle")
    found = found._replace(captured=_captured_elsewhere(plan, found.captured))
    if found.tricks is not None:
        _numbers(plan, found.tricks, "tricks", checks.MANY)
    if found.honours != ():
        _numbers(plan, found.honours, "honours", checks.MANY)
    checks.seat_or_none(found.declarer, plan.table.n, "outcome, declarer")
    checks.seat_or_none(found.partner, plan.table.n, "outcome, partner")
    if checks.text(found.contract, "outcome, contract") and found.contract not in plan.bidding.contracts:
        raise checks.refuse(
            "outcome, contract", f"one of {', '.join(plan.bidding.contracts) or 'none'}", found.contract
        )
    _announced(plan, found.contract, found.declarer)
    if found.trump:
        checks.one_of(found.trump, plan.pack.suits, "outcome, trump")
    checks.whole(found.bid, "outcome, bid", 0)
    if checks.text(found.void, "outcome, void"):
        checks.one_of(found.void, plan.voids, "outcome, void")
    checks.yes_or_no(found.stopped, "outcome, stopped")
    for breach in checks.items(found.breaches, "outcome, breaches"):
        _breach(plan, checks.instance(breach, Breach, "outcome, breaches"))
    if found.declared != {}:
        _told(plan, found.declared)
    if found.order:
        arguments.order(found.order, plan, "outcome, order")
    return found


def _captured_elsewhere(plan: Plan, given: Any) -> Captured:
    """Return the cards captured by each seat, as cards of this rule set's pack. Raises ``DealError``."""
    if not isinstance(given, Captured | tuple) or len(given) != plan.table.n:
        raise checks.refuse("outcome, captured", f"the cards of each of {plan.table.n} seats", given)
    masks: list[int] = []
    for seat, cards in enumerate(given):
        found = plan.take(checks.cards(cards, "outcome, captured"), f"captured by seat {seat}", sum(masks))
        masks.append(sum(found))
    return Captured(plan.pack, tuple(masks))


def _numbers(plan: Plan, given: Any, what: str, most: int) -> None:
    """Check that there is one number for each seat. Raises ``DealError``."""
    if not isinstance(given, tuple) or len(given) != plan.table.n:
        raise checks.refuse(f"outcome, {what}", f"one number for each of {plan.table.n} seats", given)
    for entry in given:
        if type(entry) is not int or not 0 <= entry <= most:
            checks.whole(entry, f"outcome, {what}", 0, most)


def _told(plan: Plan, declared: Any) -> None:
    """Check the declarations in an outcome, including points. Raises ``DealError``."""
    if not isinstance(declared, Mapping):
        raise checks.refuse("outcome, declared", "a table", declared)
    said = dict(declared)
    if "points" in said:
        checks.per_seat(said.pop("points"), plan.table.n, "outcome, points", "numbers", checks.whole)
    _declared(plan, said)


__all__ = ["Breach", "Outcome", "sound", "stated"]
