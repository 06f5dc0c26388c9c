"""What can go wrong, said to the person who made it: what was given, what was expected, where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from whister.clause import Clause, Verdict
    from whister.ledger import Line


_LONGEST = 3_000


def short(message: str, longest: int = _LONGEST) -> str:
    """A message without the length of what was given: long words cut, and in the middle of a long text some left out.

    Half a character, which nothing can write, is written as its number.
    """
    if len(message) > longest:
        tail = longest // 6
        message = f"{message[: longest - tail]} … {message[-tail:]}"
    if len(message) > 120:
        message = re.sub(r"(\S{100})\S{20,}", r"\1…", message)
    return message if message.isascii() else message.encode(errors="backslashreplace").decode()


class WhisterError(Exception):
    """Any error this package raises on purpose. Its message is short, however long what was given is."""

    _longest: ClassVar[int] = _LONGEST

    def __init__(self, *said: object) -> None:
        super().__init__(*(short(one, self._longest) if isinstance(one, str) else one for one in said))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.args == other.args and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[WhisterError], args: tuple[object, ...], known: dict[str, object]) -> WhisterError:
    """An error that was pickled."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(known)
    return error


class NotationError(WhisterError, ValueError):
    """A text that is not what it should be: a card, a hand, an action or a record of this pack, or a word of a list."""


class DealError(WhisterError, ValueError):
    """Cards, facts or a ledger that do not fit the rule set: a card too many, an impossible outcome."""


class OptionError(WhisterError, ValueError):
    """An option that does not exist, a value it does not have, or two that contradict each other."""


class OptionClash(OptionError):
    """Two options of which the choices do not go together.

    ``option`` with its ``value`` does not bear ``other``, which is ``now``; or it needs one of ``wanted`` there, in
    words as conditions have them, empty for any choice but the usual one. ``wanted`` is None where ``now`` is at fault.
    """

    def __init__(
        self,
        said: str,
        option: tuple[str, object],
        other: tuple[str, object],
        wanted: Sequence[str] | None = None,
    ) -> None:
        super().__init__(said)
        self.option, self.value = option
        self.other, self.now = other
        self.wanted = wanted


class OptionMisfit(OptionError):
    """An option with a value that a rule cannot take.

    ``why`` says what is wrong, without the place. ``option`` is the option's name where it is known, else ``clause`` is
    the slug of the rule that the option sets.
    """

    def __init__(self, said: str, why: str, *, option: str = "", clause: str = "") -> None:
        super().__init__(said)
        self.why, self.option, self.clause = why, option, clause

    @classmethod
    def of(cls, clause: Clause, why: str) -> OptionMisfit:
        """The error that a clause finds."""
        return cls(f"{clause.id}: {why}", why, clause=clause.slug)


class RecordError(WhisterError, ValueError):
    """A rule-set file that does not follow the record's form; names the file, the place and the form."""

    _longest = 860  # what a file says of a parameter may be as long as the file


class NotSourcedError(WhisterError, LookupError):
    """A figure that no source gives, asked of a rule set told to answer from its sources alone.

    ``clause`` is the rule that has no figure for ``what``; ``lines`` and ``made`` are what was settled before it.
    """

    lines: tuple[Line, ...] = ()
    made: bool | None = None

    def __init__(self, clause: Clause, what: str, known: str) -> None:
        self.clause = clause
        self.what = what
        super().__init__(f"{clause.id}: payment not sourced for {what}{known and '; '}{known}")


class UnknownRuleSet(WhisterError, KeyError):
    """An ID that is not in the catalogue."""

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalAction(WhisterError):
    """An action the rules refuse. ``clause`` is the one rule that refuses it, ``verdict`` the whole judgement."""

    def __init__(self, action: str, verdict: Verdict) -> None:
        self.action = action
        self.verdict = verdict
        assert verdict.clause is not None
        self.clause: Clause = verdict.clause
        reason = f"{verdict.reason} " if verdict.reason else ""
        instead = f" May be played: {' '.join(verdict.instead)}." if verdict.instead else ""
        super().__init__(
            f"{action[:200]!r} is refused. {reason}{self.clause.text} [{self.clause.id}]{instead}"
        )
