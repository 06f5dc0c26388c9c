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
    """Any error that this package raises on purpose. Its message is short, however long the argument was."""

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
    """A text that cannot be read as a card, a hand, an action or a record of this pack, or as a word of a list."""


class DealError(WhisterError, ValueError):
    """Cards, facts or a ledger that do not fit the rule set: a card too many, an impossible outcome."""


class OptionError(WhisterError, ValueError):
    """An option that does not exist, a value it does not have, or two that contradict each other."""


class OptionClash(OptionError):
    """Two options whose values exclude each other.

    ``option`` with its ``value`` excludes ``other``, which is ``now``; or it needs one of ``wanted`` there, written as
    in conditions; an empty ``wanted`` means any value but the usual one. ``wanted`` is None if ``now`` is at fault.
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
    """An option with a value that a rule does not accept. ``why`` says what is wrong, without the place. ``option`` is
    the option's name if it is known; otherwise ``clause`` is the slug of the rule that the option sets.
    """

    def __init__(self, said: str, why: str, *, option: str = "", clause: str = "") -> None:
        super().__init__(said)
        self.why, self.option, self.clause = why, option, clause

    @classmethod
    def of(cls, clause: Clause, why: str) -> OptionMisfit:
        """Return the error that a clause raises."""
        return cls(f"{clause.id}: {why}", why, clause=clause.slug)


class RecordError(WhisterError, ValueError):
    """A rule-set file in the wrong form; the message names the file, the place and the form expected."""

    _longest = 860  # what a file says of a parameter may be as long as the file


class NotSourcedError(WhisterError, LookupError):
    """A figure that no source gives, in a rule set restricted to its sources.

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
    """An action that the rules refuse. ``clause`` is the rule that refuses it, ``verdict`` the full verdict."""

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
