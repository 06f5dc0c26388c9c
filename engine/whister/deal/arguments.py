"""Checks of the arguments of a deal: seats, ledgers, packs and positions.

The errors say what was expected, and where; see ``whister.checks``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whister import checks
from whister.errors import DealError
from whister.ledger import Ledger
from whister.plan.facts import PlanFacts


def player(value: Any, plan: PlanFacts, what: str) -> int:
    """Return the seat of a player. Raises ``DealError`` for anything else."""
    found = checks.seat(value, plan.table.n, what)
    if found == plan.table.dummy:
        raise DealError(f"{what}: nobody sits in seat {found}; its hand is the dummy")
    return found


def player_or_none(value: Any, plan: PlanFacts, what: str) -> int | None:
    """Return the seat of a player, or None. Raises ``DealError`` for anything else."""
    return None if value is None else player(value, plan, what)


def ledger(value: Any, plan: PlanFacts) -> None:
    """Check that a ledger fits the plan: its seats, numbers and pools. Raises ``DealError``."""
    if not isinstance(value, Ledger):
        raise checks.refuse("ledger", "a Ledger, as rules.ledger() makes it", value)
    totals: Any = value.totals
    if not isinstance(totals, tuple) or len(totals) != plan.table.n:
        seats = len(totals) if isinstance(totals, tuple) else checks.said(totals)
        raise DealError(f"ledger: it has {seats} seats, but {plan.table.n} play")
    player(value.dealer, plan, "ledger, dealer")
    checks.numbers(value)
    for name in value.pools:
        checks.one_of(name, plan.settling.pools, "ledger, pools")
    if value[4:] != _PLAIN:
        _beside(value, plan)


_PLAIN = Ledger(1, 0, ())[4:]  # the other fields of a ledger when they are empty


def _beside(value: Ledger, plan: PlanFacts) -> None:
    """Check the fields of a ledger other than the totals and the pools. Raises ``DealError``."""
    packs: tuple[Any, ...] = (value.order, value.still)
    for pack in packs:
        if not isinstance(pack, tuple) or len(pack) > checks.MANY or not all(map(checks.is_name, pack)):
            raise checks.refuse("ledger, order", "cards, each in text", pack)
    checks.yes_or_no(value.redeal, "ledger, redeal")
    if value.last_made is not None:
        checks.yes_or_no(value.last_made, "ledger, last_made")
    for declarer in checks.items(value.last_declarer, "ledger, last_declarer", "a list of seats"):
        checks.seat(declarer, plan.table.n, "ledger, last_declarer")
    if value.standing != "":
        _mark(value.standing, plan, "ledger, standing")
    if value.first_turn != "":
        checks.one_of(value.first_turn, plan.pack.suits, "ledger, first_turn")


def _mark(value: Any, plan: PlanFacts, what: str) -> None:
    """Check that a mark is one that can stay with the pool. Raises ``DealError``."""
    if checks.text(value, what) not in plan.settling.marks:
        raise checks.refuse(what, f"one of {', '.join(plan.settling.marks) or 'no marks'}", value)


_STANDS = (
    "number",
    "dealer",
    "totals",
    "pool",
    "standing",
    "last_declarer",
    "order",
    "still",
    "first_turn",
    "base",
)


def stands(given: Mapping[str, Any], plan: PlanFacts) -> dict[str, Any]:
    """Return the checked fields of a ledger. Raises ``DealError`` or ``NotationError``."""
    checks.only(given, _STANDS, "ledger")
    found = dict(given)
    if given.get("number") is not None:
        checks.whole(given["number"], "number: deals are counted from 1", 1)
    player_or_none(given.get("dealer"), plan, "dealer")
    if given.get("totals") is not None:
        found["totals"] = checks.per_seat(given["totals"], plan.table.n, "totals", "amounts", checks.amount)
    pool = given.get("pool")
    if isinstance(pool, Mapping):
        for name, chips in checks.pools(pool, "pool").items():
            checks.one_of(name, plan.settling.pools, "pool")
            checks.whole(chips, f"pool, {name}: chips", 0)
    elif pool is not None:
        checks.whole(pool, "pool: chips", 0)
    if given.get("standing") not in (None, ""):
        _mark(given["standing"], plan, "standing")
    if given.get("last_declarer") is not None:
        last = checks.items(given["last_declarer"], "last_declarer", "a list of seats")
        found["last_declarer"] = tuple(checks.seat(entry, plan.table.n, "last_declarer") for entry in last)
    for pack in ("order", "still"):
        if pack in given:
            found[pack] = order(given[pack], plan, pack) if given[pack] not in (None, (), []) else ()
    if given.get("first_turn") not in (None, ""):
        checks.one_of(given["first_turn"], plan.pack.suits, "first_turn")
    if given.get("base") is not None:
        ledger(given["base"], plan)
    return found


def order(value: Any, plan: PlanFacts, what: str) -> tuple[str, ...]:
    """Return the whole pack in the order given. Raises ``DealError`` or ``NotationError``."""
    in_order = plan.whole(checks.cards(checks.items(value, what), what), what)
    return tuple(str(plan.pack.cards[bit.bit_length() - 1]) for bit in in_order)


def position(given: Mapping[str, Any], plan: PlanFacts) -> dict[str, Any]:
    """Return the checked fields of a study position. Raises ``DealError`` or ``NotationError``."""
    found = dict(given)
    checks.only(given, ("hands", "hand", "led", "trick", "leader", "seat", "trump", "contract", "declarer", "partner", "bid",
                 "played", "widow", "turned", "ledger"), "position")  # fmt: skip
    if given.get("hands") is not None:
        if "hand" in given:
            raise DealError(
                "position: expected the hand of the seat to act or all the hands; give only one of them"
            )
        found["hands"] = checks.per_seat(given["hands"], plan.table.n, "hands", "hands", checks.cards)
    for name in ("hand", "led", "played", "widow"):
        if name in given:
            found[name] = checks.cards(given[name], name)
    checks.whole(given.get("trick", 1), "trick", 1, plan.play.most_tricks)
    leader = checks.seat(given.get("leader", 0), plan.table.n, "leader")
    table = plan.pack.read(found.get("led", ""), "led")
    if len(table) >= plan.table.n:
        raise DealError(f"led: expected at most {plan.table.n - 1} cards, got {len(table)}")
    if given.get("ledger") is not None:
        ledger(given["ledger"], plan)
    to_act = checks.seat_or_none(given.get("seat"), plan.table.n, "seat")
    dealer = (given.get("ledger") or plan.ledger()).dealer
    turn = (leader + len(table) * plan.table.step(dealer)) % plan.table.n
    if to_act is not None and table and to_act != turn:
        raise DealError(
            f"seat: seat {leader} led, so card {len(table) + 1} of the trick is played by seat {turn}, not seat {to_act}"
        )
    for name in ("declarer", "partner"):
        player_or_none(given.get(name), plan, name)
    for name in ("trump", "contract", "turned"):
        checks.text(given.get(name, ""), name)
    checks.whole(given.get("bid", 0), "bid", 0)
    return found
