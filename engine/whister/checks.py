"""Checks of arguments: the error says what was given, what was expected, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from whister.errors import DealError, NotationError, WhisterError
from whister.ledger import Amount, Ledger

T = TypeVar("T")

_SAID = 60  #: the most characters of an argument that an error message quotes
MOST = 10**12  #: the largest number of points, chips or deals that may be given
MANY = 1_000  #: more entries than any list has
LONGEST = 200  #: the length of the longest name, bid or card, in characters
_LONGEST_CARDS = 5_000
LONGEST_SEED = 1_000  #: the length of the longest seed of a game or a deal, in characters or digits


def said(value: object) -> str:
    """Return a value as quoted in an error message: shortened, without reading all of a long one."""
    if isinstance(value, str):
        found = repr(value[:_SAID])
        shown = len(value) <= _SAID and len(found) <= _SAID
        return found if shown else f"{found[: _SAID - 3]}…{found[0]}"
    from reprlib import Repr

    quoted = Repr()
    quoted.maxlist = quoted.maxtuple = quoted.maxdict = 12
    try:
        found = quoted.repr(value)
    except Exception:  # a number with thousands of digits, or an object whose representation fails
        return "a number too long to show" if isinstance(value, int) else "something that cannot be shown"
    return found if len(found) <= _SAID else found[: _SAID - 3] + "…"


def told(error: BaseException) -> str:
    """Return the text of an error, even of one whose own text fails."""
    try:
        return str(error)
    except Exception:
        return "an error that cannot be shown"


def refuse(what: str, expected: str, value: object) -> DealError:
    """Return the error for a value of the wrong kind."""
    return DealError(f"{what}: expected {expected}, got {said(value)}")


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number within its limits, never above ``MOST``. Raises ``DealError`` for anything else."""
    most = MOST if high is None else high
    if type(value) is int and (-MOST if low is None else low) <= value <= most:
        return value
    limits = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")
    if type(value) is int and high is None and (low is None or value > low):
        limits += f" of at most {len(str(MOST)) - 1} digits"
    raise refuse(what, f"a whole number{limits}", value)


def seat(value: Any, n: int, what: str) -> int:
    """Return a seat. Raises ``DealError`` for anything else."""
    if type(value) is int and 0 <= value < n:
        return value
    raise refuse(what, f"a seat from 0 to {n - 1}", value)


def seat_or_none(value: Any, n: int, what: str) -> int | None:
    """Return a seat, or None. Raises ``DealError`` for anything else."""
    return None if value is None else seat(value, n, what)


def text(value: Any, what: str) -> str:
    """Return a string no longer than a name may be. Raises ``DealError`` for anything else."""
    if is_name(value):
        found: str = value
        return found
    raise refuse(what, f"text of at most {LONGEST} characters" if isinstance(value, str) else "text", value)


def is_name(value: Any) -> bool:
    """Return whether a value is a string no longer than a name may be."""
    return isinstance(value, str) and len(value) <= LONGEST


def yes_or_no(value: Any, what: str) -> bool:
    """Return a truth value. Raises ``DealError`` for anything else."""
    if not isinstance(value, bool):
        raise refuse(what, "true or false", value)
    return value


def one_of(value: Any, known: Sequence[str], what: str) -> str:
    """Return one of the known strings. Raises ``DealError`` for anything else."""
    if isinstance(value, str) and value in known:
        return value
    raise refuse(what, f"one of {', '.join(known)}", value)


def amount(value: Any, what: str, most: int = MOST) -> Amount:
    """Return a whole number or an exact fraction. Raises ``DealError`` for anything else."""
    if type(value) is not int:
        from fractions import Fraction

        if isinstance(value, Fraction):
            whole(value.numerator, what, -most, most)
            whole(value.denominator, what, 1, most)
            return value
    return whole(value, what, -most, most)


def items(value: Any, what: str, expected: str = "a list") -> Sequence[Any]:
    """Return the entries of a list. Raises ``DealError`` for anything else, and for a list that is too long."""
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise refuse(what, expected, value)
    if not _few(value):
        raise DealError(f"{what}: expected {expected}, at most {MANY} entries; got more")
    return value


def _few(value: Sequence[Any] | Mapping[Any, Any]) -> bool:
    try:
        return len(value) <= MANY
    except OverflowError:  # a range too long to have a length
        return False


