"""Immutable objects like frozen dataclasses, whose code is compiled only when a class is first used. This shortens the
import of the engine, most of whose classes are not used in a given deal. The functions of ``dataclasses`` (``replace``,
``fields``) work with these objects too.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Never, TypeVar, dataclass_transform

T = TypeVar("T", bound="Frozen")
_NONE: Any = object()  #: the mark of a field without a default


class _Field:
    """The settings of a field besides its type."""

    __slots__ = ("compare", "default", "init", "shown")

    def __init__(self, default: Any, init: bool = True, shown: bool = True, compare: bool = True) -> None:
        self.default, self.init, self.shown, self.compare = default, init, shown, compare


def field(*, init: bool = True, repr: bool = True, compare: bool = True) -> Any:  # noqa: A002 (the name there)
    """Return the settings of a field: whether it is given, shown and compared, as with ``dataclasses.field``."""
    return _Field(_NONE, init, repr, compare)


class _Fields:
    """The fields in the form used by ``dataclasses``, made on request."""

    def __get__(self, one: object, kind: Any) -> dict[str, Any]:
        import dataclasses

        said = []
        for name, each in kind._known.items():
            how: dict[str, Any] = {"init": each.init, "repr": each.shown, "compare": each.compare}
            if each.default is not _NONE:
                how["default"] = each.default
            said.append((name, Any, dataclasses.field(**how)))
        made: Any = dataclasses.make_dataclass("Fields", said)
        found: dict[str, Any] = made.__dataclass_fields__
        kind.__dataclass_fields__ = found  # once for each class
        return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Frozen(type):
    """The metaclass, which makes a slot for each annotated name that is not a ``ClassVar``."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], *, eq: bool = True) -> _Frozen:
        known: dict[str, _Field] = {}
        for base in reversed(bases):
            known |= getattr(base, "_known", {})
        own = [each for each, form in _annotations(body).items() if not str(form).startswith("ClassVar")]
        for each in own:
            said = body.pop(each, _NONE)
            known[each] = said if isinstance(said, _Field) else _Field(said)
        body["__slots__"] = tuple(own)
        body["__match_args__"] = tuple(each for each, said in known.items() if said.init)
        body["_known"] = known
        compared = [each for each, said in known.items() if said.compare]
        body["_compared"] = attrgetter(*compared) if compared else staticmethod(lambda _: ())
        body["__dataclass_fields__"] = _Fields()
        if not eq:
            body.setdefault("__eq__", object.__eq__)
            body.setdefault("__hash__", object.__hash__)
        made = super().__new__(cls, name, bases, body)
        if bases and "__init__" not in body:
            made.__init__ = _first  # type: ignore[misc]
        return made


def _annotations(body: Mapping[str, Any]) -> Mapping[str, Any]:
    if "__annotations__" in body:
        found: Mapping[str, Any] = body["__annotations__"]
        return found
    made = body.get("__annotate_func__")  # from Python 3.14 on, where annotations are evaluated later
    return made(3) if made is not None else {}


class Frozen(metaclass=_Frozen):
    """An immutable object of annotated fields, equal to another object of its class with equal fields."""

    _known: ClassVar[Mapping[str, Any]]
    _compared: ClassVar[Any]  #: the function that returns the fields to compare
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]

    def __setattr__(self, name: str, value: object) -> Never:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> Never:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or bool(self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        said = ", ".join(
            f"{name}={getattr(self, name)!r}" for name, each in self._known.items() if each.shown
        )
        return f"{type(self).__qualname__}({said})"

    def __getstate__(self) -> list[Any]:
        return [getattr(self, name) for name in self._known]

    def __setstate__(self, state: list[Any]) -> None:
        for name, value in zip(self._known, state, strict=True):
            object.__setattr__(self, name, value)


def names(one: Frozen | type[Frozen]) -> tuple[str, ...]:
    """Return the names of the fields, in order."""
    return tuple(one._known)


def changed(one: T, **changes: Any) -> T:
    """Return a copy with some fields changed, as ``dataclasses.replace`` does."""
    kept = {name: getattr(one, name) for name, said in one._known.items() if said.init}
    return type(one)(**(kept | changes))


def _first(self: Any, *given: Any, **named: Any) -> None:
    """Initialise the first object of a class, and compile the code that initialises the others."""
    kind: Any = next(each for each in type(self).__mro__ if "_known" in each.__dict__)
    text, known = init_code(kind._known, after=hasattr(kind, "__post_init__"))
    scope: dict[str, Any] = {**known, **{f"_set_{name}": getattr(kind, name).__set__ for name in kind._known}}
    exec(compile(text, f"<{kind.__qualname__}>", "exec"), scope)  # only code generated here
    kind.__init__ = scope["__init__"]
    scope["__init__"](self, *given, **named)


def init_code(fields: Mapping[str, _Field], *, after: bool) -> tuple[str, dict[str, Any]]:
    """Return the Python code that initialises an object with these fields, and the defaults that it names."""
    given = {name: said for name, said in fields.items() if said.init}
    known = {f"_default_{name}": said.default for name, said in given.items() if said.default is not _NONE}
    parameters = [f"{name}=_default_{name}" if f"_default_{name}" in known else name for name in given]
    lines = [f"    _set_{name}(self, {name})" for name in given]
    lines += ["    self.__post_init__()"] if after else []
    return "\n".join([f"def __init__({', '.join(['self', *parameters])}):", *(lines or ["    pass"])]), known
