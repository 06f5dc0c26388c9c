"""What each kind of clause that settles a deal may pay: the most that one seat gains by it, and the most it loses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from whister.adapters.reach import Reach
from whister.cards import bits
from whister.ledger import Amount
from whister.playable import in_force

Pays: TypeAlias = Callable[[Reach, Any], None]

_PRICE, _SHARE, _SETTLED, _SLAM = (
    "price",
    "pool",
    "settled",
    "slam",
)  #: parts that are paid at most once in a deal


# -- points ----------------------------------------------------------------------------------------------------------


def _captured(reach: Reach, rule: Any) -> None:
    reach.pay(rule.name, *(reach.plan.worth.sign * end for end in reach.captured))


def _exposed_counts(reach: Reach, rule: Any) -> None:
    for at, (_, affected, times) in enumerate(reach.plan.worth.exposures):
        more = reach.plan.worth.sign * (times - 1)
        reach.pay(f"{rule.name} {at}", *(more * end for end in reach.of(affected)))


def _exposed(reach: Reach, card: int) -> int:
    """Return how often a card counts at most because others were exposed."""
    found = 1
    for _, affected, times in reach.plan.worth.exposures:
        found *= times if affected & card else 1
    return found


def _bonus_card(reach: Reach, rule: Any) -> None:
    cards = reach.plan.pack.select([rule.card]) & reach.cards
    reach.pay(f"{rule.name} {rule.card}", rule.points * _exposed(reach, cards) * cards.bit_count())


def _points(*names: str) -> Pays:
    """Return an entry for points that are parameters of the clause; partners who share a score add theirs."""

    def pay(reach: Reach, rule: Any) -> None:
        table = reach.plan.table
        members = max(len(table.side_of(seat)) for seat in table.seats) if table.one_score else 1
        reach.pay(rule.name, *(getattr(rule, name) * members for name in names))

    return pay


def _floor_total(reach: Reach, rule: Any) -> None:
    reach.replace([rule.at - min(reach.ledger.totals)])


def _telling(reach: Reach, rule: Any) -> tuple[int, int]:
    """Return the limits of what a card changes in the value of the others captured with it."""
    if rule.name == "reliever":
        return -rule.points, 0
    if rule.name == "canceller":
        low, high = reach.of(reach.plan.pack.mask([rule.cancels]))
        return -high, -low
    low, high = reach.of(reach.plan.pack.select(rule.of))
    return (rule.times - 1) * low, (rule.times - 1) * high


def _tells(reach: Reach, rule: Any) -> None:
    reach.pay(f"{rule.name} {rule.card}", *_telling(reach, rule))


_TELLING = ("multiplier", "canceller", "reliever")


def _of_hand(reach: Reach) -> tuple[int, int]:
    """Return the limits of the value of a hand's captured cards, with their effects on each other."""
    more = [_telling(reach, rule) for _, rule in in_force(reach.rules) if rule.name in _TELLING]
    return reach.worth[0] + sum(low for low, _ in more), reach.worth[1] + sum(high for _, high in more)


def _slam(reach: Reach, each: Iterable[Amount], own: Iterable[Amount]) -> None:
    """Add a slam: one of the amounts ``each`` for every other seat, and one of ``own`` in place of the maker's score."""
    if reach.others is None:
        reach.pay(_SLAM, *each)
        return
    low, high = reach.others.total
    reach.replace([0, *own, *(end + amount for amount in each for end in (low, high))])


def _moon(reach: Reach, rule: Any) -> None:
    amounts = (
        (rule.amount,)
        if rule.amount
        else _of_hand(reach.whole)
        if rule.of_hand
        else (reach.plan.worth.total_value,)
    )
    payers = reach.n - 1 if rule.effect == "receive" else 1
    pays = rule.effect in ("old", "receive", "choice")
    _slam(reach, amounts if pays else (0,), [-amount * payers for amount in amounts])


def _sun(reach: Reach, rule: Any) -> None:
    amount = rule.amount or reach.plan.all_points
    pays = rule.effect == "old" and not rule.slate
    _slam(reach, (amount if pays else 0,), [-amount, *(-total for total in reach.ledger.totals)])


