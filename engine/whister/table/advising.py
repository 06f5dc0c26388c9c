"""Advice at the table: a hint for the visitor's next action, and the turning points of a deal that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister.deal.public import state_of
from whister.errors import DealError
from whister.links.deal_record import DealRecord
from whister.links.texts import is_position
from whister.players.protocol import Clock
from whister.table import sentences
from whister.table.others import SECONDS
from whister.table.reasons import clause_told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whister.notation import Action
    from whister.rules import Deal

Json = dict[str, Any]


def hint(deal: Deal, visitor: int, *, seconds: float | None = SECONDS) -> Json:
    """Return the action advised, in the form of ``Advice.to_dict``, with a sentence for each option and a text.

    ``seconds`` is the time after which the deals played out so far must do; None for no limit. Raises ``DealError`` if it
    is not the visitor's turn, or if the cards of the others are not all in the deal.
    """
    if is_position(deal):
        raise DealError("There is no hint here: this case gives only some of the cards.")
    if deal.over or visitor not in deal.pending:
        raise DealError("There is no hint now: it is not your turn.")
    from whister.players.hints import advise

    advice = advise(deal.view(visitor), expired=Clock(seconds).expired)
    told = advice.to_dict()
    for option, each in zip(told["options"], advice.options, strict=True):
        option["said"] = said(deal, visitor, each.action)
    told["said"] = said(deal, visitor, advice.action)
    told["reasons"] = _reasons(deal, visitor, told["reasons"])
    text = sentences.seats_named(state_of(deal).plan, told.get("text") or "", visitor)
    return told | {"text": text or f"{told['said'].capitalize()}."}


def said(deal: Deal, visitor: int, action: Action) -> str:
    """Return an action of the visitor in words: ``play the queen of spades``, ``bid five levées in hearts``."""
    text = sentences.done(deal, visitor, action, visitor, leading=not deal.trick.cards)
    return text.removeprefix(sentences.name(state_of(deal).plan, visitor, visitor)).strip(" .")


def turning(deal: Deal, visitor: int) -> Json:
    """Return the decisions that cost the visitor most, each with its place among the actions of the deal.

    One request judges as many decisions as fit in a short time, and the next one continues: ``done`` of all ``of`` are
    judged. Raises ``DealError`` if the deal is not over.
    """
    if is_position(deal):
        raise DealError("There are no turning points here: this case gives only some of the cards.")
    if not deal.over:
        raise DealError("There are no turning points yet: the deal is not over.")
    from whister.players import turning_points  # loaded only for a reader who asks

    key = str(DealRecord.of(deal)), visitor
    if key not in _reviews:
        _reviews.clear()
        _reviews[key] = _Review(turning_points.review(deal, visitor))
    review, clock = _reviews[key], Clock(_SLICE)
    for progress in review.rest:
        review.done, review.of = progress.done, progress.of
        review.points += [progress.point] if progress.point is not None else []
        if clock.expired():
            break
    else:
        review.done = review.of
    return {
        "unit": state_of(deal).plan.settling.unit, "done": review.done, "of": review.of,
        "points": [_point(deal, visitor, point) for point in turning_points.dearest(review.points)],
    }  # fmt: skip


class _Review:
    """A review of a deal, with the decisions not judged yet and what was found so far."""

    def __init__(self, rest: Iterator[Any]) -> None:
        self.rest, self.points = rest, list[Any]()
        self.done = self.of = 0


_SLICE = 0.8  #: seconds in which one request judges decisions; the last one is always judged to its end
_reviews: dict[tuple[str, int], _Review] = {}  #: the last review, by the record and the seat; at most one


def _point(deal: Deal, visitor: int, point: Any) -> Json:
    """Return a turning point as the page shows it."""
    told: Json = point.to_dict()
    return told | {
        "text": sentences.seats_named(state_of(deal).plan, told["text"], visitor),
        "reasons": _reasons(deal, visitor, told["reasons"]),
    }


def _reasons(deal: Deal, visitor: int, reasons: Sequence[Json]) -> list[Json]:
    """Return reasons with the visitor's names for the seats, and with the clause that each rests on."""
    clauses = {clause.id: clause for clause in deal.rules.clauses.values()}
    return [
        reason | {
            "text": sentences.seats_named(state_of(deal).plan, reason["text"], visitor),
            "clause": clause_told(clauses.get(reason["clause"])),
        }
        for reason in reasons
    ]  # fmt: skip


__all__ = ["hint", "said", "turning"]
