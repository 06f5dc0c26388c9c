"""A whole game at the table: the deals so far, the ledger between them, how it ends and who has won.

The page keeps the records of the deals that are over and the seed of those to come, and sends both back with every
request; a deal is replayed only when the next one is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from whister import checks, words
from whister.deal.public import state_of
from whister.errors import DealError, NotationError, NotSourcedError
from whister.ledger import Amount, Ledger
from whister.links.deal_record import DealRecord
from whister.links.record import Record, deals_of
from whister.mechanisms.end.ending import EndOfGame
from whister.plan import naming
from whister.plan.conclusion import Conclusion
from whister.plan.settlement import Settlement
from whister.rules import Deal, Rules, Session

Json = dict[str, Any]


class Game(NamedTuple):
    """The game around a deal: the deals before it."""

    seed: str  #: of the deals to come
    before: tuple[str, ...] = ()  #: the records of the deals that are over, one text each
    sheet: tuple[Json, ...] = ()  #: the same as rows of the score sheet

    @property
    def told(self) -> Json:
        """What the page keeps."""
        return {"seed": self.seed, "before": list(self.before), "sheet": list(self.sheet)}


def kept(request: Json) -> Game:
    """Return the game that the page has kept, without its score sheet. Raises ``NotationError`` or ``DealError``."""
    told = checks.instance(request.get("game"), dict, "request, game", NotationError)
    seed, before = told.get("seed"), told.get("before")
    if not isinstance(seed, str):
        raise NotationError(f"request, game, seed: expected text, got {checks.said(seed)}")
    checks.seed(seed)
    if not isinstance(before, list) or not all(isinstance(one, str) for one in before):
        raise NotationError("request, game: expected a list of the records of the deals before")
    return Game(seed, tuple(before))


def around(record: str) -> Game:
    """Return the game that begins with a deal from elsewhere: everyone who opens it continues with the same cards."""
    return Game(sha256(record.encode(errors="replace")).hexdigest()[:16])


def begun(rules: Rules, seed: str) -> tuple[Deal, Game]:
    """Return the first deal of a game, its dealer found by the rule set. Raises ``DealError`` for the seed."""
    return rules.session(seed).deal, Game(seed)


def opened(text: str, seed: str) -> tuple[Deal, Game]:
    """Return the last deal of a session's record, one deal a line, and the game around it; later deals use the seed.

    Raises ``NotationError`` or ``ReplayError``.
    """
    return _resumed(deals_of(text), seed)


def before_deal(text: str, seed: str, number: int) -> Game:
    """Return the game around one deal of a session's record whose earlier deals are sound; ``number`` counts from 1."""
    sound = deals_of(text)[: number - 1]
    if not sound:
        return Game(seed)
    deal, game = _resumed(sound, seed)
    return Game(seed, (*game.before, str(DealRecord.of(deal))), (*game.sheet, row(deal, deal.settle())))


def deal_before(game: Game) -> tuple[Deal, Game]:
    """Return the deal before the current one, as it ended."""
    return _resumed(game.before, game.seed)


def _resumed(records: Sequence[str], seed: str) -> tuple[Deal, Game]:
    session = Record.parse("\n".join(records)).resume(seed)
    return session.deal, _around(session)


def next_deal(game: Game, record: str) -> tuple[Deal, Game]:
    """Return the deal after the one of this record, which is over. Raises ``DealError`` where there is none.

    A deal whose payment no source gives does not count, and is dealt again.
    """
    session = Record.parse("\n".join([*game.before, record])).resume(game.seed)
    if not session.deal.over:
        raise DealError("the deal is not over; play it to its end before the next one")
    try:
        session.advance()
    except NotSourcedError:
        session.deal_again()
    return session.deal, _around(session)


def _around(session: Session) -> Game:
    sheet = [
        row(deal, settlement) for deal, settlement in zip(session.played, session.settlements, strict=False)
    ]
    return Game(str(session.seed), tuple(str(DealRecord.of(deal)) for deal in session.played), tuple(sheet))


def row(deal: Deal, settlement: Settlement) -> Json:
    """Return a settled deal as a row of the score sheet."""
    return {
        "number": deal.ledger.number, "dealer": deal.dealer, "what": contract(deal),
        "declarer": deal.declarer if deal.contract or deal.bid else None,
        "delta": [number(amount) for amount in settlement.delta],
        "totals": [number(amount) for amount in settlement.ledger.totals],
        "opened": [number(amount) for amount in deal.ledger.totals],  # after the stakes are paid
        "pools": pools(deal.ledger, settlement.ledger),
    }  # fmt: skip


def pools(opened: Ledger, after: Ledger) -> list[Json]:
    """Return what each pool holds after a deal, and what it held when the deal opened, after the stakes were paid."""
    return [
        {"label": words.pool(name), "chips": after.pools.get(name, 0), "opened": opened.pools.get(name, 0)}
        for name in {**opened.pools, **after.pools}
    ]


def contract(deal: Deal) -> str:
    """Return what was played for, in a few words; empty where nothing was bid."""
    if deal.contract:
        return naming.contract_title(state_of(deal).plan, deal.contract, deal.trump)
    return str(deal.bid) if deal.bid and deal.declarer is not None else ""


def number(amount: Amount) -> int | str:
    """Return an amount for JSON, a fraction as text."""
    return amount if isinstance(amount, int) else str(amount)


def ends(rules: Rules) -> tuple[Any, str] | None:
    """Return the clause that says when the game ends, and its words; None where nothing ends it."""
    found = [clause for clause, mechanism in rules.plan.asked.conclude if isinstance(mechanism, EndOfGame)]
    return (found[0], found[0].text) if found else None


def outcome(deal: Deal, settlement: Settlement) -> Conclusion:
    """Return the state of the game after a deal that is settled."""
    return deal.rules.conclude(settlement.ledger)


__all__ = [
    "Game",
    "around",
    "before_deal",
    "begun",
    "contract",
    "deal_before",
    "ends",
    "kept",
    "next_deal",
    "number",
    "opened",
    "outcome",
    "pools",
    "row",
]
