"""A deal or a session as text, one deal on each line, from which a session can be resumed. Every deal is replayed, and
must follow from the one before.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from whister import checks
from whister.deal.public import state_of
from whister.errors import NotationError, NotSourcedError
from whister.frozen import Frozen
from whister.ledger import Ledger
from whister.links.deal_record import DealRecord, ReplayError, as_text
from whister.links.written import FORM, LONGEST, ledger_text
from whister.objects import in_a_line
from whister.rules import Deal, Rules, Session


def deals_of(text: str) -> list[str]:
    """Return the deals of a game's record, one for each line that is not empty."""
    return [line for line in text.splitlines() if line.strip()]


class Record(Frozen):
    """A deal or a session as text: its deals in order."""

    deals: tuple[DealRecord, ...]

    def __post_init__(self) -> None:
        """Raise ``NotationError`` for anything but the records of deals."""
        deals: Any = self.deals
        if not isinstance(deals, tuple) or not deals or not all(isinstance(one, DealRecord) for one in deals):
            raise NotationError(f"record: expected records of deals, got {checks.said(deals)}")

    @classmethod
    def of(cls, played: Deal | Session) -> Record:
        """Return the record of a deal, or of a session up to its current deal."""
        if isinstance(played, Deal):
            return cls((DealRecord.of(played),))
        session = checks.instance(played, Session, "record")
        return cls(tuple(DealRecord.of(deal) for deal in (*session.played, session.deal)))

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record from its text. Raises ``NotationError``."""
        if len(as_text(text)) > LONGEST:
            raise NotationError(f"record: expected at most {LONGEST} characters, got {len(text)}")
        lines = deals_of(text)
        if not lines:
            raise NotationError(f"the record is empty; expected {FORM}")
        return cls(tuple(DealRecord.parse(line) for line in lines))

    def __repr__(self) -> str:
        deals = f"{len(self.deals)} deals" if len(self.deals) > 1 else "one deal"
        return in_a_line(f"Record {self.deals[0].rules}, {deals}")

    def to_dict(self) -> dict[str, Any]:
        """Return the deals as plain JSON data."""
        return {"deals": [deal.to_dict() for deal in self.deals]}

    def __str__(self) -> str:
        return "\n".join(str(deal) for deal in self.deals)

    def resume(self, seed: str | int) -> Session:
        """Return the session at the end of its record: every deal is replayed, and later deals are shuffled from the
        seed.

        Raises ``ReplayError`` for a step that the current rules refuse, and ``NotationError`` for a deal that does not
        open with the state left by the one before it.
        """
        session = _resumed(self.deals, seed)
        if session.deal.over:
            with suppress(NotSourcedError):  # no source gives the payment of the deal, which stays unsettled
                if session.rules.conclude(session.deal.settle().ledger).over:
                    session.settle()
        return session

    def replay(self) -> Deal:
        """Return the last deal with all actions repeated; the settlement of every earlier deal must give the totals of
        the next.

        Raises ``ReplayError`` or ``NotationError``.
        """
        return self.resume("replayed").deal


def _resumed(deals: tuple[DealRecord, ...], seed: str | int) -> Session:
    """See ``Record.resume``."""
    first, *others = deals
    rules = first.load()
    number = 1
    try:
        session = Session(rules, seed, first.ledger, first.replay(rules, _as_dealt(first, rules, seed)))
        for number, later in enumerate(others, 2):
            if later.load() is not rules:
                raise NotationError(
                    f"deal {number} of this record is played by rules ({later.rules}) other than those of the deal before it"
                )
            _follow(session, later, number)
    except ReplayError as error:
        error.number = number if others else None
        raise
    return session


def _follow(session: Session, record: DealRecord, number: int) -> None:
    """Settle the current deal and continue with the next one of the record."""
    if not session.deal.over:
        raise NotationError(
            f"deal {number} of this record follows a deal that is not over: moves of deal {number - 1} are missing"
        )
    left = _cut_as(record, session.rules.plan.opened(session.settle().ledger))
    if ledger_text(left._replace(still=record.ledger.still)) != ledger_text(record.ledger):
        raise NotationError(
            f"deal {number} of this record does not follow from deal {number - 1}: it opens as "
            f"{_stand(record.ledger)}, but deal {number - 1} leaves {_stand(left)}. A deal is missing or damaged"
        )
    if record.ledger.still and left.still != record.ledger.still:
        raise NotationError(
            f"deal {number} of this record does not follow from deal {number - 1}: the pack that was played there is "
            "not the other pack here. One deal is missing, or damaged"
        )
    session.follow(record.replay(session.rules, record.opening(session.rules, left)))


def _stand(ledger: Ledger) -> str:
    """Return the state of the game before a deal, in words."""
    totals = f", with totals of {', '.join(map(str, ledger.totals))}" if any(ledger.totals) else ""
    pools = "".join(f", {chips} in the {name.replace('-', ' ')}" for name, chips in ledger.pools.items())
    others = "".join(f", {mark} standing" for mark in [ledger.standing] if mark)
    again = ", dealt again" if ledger.redeal else ""
    return f"deal {ledger.number} dealt by seat {ledger.dealer}{totals}{pools}{others}{again}"


def _cut_as(record: DealRecord, ledger: Ledger) -> Ledger:
    """Return the ledger with the other pack cut as in the record, so that the card turned up is on top."""
    still = ledger.still
    if record.turned not in still:
        return ledger
    at = still.index(record.turned)
    return ledger._replace(still=(*still[at:], *still[:at]))


def _as_dealt(record: DealRecord, rules: Rules, seed: str | int) -> Deal:
    """Return the deal of a record before its first action. The earliest records lack the order of the other pack; it is
    then found from the seed, if the deal came from that seed.
    """
    opening = record.opening(rules)
    if not rules.plan.dealing.turns_still or record.ledger.still:
        return opening
    for dealt_by in (f"{seed}/1", seed):
        again = rules.deal(dealt_by, number=record.ledger.number, dealer=record.ledger.dealer)
        if state_of(again).dealt == state_of(opening).dealt:
            return record.opening(rules, record.ledger._replace(still=again.ledger.still))
    return opening