def per_seat(value: Any, n: int, what: str, kind: str, each: Callable[[Any, str], T]) -> tuple[T, ...]:
    """Return one entry for each seat, each checked. Raises ``DealError``."""
    entries = items(value, what, f"{n} {kind}, one for each seat")
    if len(entries) != n:
        raise DealError(f"{what}: expected {n} {kind}, one for each seat; got {len(entries)}")
    return tuple(each(entry, f"{what}, seat {s}") for s, entry in enumerate(entries))


def cards(value: Any, what: str) -> str | list[str]:
    """Return cards as one string or as a list of strings; an iterator is read to the end. Raises ``NotationError``.

    Whether the pack contains them is checked elsewhere.
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
    raise NotationError(
        f"{what}: expected cards, as a string such as '2C QS' or a list of strings; got {said(value)}"
    )


def only(given: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Check that every name is known. Raises ``DealError``."""
    names = "one of " + ", ".join(sorted(known)) if known else ""
    for name in given:
        if name not in known:
            raise DealError(f"{what}: {said(name)} is not known; expected {names or 'none'}")


def number(value: Any) -> Any:
    """Return the whole number that a string of digits represents; any other value unchanged."""
    return int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]{1,9}", value) else value


_LEAST_SEED, _END_OF_SEEDS = -(10 ** (LONGEST_SEED - 1)), 10**LONGEST_SEED


def seed(value: Any, *, numbered: bool = False) -> None:
    """Check the seed of a game or a deal. Raises ``DealError``.

    ``numbered``: the number of a deal in its game may follow the seed, as in ``1909/2``, and does not count towards
    the length of the seed.
    """
    if type(value) is not int and not isinstance(value, str):
        raise refuse("seed", "text or a whole number", value)
    if type(value) is int and not _LEAST_SEED < value < _END_OF_SEEDS:
        raise refuse("seed", f"a whole number of at most {LONGEST_SEED} characters, any sign included", value)
    if isinstance(value, str):
        after = re.search(r"/[0-9]{1,12}\Z", value[-13:]) if numbered else None
        if not 0 < len(value) <= LONGEST_SEED + len(after[0] if after else ""):
            raise refuse("seed", f"text of 1 to {LONGEST_SEED} characters", value)
        if not writable(value):
            raise refuse("seed", "text that can be written in UTF-8", value)


def expired(value: Any, what: str) -> None:
    """Check a function that says whether the time is up, or None. Raises ``DealError`` for anything else."""
    if value is not None and not callable(value):
        raise refuse(what, "a function that says whether the time is up, or None", value)


def writable(value: str) -> bool:
    """Return whether a string can be written in UTF-8; one with a lone surrogate cannot."""
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
    return True


def cuts(value: Any) -> Sequence[int | None]:
    """Return the places at which to cut the pack. Raises ``DealError``."""
    places = items(value, "cuts", "a list of numbers of cards taken off the top")
    return [None if cut is None else whole(cut, "cuts", 1) for cut in places]


def numbers(value: Ledger) -> None:
    """Check that the numbers of a ledger are within their limits. Raises ``DealError``."""
    whole(value.number, "ledger, number: deals are counted from 1", 1)
    for total in instance(value.totals, tuple, "ledger, totals"):
        if type(total) is not int or not -MOST <= total <= MOST:
            # a total may exceed the limit for a number that is given
            amount(total, "ledger, totals", MOST * 1000)
    for name, chips in pools(value.pools, "ledger, pools").items():
        whole(chips, f"ledger, pools, {name}: chips", 0, MOST * 1000)


def pools(value: Any, what: str) -> Mapping[str, int]:
    """Return the chips in each pool by the pool's name. Raises ``DealError``."""
    if not isinstance(value, Mapping) or not _few(value):
        raise refuse(what, "the chips in each pool, by its name", value)
    for name in value:
        if not isinstance(name, str) or len(name) > LONGEST or not name.replace("-", "").isalpha():
            raise refuse(what, "names made of letters and hyphens", name)
    return value


_CALLED: Mapping[Any, str] = {dict: "an object", str: "text", tuple: "a tuple"}


def instance(
    value: Any, kind: type[T], what: str, error: type[WhisterError] = DealError, *, called: str = ""
) -> T:
    """Return an object if it is of the given class. Raises ``error``, by default ``DealError``, if not."""
    if not isinstance(value, kind):
        raise error(f"{what}: expected {called or _CALLED.get(kind, kind.__name__)}, got {said(value)}")
    return value