def _sign_turned(reach: Reach, rule: Any) -> None:
    turned = reach.plan.pack.select(f"{rule.cards} {rule.also}") & reach.cards
    values = {card: reach.plan.worth.values[card] * _exposed(reach, 1 << card) for card in bits(turned)}
    reach.pay(rule.name, *(-2 * reach.plan.worth.sign * end for end in reach.of(turned, values)))


def _score_multiplier(reach: Reach, rule: Any) -> None:
    low, high = reach.total
    points = (0, rule.points, rule.exposed_points)
    times = [each for each in (rule.times, rule.exposed_times) if each]
    scored = [each * end for each in times for end in (low, high)]
    reach.replace([low + min(points), high + max(points), *scored])


def _bid_made(reach: Reach, rule: Any) -> None:
    reach.pay(_PRICE, *(reach.captured if rule.scores == "captured" else (reach.bid,)))


def _odd_tricks(reach: Reach, rule: Any) -> None:
    reach.pay(rule.name, rule.points * max(reach.tricks - reach.plan.worth.book, 0))


def _undertaking_lost(reach: Reach, rule: Any) -> None:
    reach.replace([2 * end for end in reach.total] if rule.charge == "combined" else [rule.fine])


def _undertaken_slam(reach: Reach, rule: Any) -> None:
    whole = rule.opposite + rule.side * (reach.n - 2)
    reach.pay(rule.name, -whole, whole)


def _party_value(reach: Reach, rule: Any) -> None:
    plan = reach.plan
    values = [
        abs(rule.instead.get(str(card), plan.worth.values[card.index]))
        for card in plan.cards_of(plan.present)
    ]
    reach.party = abs(rule.plus) + sum(sorted(values)[-reach.n :])


def _party(reach: Reach, rule: Any) -> None:
    reach.pay(
        rule.name, -2 * reach.party, 2 * reach.party
    )  # doubled between players who sit opposite each other


# -- the price of a contract -----------------------------------------------------------------------------------------


def _dearer(prices: Callable[[Reach, Any], Iterable[int]]) -> Pays:
    """Return an entry for a clause that sets the price of a contract."""

    def price(reach: Reach, rule: Any) -> None:
        reach.price = max(reach.price, *prices(reach, rule), 0)

    return price


def _call_price(reach: Reach, rule: Any) -> None:
    prices = reach.prices = rule.custom or rule.of
    step = max(prices.get("step", rule.step), *rule.over.values(), 0)
    reach.over = max(reach.over, step)
    classes = reach.plan.bidding.suit_classes
    times = max((prices.get(name, rule.times.get(name, 1)) for name in classes), default=1)
    dearest = max(
        (price for name, price in prices.items() if name in reach.plan.bidding.contracts), default=0
    )
    tricks = max(reach.tricks, reach.target)
    reach.price = max(reach.price, (dearest + step * tricks) * max(times, 1))


def _price_list(reach: Reach, rule: Any) -> Iterable[int]:
    return (price.amount + abs(price.step) * reach.index for price in reach.plan.settling.prices.values())


def _multipliers(reach: Reach, rule: Any) -> Iterable[int]:
    bidding = reach.plan.bidding
    for contract in bidding.contracts.values():
        for suit_class in ("", *bidding.suit_classes):
            found = rule.multiplier(contract, suit_class)
            yield reach.index * found.amount if found is not None else 0


def _divided(reach: Reach, rule: Any) -> None:
    reach.price = (2 * reach.price + rule.by) // (2 * rule.by)


def _suit_price(reach: Reach, rule: Any) -> Iterable[int]:
    for row in rule.of.values():
        first, *more = row
        counters = first + (max(more[:2]) + more[2] * reach.tricks if more else 0)
        yield counters * max(rule.suits.values()) * reach.times


def _by_class(reach: Reach, rule: Any) -> Iterable[int]:
    return (price * reach.times for price in rule.of.values())


def _rows(reach: Reach, rule: Any) -> Iterable[int]:
    rows: Mapping[Any, Any] = rule.rows
    of = getattr(rule, "of", {})
    return [*of.values(), *(price for row in rows.values() for price in row)]


