"""A whole game at the table: the deals so far, the ledger between them, how it ends, and who has won.

The page stores the records of the deals that are over and the seed of later deals, and sends both with every request; a
deal is replayed only when the next one is requested.
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
from whister.links.texts import is_case
from whister.mechanisms.end.ending import EndOfGame
from whister.plan import naming
from whister.plan.conclusion import Conclusion
from whister.plan.settlement import Settlement
from whister.rules import Deal, Rules, Session

Json = dict[str, Any]


class Game(NamedTuple):
    """The game to which a deal belongs: the deals before it, and the seed of later ones."""

    seed: str  #: the seed of later deals
    before: tuple[str, ...] = ()  #: the records of the deals that are over, one string for each
    sheet: tuple[Json, ...] = ()  #: the same deals, as rows of the score sheet

    @property
    def told(self) -> Json:
        """The data that the page stores."""
        return {"seed": self.seed, "before": list(self.before), "sheet": list(self.sheet)}


def kept(request: Json) -> Game:
    """Return the game that the page has stored, without its score sheet. Raises ``NotationError`` or ``DealError``."""
    told = checks.instance(request.get("game"), dict, "request, game", NotationError)
    seed, before = told.get("seed"), told.get("before")
    if not isinstance(seed, str):
        raise NotationError(f"request, game, seed: expected text, got {checks.said(seed)}")
    checks.seed(seed)
    if not isinstance(before, list) or not all(isinstance(one, str) for one in before):
        raise NotationError(
            f"request, game, before: expected a list of the records of the earlier deals, got {checks.said(before)}"
        )
    return Game(seed, tuple(before))


def around(record: str) -> Game:
    """Return the game that begins with a deal from elsewhere. Its seed depends only on the record, so that everyone who
    opens the deal is dealt the same cards in later deals."""
    return Game(sha256(record.encode(errors="replace")).hexdigest()[:16])


def begun(rules: Rules, seed: str) -> tuple[Deal, Game]:
    """Return the first deal of a game, with the dealer chosen by the rule set's method. Raises ``DealError`` for an
    invalid seed."""
    return rules.session(seed).deal, Game(seed)


def opened(text: str, seed: str) -> tuple[Deal, Game]:
    """Return the last deal of a session's record and the game to which it belongs; later deals use the seed.

    Raises ``NotationError`` or ``ReplayError``.
    """
    return _resumed(deals_of(text), seed)


def before_deal(text: str, seed: str, number: int) -> Game:
    """Return the game to which deal ``number`` of a session's record belongs, counting from 1. The deals before it must
    be valid."""
    sound = deals_of(text)[: number - 1]
    if not sound:
        return Game(seed)
    deal, game = _resumed(sound, seed)
    return Game(seed, (*game.before, str(DealRecord.of(deal))), (*game.sheet, row(deal, deal.settle())))


def deal_before(game: Game) -> tuple[Deal, Game]:
    """Return the previous deal, as it ended, and its game."""
    return _resumed(game.before, game.seed)


def _resumed(records: Sequence[str], seed: str) -> tuple[Deal, Game]:
    session = Record.parse("\n".join(records)).resume(seed)
    return session.deal, _around(session)


def next_deal(game: Game, record: str) -> tuple[Deal, Game]:
    """Return the deal that follows the one in this record, and its game. Raises ``DealError`` if the deal is not over
    yet, or if the game is already over.

    If no source gives the payment of a deal, it does not count and is dealt again.
    """
    if is_case(record):
        raise DealError("This is a case of a rule; no other deal follows it.")
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
        "opened": [number(amount) for amount in deal.ledger.totals],  # after the stakes were paid
        "pools": pools(deal.ledger, settlement.ledger),
    }  # fmt: skip


def pools(opened: Ledger, after: Ledger) -> list[Json]:
    """Return the contents of each pool when a deal opened, after the stakes were paid, and when it was over."""
    return [
        {"label": words.pool(name), "chips": after.pools.get(name, 0), "opened": opened.pools.get(name, 0)}
        for name in {**opened.pools, **after.pools}
    ]


def contract(deal: Deal) -> str:
    """Return the contract or bid in a few words; empty if nothing was bid."""
    if deal.contract:
        return naming.contract_title(state_of(deal).plan, deal.contract, deal.trump)
    return str(deal.bid) if deal.bid and deal.declarer is not None else ""


def number(amount: Amount) -> int | str:
    """Return an amount for JSON, with a fraction as a string."""
    return amount if isinstance(amount, int) else str(amount)


def ends(rules: Rules) -> tuple[Any, str] | None:
    """Return the clause that states when the game ends, and its wording; None if nothing ends it."""
    found = [clause for clause, mechanism in rules.plan.asked.conclude if isinstance(mechanism, EndOfGame)]
    return (found[0], found[0].text) if found else None


def outcome(deal: Deal, settlement: Settlement) -> Conclusion:
    """Return the state of the game after a settled deal."""
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
