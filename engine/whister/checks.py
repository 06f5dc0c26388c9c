"""What callers give: its kind checked at the door, and refused in words that say what was expected, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from whister.errors import DealError, NotationError, WhisterError
from whister.ledger import Amount, Ledger

if TYPE_CHECKING:
    from whister.plan import Plan

T = TypeVar("T")

_SAID = 60  #: characters of what was given that a refusal shows
MOST = 10**12  #: the largest number, of points, chips or deals, that may be given
MANY = 1_000  #: more things than any list has
LONGEST = 200  #: characters of the longest name, bid or card
_LONGEST_CARDS = 5_000
LONGEST_SEED = 1_000  #: characters or digits of the seed of a game or of a deal, at every door


def said(value: object) -> str:
    """A value as it is quoted in a refusal: never long, and made without reading it all."""
    if isinstance(value, str):
        found = repr(value[:_SAID])
        shown = len(value) <= _SAID and len(found) <= _SAID
        return found if shown else f"{found[: _SAID - 3]}…{found[0]}"
    from reprlib import Repr

    quoted = Repr()
    quoted.maxlist = quoted.maxtuple = quoted.maxdict = 12
    try:
        found = quoted.repr(value)
    except Exception:  # a number of thousands of digits, or something that cannot say what it is
        return "a number too long to show" if isinstance(value, int) else "something that cannot be shown"
    return found if len(found) <= _SAID else found[: _SAID - 3] + "…"


def refuse(what: str, expected: str, value: object) -> DealError:
    """The error that says so."""
    return DealError(f"{what}: expected {expected}, got {said(value)}")


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number within its limits; none is larger than ``MOST``. Raises ``DealError``."""
    most = MOST if high is None else high
    if type(value) is int and (-MOST if low is None else low) <= value <= most:
        return value
    limits = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")
    if type(value) is int and high is None and (low is None or value > low):
        limits += f" of at most {len(str(MOST)) - 1} digits"
    raise refuse(what, f"a whole number{limits}", value)


def seat(value: Any, n: int, what: str) -> int:
    """A seat. Raises ``DealError``."""
    if type(value) is int and 0 <= value < n:
        return value
    raise refuse(what, f"a seat from 0 to {n - 1}", value)


def player(value: Any, plan: Plan, what: str) -> int:
    """A seat at which somebody sits. Raises ``DealError``."""
    found = seat(value, plan.table.n, what)
    if found == plan.table.dummy:
        raise DealError(f"{what}: nobody sits at seat {found}; its hand is the dummy")
    return found


def player_or_none(value: Any, plan: Plan, what: str) -> int | None:
    """A seat at which somebody sits, or None where there is none. Raises ``DealError``."""
    return None if value is None else player(value, plan, what)


def seat_or_none(value: Any, n: int, what: str) -> int | None:
    """A seat, or None where there is none. Raises ``DealError``."""
    return None if value is None else seat(value, n, what)


def text(value: Any, what: str) -> str:
    """A text, and no longer than a name may be. Raises ``DealError``."""
    if is_name(value):
        found: str = value
        return found
    raise refuse(
        what, f"a text of at most {LONGEST} characters" if isinstance(value, str) else "a text", value
    )


def is_name(value: Any) -> bool:
    """Whether it is a text no longer than a name may be."""
    return isinstance(value, str) and len(value) <= LONGEST


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


def amount(value: Any, what: str, most: int = MOST) -> Amount:
    """A whole number, or an exact fraction. Raises ``DealError``."""
    if type(value) is not int:
        from fractions import Fraction

        if isinstance(value, Fraction):
            whole(value.numerator, what, -most, most)
            whole(value.denominator, what, 1, most)
            return value
    return whole(value, what, -most, most)