def _times(reach: Reach, rule: Any) -> None:
    reach.price *= max(rule.times, 1)


def _each_trick(reach: Reach, rule: Any) -> None:
    reach.price += max(rule.each, 0) * max(reach.tricks, reach.target)


def _all_tricks(reach: Reach, rule: Any) -> None:
    if rule.bonus == "doubles":
        reach.price *= 2
    elif rule.bonus == "tricks-over":
        reach.price += reach.over * reach.tricks
    elif rule.bonus == "fixed":
        reach.price += max(rule.counters, 0)
    else:
        reach.pay(rule.name, -reach.pool)
        reach.fill(reach.pool)


# -- payments --------------------------------------------------------------------------------------------------------


def _opponents_pay(reach: Reach, rule: Any) -> None:
    reach.pay(_PRICE, reach.price * (reach.n - 1), -reach.price)


def _declarer_pays(reach: Reach, rule: Any) -> None:
    if rule.to == "pool":
        reach.pay(f"{_PRICE} to the pool", -reach.price)
        reach.fill(reach.price)
    else:
        reach.pay(_PRICE, -reach.price * (reach.n - 1), reach.price)


def _by_tricks(reach: Reach, rule: Any) -> None:
    each = reach.counter * reach.tricks * (reach.n - 1)
    reach.pay(_PRICE, -each, each)


def _like(reach: Reach, rule: Any) -> None:
    each = reach.prices.get(rule.like, 0) * (reach.n - 1)
    reach.pay(_PRICE, -each, each)


def _red_counter(reach: Reach, rule: Any) -> None:
    reach.counter = max(rule.white, 1)


def _takes_pool(reach: Reach, rule: Any) -> None:
    reach.pay(_SHARE, reach.pool)


def _doubles_pool(reach: Reach, rule: Any) -> None:
    reach.pay(_SHARE, -reach.pool)
    reach.fill(reach.pool)


def _bid_to_pool(reach: Reach, rule: Any) -> None:
    reach.pay(rule.name, -reach.bid)
    reach.fill(reach.bid)


def _bid_missed(reach: Reach, rule: Any) -> None:
    reach.pay(_PRICE, -reach.bid)


def _defenders(reach: Reach, rule: Any) -> None:
    reach.pay(_PRICE, *reach.captured)


def _each_pays(reach: Reach, rule: Any) -> None:
    each = abs(rule.each) * reach.times * (reach.n - 1)
    reach.pay(rule.name, -each, each)


def _pay_in(reach: Reach, rule: Any) -> None:
    low, high = reach.captured
    reach.pay(rule.name, -high, -low)
    reach.fill(reach.whole.captured[1])


def _paid_to_holder(reach: Reach, rule: Any) -> None:
    value = sum(reach.whole.of(reach.plan.pack.mask([rule.card])))
    reach.pay(rule.name, -value, value)
    reach.fill(value)


