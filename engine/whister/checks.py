"""What callers give: its kind checked at the door, and refused in words that say what was expected, and where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from whister.errors import DealError, NotationError, WhisterError
from whister.ledger import Amount, Ledger

if TYPE_CHECKING:
    from whister.plan import Plan

T = TypeVar("T")


def said(value: object) -> str:
    """A value as it is quoted in a refusal: never long."""
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= 60 else text[:57] + "…"


def refuse(what: str, expected: str, value: object) -> DealError:
    """The error that says so."""
    return DealError(f"{what}: expected {expected}, got {said(value)}")


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number within its limits. Raises ``DealError``."""
    if type(value) is int and (low is None or value >= low) and (high is None or value <= high):
        return value
    limits = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")
    raise refuse(what, f"a whole number{limits}", value)


def seat(value: Any, n: int, what: str) -> int:
    """A seat. Raises ``DealError``."""
    if type(value) is int and 0 <= value < n:
        return value
    raise refuse(what, f"a seat from 0 to {n - 1}", value)


def player(value: Any, plan: Plan, what: str) -> int:
    """A seat at which somebody sits. Raises ``DealError``."""
    found = seat(value, plan.n, what)
    if found == plan.dummy:
        raise DealError(f"{what}: nobody sits at seat {found}; its hand is the dummy")
    return found


def player_or_none(value: Any, plan: Plan, what: str) -> int | None:
    """A seat at which somebody sits, or None where there is none. Raises ``DealError``."""
    return None if value is None else player(value, plan, what)


def seat_or_none(value: Any, n: int, what: str) -> int | None:
    """A seat, or None where there is none. Raises ``DealError``."""
    return None if value is None else seat(value, n, what)


def text(value: Any, what: str) -> str:
    """A text. Raises ``DealError``."""
    if not isinstance(value, str):
        raise refuse(what, "a text", value)
    return value


def yes_or_no(value: Any, what: str) -> bool:
    """True or false. Raises ``DealError``."""
    if not isinstance(value, bool):
        raise refuse(what, "true or false", value)
    return value


def one_of(value: Any, known: Sequence[str], what: str) -> str:
    """One of some texts. Raises ``DealError``."""
    if isinstance(value, str) and value in known:
        return value
    raise refuse(what, f"one of {', '.join(known)}", value)


def amount(value: Any, what: str) -> Amount:
    """A whole number, or an exact fraction. Raises ``DealError``."""
    if type(value) is not int:
        from fractions import Fraction

        if isinstance(value, Fraction):
            return value
    return whole(value, what)


def items(value: Any, what: str, expected: str = "a list") -> Sequence[Any]:
    """A list of whatever. Raises ``DealError``."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise refuse(what, expected, value)
    return value


def per_seat(value: Any, n: int, what: str, kind: str, each: Callable[[Any, str], T]) -> tuple[T, ...]:
    """One thing for each seat. Raises ``DealError``."""
    entries = items(value, what, f"{n} {kind}, one for each seat")
    if len(entries) != n:
        raise DealError(f"{what}: expected {n} {kind}, one for each seat; got {len(entries)}")
    return tuple(each(entry, f"{what}, seat {s}") for s, entry in enumerate(entries))


def cards(value: Any, what: str) -> str | list[str]:
    """Cards as a text, or as texts. Raises ``NotationError``; which cards there are is for the pack to say."""
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable) and not isinstance(value, bytes | Mapping):
        found = list(value)
        if all(isinstance(card, str) for card in found):
            return found
    raise NotationError(f"{what}: expected cards, such as '2C QS' or a list of texts; got {said(value)}")


def only(given: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Nothing but known names. Raises ``DealError``."""
    names = "one of " + ", ".join(sorted(known)) if known else ""
    for name in given:
        if name not in known:
            raise DealError(f"{what}: {name!r} is not known; expected {names or 'none'}")


def seed(value: Any) -> None:
    """Something to shuffle from. Raises ``DealError``."""
    if type(value) is not int and not isinstance(value, str):
        raise refuse("seed", "a text or a whole number", value)
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise refuse("seed", "a text that can be written in UTF-8", value) from None


def cuts(value: Any) -> None:
    """Places to cut the pack. Raises ``DealError``."""
    for cut in items(value, "cuts", "a list of numbers of cards taken off the top"):
        if cut is not None:
            whole(cut, "cuts", 1)


