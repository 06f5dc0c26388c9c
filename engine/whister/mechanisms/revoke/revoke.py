"""Revokes: cards played against a rule of following, their correction, and claims by the other side.

By default the engine refuses such a card. If revokes are allowed, ``legal`` is unchanged, but ``act`` accepts any card
held. The breach is stored in ``deal.facts["breaches"]``, hidden from views, and becomes an ``outcome.Breach``; once
claimed it has ``found_by`` and counts in the settlement.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.revoke.breaches import CLOSING, MEND, suffered
from whister.mechanisms.revoke.claiming import Claim, ClosingPhase
from whister.mechanisms.revoke.correcting import Correct, MendPhase
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart, RevokeRule


class Revoke(Mechanism):
    """A card played against a rule of following is a revoke.

    ``allowed``: whether revokes can happen; otherwise the engine refuses such cards. ``of`` lists the slugs of the
    clauses whose breach is a revoke (empty: any clause). Provides the phase ``closing``, which the course may place
    after ``play``.
    """

    name: ClassVar[str] = "revoke"
    order: ClassVar[int] = 1
    allowed: bool = False
    of: tuple[str, ...] = ()

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "allowed": False}

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart, slugs: Collection[str]) -> None:
        closing = course.phases[CLOSING] = ClosingPhase(clause)
        closing.idle = not self.allowed
        for slug in self.of:
            if slug not in slugs:
                raise RecordError(f"{clause.id}: revoke.of names {slug!r}, which is not a clause")
        if self.allowed:
            play.revoke = RevokeRule(clause, self.of)
            course.suffered = partial(suffered, play.revoke)


class RevokeCorrection(Mechanism):
    """The offender may correct a revoke.

    ``until``: the end of the faulty ``trick``, the ``next-lead``, or the end of the ``next-trick``. A claim within that
    time has no consequence except the correction.
    """

    name: ClassVar[str] = "revoke_correction"
    speech: ClassVar[tuple[str, ...]] = ("correct",)
    order: ClassVar[int] = 2
    until: Literal["trick", "next-lead", "next-trick"] = "next-trick"

    def setup(
        self, clause: Clause, course: CoursePart, play: PlayPart, clause_of: Mapping[str, Clause]
    ) -> None:
        if play.revoke is not None:
            play.revoke.until = self.until
            phase = course.phases[MEND] = MendPhase(clause)
            # no card can have shown the revoke before the time is over
            phase.idle = self.until != "next-trick"
            course.asides.setdefault("play", []).append(Correct(clause))
        else:
            course.unoffered["correct"] = nobody_revokes(clause_of, clause)


class RevokeClaim(Mechanism):
    """An opponent may claim a revoke once the cards show it, or when the play is over.

    ``stops``: the play ends at once; otherwise it goes on, and the revoke counts in the settlement.
    """

    name: ClassVar[str] = "revoke_claim"
    speech: ClassVar[tuple[str, ...]] = ("claim revoke",)
    order: ClassVar[int] = 2
    stops: bool = True

    def setup(
        self, clause: Clause, course: CoursePart, play: PlayPart, clause_of: Mapping[str, Clause]
    ) -> None:
        if play.revoke is not None:
            claim = Claim(clause, self.stops)
            course.asides.setdefault("play", []).append(claim)
            closing = course.phases[CLOSING]
            assert isinstance(closing, ClosingPhase)
            closing.claim = claim
        else:
            course.unoffered["claim revoke"] = nobody_revokes(clause_of, clause)


def nobody_revokes(clause_of: Mapping[str, Clause], clause: Clause) -> tuple[Clause, str]:
    """Return why no revoke can be claimed: the clause that refuses illegal cards, and the reason."""
    return clause_of.get("revoke", clause), "A card that would be a revoke is refused: nobody can revoke."
