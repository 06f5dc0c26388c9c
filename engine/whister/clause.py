"""A rule as a record: its text, its sources, what it does in play, and the hands that show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

from whister.frozen import Frozen, changed, field, names
from whister.objects import Fixed, fixed, in_a_line, plain

OWN = "own"  #: the family, in IDs, of the user's own rule sets


class Evidence(IntEnum):
    """How well a statement is supported; a larger number is weaker."""

    DESCRIBED = 1  #: a source on this rule set states it
    REPORTED = 2  #: a source on this rule set reports another (``via``)
    INFERRED = 3  #: it follows by arithmetic or logic from a statement of such a source
    TAKEN_OVER = 4  #: stated for another game, usually the one extended, and by no source on this rule set
    DEFAULT = 5  #: the sources are silent; the most likely reading
    RECALLED = 6  #: from memory of a book that was not available
    RECONSTRUCTED = 7  #: figures worked out for this reference, with the derivation shown

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    @classmethod
    def named(cls, grade: str) -> Evidence:
        """Return the grade with this name, such as ``"taken over"``. Raises ``KeyError`` for any other string."""
        return cls[grade.upper().replace(" ", "_")]


class Source(Frozen):
    """One source of a clause: a bibliography key, and how it supports the clause."""

    key: str
    evidence: Evidence
    seen: str = "none"  #: "full", "part" or "none": how much of the source was read
    via: str | None = None  #: the key of the work through which it is known
    pages: str | None = None  #: the pages, if known
    relation: str = ""  #: "" (supports), "contradicts" or "silent"
    note: str = ""
    of: tuple[
        str, ...
    ] = ()  #: the parameters it supports, ``mechanism.parameter``; empty: all that no other source names
    about: str = ""  #: the ID of the rule set to which its statement refers
    stated: Evidence | None = None  #: its grade for that rule set, if that is not the rule set of the clause

    def __repr__(self) -> str:
        return in_a_line("Source", self.key, self.pages, self.relation or self.evidence)

    def taken_over(self) -> Source:
        """Return this source as graded for a rule set that it does not describe: *taken over* at best.

        A source that is silent or contradicts the clause keeps that relation, which refers to the game it is about.
        """
        if self.relation:
            return changed(self, stated=self.evidence)
        return changed(self, evidence=max(self.evidence, Evidence.TAKEN_OVER), stated=self.evidence)


def best(sources: Iterable[Source]) -> Evidence:
    """Return the best grade among the sources that support a statement; *default* if none does."""
    return min((source.evidence for source in sources if not source.relation), default=Evidence.DEFAULT)


class Case(Frozen):
    """A hand that shows a rule: a position, and what is legal or paid in it."""

    id: str
    rules: str  #: the rule set whose record contains it; a child that inherits the clause refers to it there
    clause: str  #: the slug of the clause that it shows
    text: str
    given: Mapping[str, Any] = Fixed()
    expected: Mapping[str, Any] = Fixed()

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", fixed(self.given))
        object.__setattr__(self, "expected", fixed(self.expected))

    def __repr__(self) -> str:
        return in_a_line("Case", self.id, f"{self.rules}#{self.clause}", self.text)


class Choice(Frozen):
    """A value of an option, other than its default, as it affects one clause."""

    option: str  #: the option's name
    value: str | int | bool
    parameters: tuple[str, ...]  #: what it sets in the clause, ``mechanism.parameter``
    sources: tuple[Source, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """The best grade among the sources of the value."""
        return best(self.sources)


class Clause(Frozen):
    """One rule of one rule set.

    ``id`` is its address in this rule set, ``origin`` the address where it was first written. ``rule`` maps each
    mechanism to its parameters; a clause without any is prose only, and ``prose`` says why.
    """

    id: str
    origin: str
    slug: str
    section: str
    title: str
    text: str
    rule: Mapping[str, Mapping[str, Any]] = Fixed()
    sources: tuple[Source, ...] = ()
    cases: tuple[Case, ...] = ()
    prose: str = ""
    change: str = "added"  #: "added", "amended" or "kept", compared with the parent
    enabled: bool = True  #: False: in force only if an option enables it
    note: str = ""
    own: bool = False  #: a rule set that extends this one does not take it over
    barred: str = ""  #: why no option on offer enables it; "" if one does
    choices: tuple[Choice, ...] = ()  #: the options that have changed it
    replaced: bool = False  #: True: these options set every parameter that it has
    evidence: Evidence = field(init=False, compare=False)  #: the best grade among the sources that support it

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", fixed(self.rule))
        chosen = [choice.evidence for choice in self.choices]
        held = [source.evidence for source in self._supporting]
        object.__setattr__(self, "evidence", min([*chosen, *held], default=Evidence.DEFAULT))

    def __repr__(self) -> str:
        return in_a_line("Clause", self.id, self.evidence, self.title)

    def supported_by(self, source: Source) -> bool:
        """Return whether ``source``, one of the clause's own, supports the clause with the options chosen.

        It does not if it is silent or contradicts the clause, or if the options chosen have replaced all that it
        states.
        """
        if source.relation or (self.replaced and not source.of):
            return False
        changed_here = {name for choice in self.choices for name in choice.parameters}
        return not source.of or not changed_here.issuperset(source.of)

    @property
    def grades(self) -> dict[str, Evidence]:
        """The parameters graded separately, ``mechanism.parameter``, each with the best grade among its sources. A
        parameter that an option has set has the grade of the option's value.
        """
        found: dict[str, Evidence] = {}
        for source in self._supporting:
            for name in source.of:
                if name.partition(".")[0] in self.rule:
                    found[name] = min(source.evidence, found.get(name, source.evidence))
        for choice in self.choices:
            found |= dict.fromkeys(choice.parameters, choice.evidence)
        return found

    @property
    def enforced(self) -> Evidence:
        """The weakest grade of what the engine applies: that of a parameter graded separately, or of the rest. A
        settlement that uses the clause has this grade at best.
        """
        whole = [source.evidence for source in self._supporting if not source.of]
        return max([*self.grades.values(), *([min(whole)] if whole else [])], default=self.evidence)

    @property
    def weakest(self) -> Evidence:
        """The grade of the weakest part: a parameter, or a part of the text that no source states."""
        unstated = [
            source.evidence
            for source in self._supporting
            if not source.of and source.evidence > Evidence.TAKEN_OVER
        ]
        return max([self.enforced, *unstated])

    def at_best(self, grade: Evidence) -> Evidence:
        """Return ``grade`` if no part of the clause has a better one, otherwise *described*: the best grade that a
        separate figure can have."""
        return grade if self.evidence >= grade else Evidence.DESCRIBED

    @property
    def _supporting(self) -> tuple[Source, ...]:
        return tuple(source for source in self.sources if self.supported_by(source))

    @property
    def url(self) -> str:
        """The clause's address on the site, relative to its root: ``hearts/black-lady/#moon``; "" for the user's own
        rules."""
        rule_set, _, slug = self.id.partition("#")
        return f"{rule_set}/#{slug}" if not rule_set.startswith(f"{OWN}/") else ""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data, with sources and cases."""
        return {name: plain(getattr(self, name)) for name in names(self)}