def items(value: Any, what: str, expected: str = "a list") -> Sequence[Any]:
    """A list of whatever, if not of too many. Raises ``DealError``."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise refuse(what, expected, value)
    if not _few(value):
        raise DealError(f"{what}: expected {expected}, at most {MANY} entries; got more")
    return value


def _few(value: Sequence[Any] | Mapping[Any, Any]) -> bool:
    try:
        return len(value) <= MANY
    except OverflowError:  # a range with no end to speak of
        return False


def per_seat(value: Any, n: int, what: str, kind: str, each: Callable[[Any, str], T]) -> tuple[T, ...]:
    """One thing for each seat. Raises ``DealError``."""
    entries = items(value, what, f"{n} {kind}, one for each seat")
    if len(entries) != n:
        raise DealError(f"{what}: expected {n} {kind}, one for each seat; got {len(entries)}")
    return tuple(each(entry, f"{what}, seat {s}") for s, entry in enumerate(entries))


def cards(value: Any, what: str) -> str | list[str]:
    """Cards as a text, or as texts: of what is read once, all that it gives. Raises ``NotationError``.

    Which cards there are is for the pack to say.
    """
    if isinstance(value, str):
        if len(value) <= _LONGEST_CARDS:
            return value
        raise NotationError(
            f"{what}: expected cards, in at most {_LONGEST_CARDS} characters; got {said(value)}"
        )
    if isinstance(value, Iterable) and not isinstance(value, bytes | Mapping):
        found = list(islice(value, MANY + 1))
        if len(found) > MANY:
            raise NotationError(f"{what}: expected at most {MANY} cards; got more")
        if all(isinstance(card, str) for card in found):
            return found
    raise NotationError(f"{what}: expected cards, such as '2C QS' or a list of texts; got {said(value)}")


def only(given: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Nothing but known names. Raises ``DealError``."""
    names = "one of " + ", ".join(sorted(known)) if known else ""
    for name in given:
        if name not in known:
            raise DealError(f"{what}: {said(name)} is not known; expected {names or 'none'}")


def number(value: Any) -> Any:
    """A whole number that is given as a text of its digits; anything else as it is."""
    return int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]{1,9}", value) else value


def seed(value: Any, *, numbered: bool = False) -> None:
    """Something to shuffle from, for a game or a deal. Raises ``DealError``.

    ``numbered``: the number of a deal in its game may come after it, as in ``1909/2``, and does not count.
    """
    if type(value) is not int and not isinstance(value, str):
        raise refuse("seed", "a text or a whole number", value)
    if type(value) is int and not -(10 ** (LONGEST_SEED - 1)) < value < 10**LONGEST_SEED:
        raise refuse("seed", f"a whole number of at most {LONGEST_SEED} digits, its sign counted", value)
    if isinstance(value, str):
        after = re.search(r"/[0-9]{1,12}\Z", value[-13:]) if numbered else None
        if not 0 < len(value) <= LONGEST_SEED + len(after[0] if after else ""):
            raise refuse("seed", f"a text of 1 to {LONGEST_SEED} characters", value)
        if not writable(value):
            raise refuse("seed", "a text that can be written in UTF-8", value)


def writable(value: str) -> bool:
    """Whether a text can be written in UTF-8: half a character of two cannot."""
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
    return True


def cuts(value: Any) -> Sequence[int | None]:
    """Places to cut the pack. Raises ``DealError``."""
    places = items(value, "cuts", "a list of numbers of cards taken off the top")
    return [None if cut is None else whole(cut, "cuts", 1) for cut in places]


def ledger(value: Any, plan: Plan) -> None:
    """A ledger for the seats of a plan. Raises ``DealError``."""
    if not isinstance(value, Ledger):
        raise refuse("ledger", "a Ledger, as rules.ledger() makes it", value)
    totals: Any = value.totals
    if not isinstance(totals, tuple) or len(totals) != plan.table.n:
        seats = len(totals) if isinstance(totals, tuple) else said(totals)
        raise DealError(f"ledger: it has {seats} seats, but {plan.table.n} play")
    player(value.dealer, plan, "ledger, dealer")
    numbers(value)
    if value[4:] != _PLAIN:
        _beside(value, plan)


_PLAIN = Ledger(1, 0, ())[4:]  # what a ledger knows besides, where it knows nothing


def numbers(value: Ledger) -> None:
    """The numbers of a ledger, none of them endless. Raises ``DealError``."""
    whole(value.number, "ledger, number: deals are counted from 1", 1)
    for total in instance(value.totals, tuple, "ledger, totals"):
        if type(total) is not int or not -MOST <= total <= MOST:
            amount(total, "ledger, totals", MOST * 1000)  # what was given may have grown
    for name, chips in pools(value.pools, "ledger, pools").items():
        whole(chips, f"ledger, pools, {name}: chips", 0, MOST * 1000)


