"""The features that all public objects share: immutable mappings, a one-line representation, and export as plain
data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Never, Self, TypeVar

from whister.frozen import Frozen, names

K = TypeVar("K")
V = TypeVar("V")

LINE = 100  #: the most characters in a representation


class Fixed(dict[K, V]):
    """An immutable mapping. It equals a ``dict`` with the same contents, and can be hashed, copied and pickled."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> Never:
        raise TypeError("this mapping cannot be changed; dict(…) makes a copy that can be")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        whole = dict.__repr__(self)
        return whole if len(whole) <= LINE else in_a_line(f"{len(self)} by name:", ", ".join(map(str, self)))

    def __reduce__(self) -> tuple[object, ...]:
        return Fixed, (dict(self),)


_UNCHANGING = frozenset({str, int, bool, float, type(None), Fixed})


def fixed(value: Any) -> Any:
    """Return an immutable copy of a value: dicts become ``Fixed`` and lists become tuples, at every depth."""
    kind = type(value)
    if kind in _UNCHANGING:
        return value
    if kind is list or kind is tuple:
        return tuple(map(fixed, value))
    if kind is dict or isinstance(value, Mapping):
        return Fixed({key: fixed(each) for key, each in value.items()})
    return value


class Kept:
    """A mixin for named tuples that makes their contents immutable, however they are made."""

    __slots__ = ()

    if TYPE_CHECKING:

        @classmethod
        def sure(cls, *given: Any) -> Self:
            """Return an object made from the values of all its fields, which must already be immutable."""

    else:  # the arguments are the same as those of the named tuple

        def __new__(cls, *given: object, **named: object) -> Self:
            return super().__new__(cls, *_kept(given), **dict(zip(named, _kept(named.values()), strict=True)))

        @classmethod
        def sure(cls, *given: object) -> Self:
            """Return an object made from the values of all its fields, which must already be immutable."""
            return tuple.__new__(cls, given)

        @classmethod
        def _make(cls, given: Iterable[object]) -> Self:
            return super()._make(_kept(given))


def _kept(given: Iterable[object]) -> tuple[Any, ...]:
    held = tuple(given)
    try:
        return tuple(map(fixed, held))
    except RecursionError:  # a list that contains itself; it is refused when it is used
        return held


def few(values: object) -> str:
    """Return the items of a tuple, separated by spaces; for a very long tuple or any other value, only its type."""
    if isinstance(values, tuple) and len(values) <= LINE:
        return " ".join(map(str, values))
    return f"a {type(values).__name__}"


def in_a_line(*said: object) -> str:
    """Return a one-line representation, ``<…>``, cut if it is too long."""
    text = " ".join(" ".join(str(each).split()) for each in said if each not in ("", None))
    return f"<{text}>" if len(text) <= LINE - 2 else f"<{text[: LINE - 3].rstrip()}…>"


def plain(value: Any) -> Any:
    """Return a value as plain JSON data: strings, numbers, lists and objects; a fraction is a string such as
    ``7/2``."""
    if value is None or isinstance(value, bool) or type(value) in (int, str, float):
        return value
    if isinstance(value, Enum | str):
        return str(value)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    if isinstance(value, Frozen):
        return {name: plain(getattr(value, name)) for name in names(value)}
    if isinstance(value, Iterable):
        return [plain(each) for each in value]
    return str(value)
