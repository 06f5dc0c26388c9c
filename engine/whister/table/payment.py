"""The payments of a deal, for the table: each line with its clause, the totals after the deal, and the end of the
game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister.deal.public import state_of
from whister.errors import NotSourcedError
from whister.plan import naming
from whister.table import game, scores, sentences
from whister.table.game import number
from whister.table.reasons import clause_told

if TYPE_CHECKING:
    from whister.ledger import Line
    from whister.plan.settlement import Settlement
    from whister.rules import Deal

Json = dict[str, Any]


def settled(deal: Deal, visitor: int) -> Json:
    """Return the score of the deal, and the state of the game after it."""
    try:
        settlement = deal.settle()
    except NotSourcedError as error:
        return _unpaid(deal, error, visitor)
    ends = game.ends(deal.rules)
    return {
        "unit": settlement.unit,
        "verdict": _VERDICTS[settlement.made], "row": game.row(deal, settlement),
        "lines": [_line(deal, line, visitor) for line in settlement.lines],
        "delta": [number(amount) for amount in settlement.delta],
        "totals": [number(amount) for amount in settlement.ledger.totals],
        "pool": settlement.pool, "reconstructed": settlement.reconstructed, "unpaid": None,
        "end": _end(deal, settlement, visitor), "ends": {"clause": clause_told(ends[0]), "text": ends[1]} if ends else None,
    }  # fmt: skip


def _end(deal: Deal, settlement: Settlement, visitor: int) -> Json | None:
    """Return the end of the game, if it is over: who has won, and what is paid at the end."""
    conclusion = game.outcome(deal, settlement)
    if not conclusion.over:
        return None
    totals = [total + stake for total, stake in zip(settlement.ledger.totals, conclusion.stakes, strict=True)]
    return {
        "text": scores.game_ended(state_of(deal).plan, settlement.ledger, conclusion, visitor),
        "lines": [_line(deal, line, visitor) for line in conclusion.lines],
        "delta": [number(amount) for amount in conclusion.stakes], "pool": conclusion.pool,
        "totals": [number(total) for total in totals],
        "winners": list(conclusion.winners),
    }  # fmt: skip


def _unpaid(deal: Deal, error: NotSourcedError, visitor: int) -> Json:
    """Return what is known about a deal whose payment no source gives: how it ended, and which clause has no figure."""
    what = naming.contract_title(state_of(deal).plan, deal.contract, deal.trump).lower()
    text = f"The payment is not sourced: no source that was read gives one for {what}, so this deal pays nothing."
    return {
        "unit": state_of(deal).plan.settling.unit, "verdict": _VERDICTS[error.made],
        "lines": [_line(deal, line, visitor) for line in error.lines if line.kind == "verdict"],
        "row": None, "delta": [], "totals": [], "pool": None, "reconstructed": False, "end": None, "ends": None,
        "unpaid": {"text": text, "clause": clause_told(error.clause)},
    }  # fmt: skip


_VERDICTS = {True: "made", False: "lost", None: ""}


def _line(deal: Deal, line: Line, visitor: int) -> Json:
    return {
        "text": sentences.seats_named(state_of(deal).plan, line.text, visitor), "clause": clause_told(line.clause),
        "evidence": str(line.evidence), "kind": line.kind,
        "amounts": [number(amount) for amount in line.amounts], "pool": line.pool,
    }  # fmt: skip


__all__ = ["settled"]