def _beside(value: Ledger, plan: Plan) -> None:
    """What a ledger knows besides the totals and the pools. Raises ``DealError``."""
    packs: tuple[Any, ...] = (value.order, value.still)
    for pack in packs:
        if not isinstance(pack, tuple) or len(pack) > MANY or not all(map(is_name, pack)):
            raise refuse("ledger, order", "cards, each a text", pack)
    yes_or_no(value.redeal, "ledger, redeal")
    if value.last_made is not None:
        yes_or_no(value.last_made, "ledger, last_made")
    for declarer in items(value.last_declarer, "ledger, last_declarer", "a list of seats"):
        seat(declarer, plan.table.n, "ledger, last_declarer")
    text(value.standing, "ledger, standing")
    text(value.first_turn, "ledger, first_turn")


def pools(value: Any, what: str) -> Mapping[str, int]:
    """The chips in each pool by its name. Raises ``DealError``."""
    if not isinstance(value, Mapping) or not _few(value):
        raise refuse(what, "chips by the name of the pool", value)
    for name in value:
        if not isinstance(name, str) or len(name) > LONGEST or not name.replace("-", "").isalpha():
            raise refuse(what, "names in letters", name)
    return value


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


def stands(given: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """What a ledger is made of. Raises ``DealError`` or ``NotationError``."""
    only(given, _STANDS, "ledger")
    found = dict(given)
    if given.get("number") is not None:
        whole(given["number"], "number: deals are counted from 1", 1)
    player_or_none(given.get("dealer"), plan, "dealer")
    if given.get("totals") is not None:
        found["totals"] = per_seat(given["totals"], plan.table.n, "totals", "amounts", amount)
    pool = given.get("pool")
    if isinstance(pool, Mapping):
        for name, chips in pools(pool, "pool").items():
            whole(chips, f"pool, {name}: chips", 0)
    elif pool is not None:
        whole(pool, "pool: chips", 0)
    if given.get("standing") not in (None, ""):
        mark = text(given["standing"], "standing")
        if mark not in plan.settling.marks:
            raise refuse("standing", f"one of {', '.join(plan.settling.marks) or 'no marks'}", mark)
    if given.get("last_declarer") is not None:
        last = items(given["last_declarer"], "last_declarer", "a list of seats")
        found["last_declarer"] = tuple(seat(entry, plan.table.n, "last_declarer") for entry in last)
    for pack in ("order", "still"):
        if pack in given:
            found[pack] = order(given[pack], plan, pack) if given[pack] not in (None, (), []) else ()
    if given.get("first_turn") not in (None, ""):
        one_of(given["first_turn"], plan.pack.suits, "first_turn")
    if given.get("base") is not None:
        ledger(given["base"], plan)
    return found


def order(value: Any, plan: Plan, what: str) -> tuple[str, ...]:
    """The whole pack in order. Raises ``DealError`` or ``NotationError``."""
    in_order = plan.whole(cards(items(value, what), what), what)
    return tuple(str(plan.pack.cards[bit.bit_length() - 1]) for bit in in_order)


def position(given: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """What a study position is made of. Raises ``DealError`` or ``NotationError``."""
    found = dict(given)
    only(given, ("hands", "hand", "led", "trick", "leader", "seat", "trump", "contract", "declarer", "partner", "bid",
                 "played", "widow", "turned", "ledger"), "position")  # fmt: skip
    if given.get("hands") is not None:
        if "hand" in given:
            raise DealError("position: give the hand of the seat to act, or all the hands; not both")
        found["hands"] = per_seat(given["hands"], plan.table.n, "hands", "hands", cards)
    for name in ("hand", "led", "played", "widow"):
        if name in given:
            found[name] = cards(given[name], name)
    whole(given.get("trick", 1), "trick", 1, plan.play.most_tricks)
    leader = seat(given.get("leader", 0), plan.table.n, "leader")
    table = plan.pack.read(found.get("led", ""), "led")
    if len(table) >= plan.table.n:
        raise DealError(f"led: expected at most {plan.table.n - 1} cards, got {len(table)}")
    if given.get("ledger") is not None:
        ledger(given["ledger"], plan)
    to_act = seat_or_none(given.get("seat"), plan.table.n, "seat")
    dealer = (given.get("ledger") or plan.ledger()).dealer
    turn = (leader + len(table) * plan.table.step(dealer)) % plan.table.n
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
    return found


_CALLED: Mapping[Any, str] = {dict: "an object", str: "a text", tuple: "a tuple"}


def instance(value: Any, kind: type[T], what: str, error: type[WhisterError] = DealError) -> T:
    """A thing of the package's own making. Raises ``DealError``."""
    if not isinstance(value, kind):
        raise error(f"{what}: expected {_CALLED.get(kind, kind.__name__)}, got {said(value)}")
    return value
