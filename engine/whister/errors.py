"""The errors of the package. A message says what was given, what was expected, and where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from whister.clause import Clause, Verdict
    from whister.ledger import Line


_LONGEST = 3_000


def short(message: str, longest: int = _LONGEST) -> str:
    """Return a message of limited length: long words are cut, and the middle of a long text is left out. A lone
    surrogate, which cannot be written, is shown as its number.
    """
    if len(message) > longest:
        tail = longest // 6
        message = f"{message[: longest - tail]} … {message[-tail:]}"
    if len(message) > 120:
        message = re.sub(r"(\S{100})\S{20,}", r"\1…", message)
    return message if message.isascii() else message.encode(errors="backslashreplace").decode()


class WhisterError(Exception):
    """The base class of the errors that this package raises. The message is short, however long the argument was."""

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
    """Restore a pickled error."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(known)
    return error


class NotationError(WhisterError, ValueError):
    """The error for text that is not a valid card, hand, action or record of this pack, or not one of the words
    allowed."""


class DealError(WhisterError, ValueError):
    """The error for cards, facts or a ledger that do not fit the rule set, such as a card too many or an impossible
    outcome."""


class OptionError(WhisterError, ValueError):
    """The error for an unknown option, a value that an option does not have, or options that contradict each other."""


class OptionClash(OptionError):
    """The error for two options whose values exclude each other.

    If ``option`` with its ``value`` excludes the value that ``other`` has ``now``, ``wanted`` is None. Otherwise it
    requires ``other`` to have one of the values ``wanted``, written as in conditions; an empty ``wanted`` means any
    value but the default.
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
    """The error for an option with a value that a rule does not accept. ``why`` says what is wrong, but not where.
    ``option`` is the option's name if it is known; otherwise ``clause`` is the slug of the rule that the option sets.
    """

    def __init__(self, said: str, why: str, *, option: str = "", clause: str = "") -> None:
        super().__init__(said)
        self.why, self.option, self.clause = why, option, clause

    @classmethod
    def of(cls, clause: Clause, why: str) -> OptionMisfit:
        """Return the error for a clause that does not accept a value."""
        return cls(f"{clause.id}: {why}", why, clause=clause.slug)


class RecordError(WhisterError, ValueError):
    """The error for a rule-set file in the wrong form; the message names the file, the place and the form expected."""

    _longest = 860  # a value quoted from a file may be very long


class PlayerError(WhisterError, ValueError):
    """The error for a computer player that is unknown, cannot be loaded, or has no time or rollouts to choose with."""


class StudyError(WhisterError, ValueError):
    """The error for a study that cannot be played to its end, or whose results cannot be read or kept."""


class NotSourcedError(WhisterError, LookupError):
    """The error for a figure that no source gives, in a rule set restricted to its sources.

    ``clause`` is the rule that has no figure for ``what``; ``lines`` and ``made`` are what had been settled
    before that figure was needed.
    """

    lines: tuple[Line, ...] = ()
    made: bool | None = None

    def __init__(self, clause: Clause, what: str, known: str) -> None:
        self.clause = clause
        self.what = what
        super().__init__(f"{clause.id}: no source gives the payment for {what}{known and '; '}{known}")


class UnknownRuleSet(WhisterError, KeyError):
    """The error for an ID that is not in the catalogue."""

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalAction(WhisterError):
    """The error for an action that the rules refuse. ``clause`` is the rule that refuses it, ``verdict`` the full
    verdict."""

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