def _taker_of_all(reach: Reach, rule: Any) -> None:
    most = reach.whole.captured[1]
    reach.pay(_SETTLED, -most, (most + reach.pool) // (reach.n - 1))
    reach.fill(reach.n)


def _lowest_takes(reach: Reach, rule: Any) -> None:
    most = max(reach.whole.captured[1], reach.plan.worth.penalties.bit_count())
    reach.pay(_SETTLED, -most, most + reach.pool)


def _against_all(reach: Reach, rule: Any) -> None:
    low, high = reach.captured
    all_low, all_high = reach.whole.captured
    most = [(all_high - low) - low * (reach.n - 1), min(all_low, 0) - high * reach.n]
    reach.pay(_SETTLED, *most)


def _difference(reach: Reach, rule: Any) -> None:
    low, high = reach.whole.captured
    each = (max(high, rule.free) - min(low, rule.free)) * (reach.n - 1)
    reach.pay(rule.name, -each, each)


def _consolation(reach: Reach, rule: Any) -> None:
    plan, amounts = reach.plan, dict[int, int]()
    for token, amount in rule.cards.items():
        amounts |= dict.fromkeys(bits(plan.pack.select([token]) & plan.present), amount)
    most = sum(map(abs, amounts.values())) * 2 ** len(plan.settling.doubled)
    most *= reach.n - 1 if rule.how == "forced" else 1
    reach.pay(f"{rule.name} {rule.how}", -most, most)


def _card_pool(reach: Reach, rule: Any) -> None:
    most = 0
    for card, pool in rule.cards.items():
        copies = (reach.plan.pack.select([card]) & reach.plan.present).bit_count()
        chips = min(reach.pools.get(pool, 0), rule.most.get(pool, 0)) * copies
        reach.fill(chips, pool)
        most += chips
    reach.pay(f"{rule.name} {rule.does} {' '.join(rule.how)}", -most, most)


PAYING: Mapping[str, Pays] = {
    "score_captured": _captured, "exposed_counts": _exposed_counts, "bonus_card": _bonus_card, "no_tricks": _points("points"),
    "exact_total": _points("points"), "floor_total": _floor_total, "multiplier": _tells, "canceller": _tells,
    "reliever": _tells, "moon": _moon, "sun": _sun, "sign_turned": _sign_turned, "score_multiplier": _score_multiplier,
    "bid_made": _bid_made, "bid_missed": _bid_missed, "defenders_score": _defenders, "odd_tricks": _odd_tricks,
    "side_honours": lambda reach, rule: reach.pay(rule.name, *rule.scale.values(), 0), "pledge": _points("kept", "broken"),
    "undertaking_score": lambda reach, rule: reach.replace([0, rule.made, rule.lost]),
    "undertaking_made": lambda reach, rule: reach.replace([0, rule.points]), "undertaking_lost": _undertaking_lost,
    "undertaken_slam": _undertaken_slam, "party_value": _party_value, "party": _party,
    "call_price": _call_price, "price_list": _dearer(_price_list), "multipliers": _dearer(_multipliers), "divided_price": _divided,
    "suit_price": _dearer(_suit_price), "forced_alone_price": _dearer(_by_class), "pair_slam_price": _dearer(_by_class),
    "price_made": _dearer(_rows), "price_short": _dearer(_rows), "own_card": _dearer(lambda reach, rule: rule.prices.values()),
    "pair_price": _times, "overtrick": _each_trick, "loss_per_trick": _each_trick, "all_tricks_bonus": _all_tricks,
    "opponents_pay": _opponents_pay, "declarer_pays": _declarer_pays, "most_pays": _by_tricks, "most_tie": _by_tricks,
    "last_trick_pays": _like, "most_tricks_pay": _like, "red_counter": _red_counter, "pool_to_declarer": _takes_pool,
    "fewest_tricks": _takes_pool, "fewest_tie": _takes_pool, "pool_doubles": _doubles_pool, "bid_to_pool": _bid_to_pool,
    "chicane_paid": _each_pays, "dealt_card_bonus": _each_pays, "pay_in": _pay_in, "one_clear": _takes_pool,
    "two_clear": _takes_pool, "paid_to_holder": _paid_to_holder, "taker_of_all": _taker_of_all, "lowest_takes": _lowest_takes,
    "against_all": _against_all, "pay_difference": _difference, "consolation": _consolation, "card_pool": _card_pool,
}  # fmt: skip
"""For each mechanism that pays or scores, a function that adds to a reach what it may pay."""

NOTHING = frozenset(
    """
    all_pass unsupported ladder laid_card name_again uncounted first_turn turned_trump preferred_trump captor_next
    redeal_claim redeal_dealer misdeal last_holder exposed_cards card_pool_in_slam free_hand_party free_hand_pool
    bid_test target joint_target conceded honours opposing_honours honours_in_slam honours_against_target index_made
    index_lost index_with_partner index_limit first_trick_bonus last_trick_bonus most_tricks_bonus all_counters_bonus
    undertaking_test party_winner jack pool_limit shares odd_counter consolations_returned revoke_pays_bid
    """.split()
)
"""The mechanisms that judge, divide among partners or give back, but add nothing to what a seat may gain or lose: what
they decide, such as an index or a bonus among the points captured, is counted where it is paid."""

__all__ = ["NOTHING", "PAYING"]