class Verdict(Frozen):
    """Whether an action is legal, which clause decides it, and which clauses were lifted or waived for it."""

    legal: bool
    clause: Clause | None = None  #: the clause that refuses it
    reason: str = ""  #: why it is refused in this position, in one sentence
    exempted_by: Clause | None = None  #: the clause that allows it where another would refuse it
    waived: tuple[Clause, ...] = ()  #: clauses that were waived because they would have left no legal action
    instead: tuple[str, ...] = ()  #: the cards that may be played instead of an illegal one

    def __repr__(self) -> str:
        if self.clause is not None:
            return in_a_line("Verdict", f"refused by {self.clause.id}:", self.reason)
        return in_a_line("Verdict legal", f"by {self.exempted_by.id}" if self.exempted_by else "")


class OptionValue(Frozen):
    """One value of an option, with its sources."""

    value: str | int | bool
    text: str = ""
    sources: tuple[Source, ...] = ()
    set: Mapping[str, Any] = Fixed()
    enable: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()
    also: tuple[str | int | bool, ...] = ()  #: other spellings that are accepted
    requires: tuple[str, ...] = ()  #: the values of other options that it requires
    excludes: tuple[str, ...] = ()  #: the values of other options that it excludes
    excluded: str | None = None  #: why this rule set does not offer it

    def __post_init__(self) -> None:
        object.__setattr__(self, "set", fixed(self.set))

    def __repr__(self) -> str:
        return in_a_line("OptionValue", repr(self.value), self.text)


class Option(Frozen):
    """An option of a rule set: a choice among values, an integer in a range, or a table."""

    name: str
    title: str
    text: str
    default: str | int | bool
    kind: str = "choice"  #: "choice", "integer" or "table"
    values: tuple[OptionValue, ...] = ()
    range: tuple[int, int] | None = None
    parameter: str = ""  #: for integers and tables: the path that they set, ``slug:mechanism.parameter``
    sources: tuple[Source, ...] = ()
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    own: bool = False  #: a rule set that extends this one does not take it over
    fixed: str | None = None  #: why this rule set fixes it
    excluded: str | None = None  #: why this rule set does not offer it

    def __repr__(self) -> str:
        values = ", ".join(repr(value.value) for value in self.values)
        return in_a_line("Option", self.name, f"= {self.default!r}", f"of {values}" if values else self.kind)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The slugs of the clauses that the option affects, in order."""
        paths = [self.parameter] if self.parameter else []
        found: dict[str, None] = {}
        for value in self.values:
            paths += list(value.set) + list(value.enable) + list(value.disable)
        for path in paths:
            found[path.partition(":")[0]] = None
        return tuple(found)
