"""One rule set with its options chosen, as shown on its page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from whister import checks
from whister.clause import Clause, Option
from whister.errors import OptionError
from whister.objects import Fixed
from whister.rulesets import reader
from whister.rulesets.options import OptionChoice, option_text
from whister.spelling import near


class RuleSet:
    """The contents of a rule set: clauses by slug and options by name, in reading order, and the options chosen."""

    def __init__(
        self, facts: Mapping[str, Any], clauses: Mapping[str, Clause], options: Mapping[str, Option],
        chosen: Mapping[str, OptionChoice],
    ) -> None:  # fmt: skip
        self._facts = facts
        self.id: str = facts["id"]
        family, _, self.name = self.id.partition("/")
        self.family: str = facts.get("family", family)
        self.title: str = facts["title"]
        self.aliases: tuple[str, ...] = tuple(facts.get("aliases", ()))
        self.year: str | None = facts.get("year")
        self.summary: str = facts.get("summary", "")
        self.extends: str | None = facts.get("extends")
        self.derives_from: tuple[Mapping[str, Any], ...] = tuple(facts.get("derives_from", ()))
        self.sections: tuple[tuple[str, str], ...] = tuple((a, b) for a, b in facts["sections"])
        self.repealed: tuple[tuple[str, str], ...] = tuple(facts.get("repealed", ()))
        self.clauses: Mapping[str, Clause] = Fixed(dict(clauses))
        self.options: Mapping[str, Option] = Fixed(dict(options))
        self.chosen: Mapping[str, OptionChoice] = Fixed(dict(chosen))

    @cached_property
    def behaviour_hash(self) -> str:
        """A hash of how the rule set plays: two rule sets have the same hash if and only if all their mechanisms and
        parameters are equal."""
        play = [
            [name, clause.rule[name]]
            for clause in self.clauses.values()
            if clause.enabled
            for name in clause.rule
        ]
        return "b1-" + _digest(play)

    @property
    def text_hash(self) -> str:
        """A hash of the contents of the rule set: titles, text and sources."""
        text = [[c.slug, c.title, c.text, [[s.key, s.pages or "", str(s.evidence)] for s in c.sources]]
                for c in self.clauses.values()]  # fmt: skip
        return "t1-" + _digest([self.title, *text])

    def switched_off(self, clause: Clause) -> str:
        """Return a sentence that says which option keeps a clause out of force."""
        checks.instance(clause, Clause, "clause")
        for option in self.options.values():
            touched = any(clause.slug in (*value.enable, *value.disable) for value in option.values)
            if touched and not option.excluded:
                now = option_text(self.chosen.get(option.name, option.default))
                return f"It is not in force here: the option {option.name} is {now!r}."
        return "It is not in force here."

    def _clause_of(self, slug: Any) -> Clause:
        if not isinstance(slug, str) or slug not in self.clauses:
            raise OptionError(
                f"{self.id} has no clause {checks.said(slug)}"
                f"{near(slug, self.clauses, reader.known_as(self.family, 'clauses'))}"
            )
        return self.clauses[slug]


def _digest(content: object) -> str:
    from hashlib import sha256  # its library takes longer to load than a rule set

    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]