def ledger(value: Any, plan: Plan) -> None:
    """A ledger for the seats of a plan. Raises ``DealError``."""
    if not isinstance(value, Ledger):
        raise refuse("ledger", "a Ledger, as rules.ledger() makes it", value)
    if len(value.totals) != plan.n:
        raise DealError(f"ledger: it is of {len(value.totals)} seats, and {plan.n} play")
    player(value.dealer, plan, "ledger, dealer")


def stands(given: Mapping[str, Any], plan: Plan) -> None:
    """What a ledger is made of. Raises ``DealError`` or ``NotationError``."""
    only(
        given,
        (
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
        ),
        "ledger",
    )
    if given.get("number") is not None:
        whole(given["number"], "number: deals are counted from 1", 1)
    player_or_none(given.get("dealer"), plan, "dealer")
    if given.get("totals") is not None:
        per_seat(given["totals"], plan.n, "totals", "amounts", amount)
    pool = given.get("pool")
    if isinstance(pool, Mapping):
        for name, chips in pool.items():
            if not isinstance(name, str) or not name.replace("-", "").isalpha():
                raise refuse("pool", "names in letters", name)
            whole(chips, f"pool, {name}: chips", 0)
    elif pool is not None:
        whole(pool, "pool: chips", 0)
    if given.get("standing"):
        mark = text(given["standing"], "standing")
        if mark not in plan.marks:
            raise refuse("standing", f"one of {', '.join(plan.marks) or 'no marks'}", mark)
    for entry in items(given.get("last_declarer") or (), "last_declarer", "a list of seats"):
        seat(entry, plan.n, "last_declarer")
    for pack in ("order", "still"):
        if given.get(pack):
            order(given[pack], plan, pack)
    if given.get("first_turn"):
        one_of(given["first_turn"], plan.pack.suits, "first_turn")
    if given.get("base") is not None:
        ledger(given["base"], plan)


def order(value: Any, plan: Plan, what: str) -> tuple[str, ...]:
    """The whole pack in order. Raises ``DealError`` or ``NotationError``."""
    in_order = plan.whole(cards(items(value, what), what), what)
    return tuple(str(plan.pack.cards[bit.bit_length() - 1]) for bit in in_order)


def position(given: Mapping[str, Any], plan: Plan) -> None:
    """What a study position is made of. Raises ``DealError`` or ``NotationError``."""
    only(given, ("hands", "hand", "led", "trick", "leader", "seat", "trump", "contract", "declarer", "partner", "bid",
                 "played", "widow", "turned", "ledger"), "position")  # fmt: skip
    if given.get("hands") is not None:
        if "hand" in given:
            raise DealError("position: give the hand of the seat to act, or all the hands; not both")
        per_seat(given["hands"], plan.n, "hands", "hands", cards)
    for name in ("hand", "led", "played", "widow"):
        if name in given:
            cards(given[name], name)
    whole(given.get("trick", 1), "trick", 1, plan.most_tricks)
    leader = seat(given.get("leader", 0), plan.n, "leader")
    table = plan.pack.read(cards(given.get("led", ""), "led"), "led")
    if len(table) >= plan.n:
        raise DealError(f"led: expected at most {plan.n - 1} cards, got {len(table)}")
    if given.get("ledger") is not None:
        ledger(given["ledger"], plan)
    to_act = seat_or_none(given.get("seat"), plan.n, "seat")
    dealer = (given.get("ledger") or plan.ledger()).dealer
    turn = (leader + len(table) * plan.step(dealer)) % plan.n
    if to_act is not None and table and to_act != turn:
        raise DealError(
            f"seat: {len(table)} cards after the lead of seat {leader} it is the turn of seat {turn}, "
            f"not of seat {to_act}"
        )
    for name in ("declarer", "partner"):
        player_or_none(given.get(name), plan, name)
    for name in ("trump", "contract", "turned"):
        text(given.get(name, ""), name)
    whole(given.get("bid", 0), "bid", 0)


def instance(value: Any, kind: type[T], what: str, error: type[WhisterError] = DealError) -> T:
    """A thing of the package's own making. Raises ``DealError``."""
    if not isinstance(value, kind):
        raise error(f"{what}: expected {kind.__name__}, got {said(value)}")
    return value


def near(word: str, known: Iterable[str]) -> str:
    """The end of a refusal: the known word nearest to a wrong one, if one is near."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else "."
