"""Many deals between computer players, as rows for a table of data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import sub
from typing import Any, NamedTuple, Protocol, TypeAlias

from whister import checks
from whister.deal.public import state_of
from whister.errors import DealError, NotationError, NotSourcedError, PlayerError
from whister.ledger import Amount
from whister.links.deal_record import DealRecord
from whister.plan.outcome import captured_masks
from whister.players.entrants import Entrant, entrant_of
from whister.players.protocol import Choose, Player
from whister.players.seated import play
from whister.rules import Deal, Rules

Row: TypeAlias = dict[str, Any]
TOGETHER = 20  #: the deals of one task
_MOST_TOGETHER = 100_000
UNKNOWN_PAYMENT = "no source gives the payment"


class Submits(Protocol):
    """An executor of ``concurrent.futures``, or anything that has the same ``submit``."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Any:
        """Return a future, with ``result`` and ``cancel``, for the work."""


class Task(NamedTuple):
    """Some of the deals of a simulation; the rows depend on nothing else."""

    rules: Rules
    entrants: tuple[Entrant, ...]  #: one for each player, in order of seat
    seed: str | int
    first: int  #: the number of the first deal, from 1
    deals: int
    number: int | None  #: the number that each deal has in its game; None if it changes with the dealer


def simulate(
    rules: Rules, players: str | Choose | Player | Sequence[str | Choose | Player], deals: int, seed: str | int = 0, *,
    executor: Submits | None = None, trusted: bool = False, seconds: float | None = None, rollouts: int | None = None,
    number: int | None = None, together: int = TOGETHER,
) -> list[Row]:  # fmt: skip
    """Return the results of many deals between computer players: a row for each deal and seat, as a plain ``dict``.

    ``players`` are those of ``whister.players.player``, in order of seat, or one for all seats: names such as
    ``cautious``, your own as ``module:name`` or as functions, or players that it has made. ``trusted``, ``seconds`` and
    ``rollouts`` apply to those not made yet. Every seat has a player of its own, so that a player sees one hand only.

    Deal 7 is dealt from the seed ``"SEED/7"``, whoever plays and however many deals there are; the same seed with the
    players in other seats gives each of them the same cards. Each deal is played as if its game had just begun, with
    nothing scored or paid before. The deal passes from seat to seat, and its number in the game, on which the passing of
    cards may depend, from 1 to the number of players; ``number`` gives all deals one number.

    ``executor`` is one of ``concurrent.futures``, or another with the same ``submit``; each task has ``together`` deals,
    and starts its players anew. The rows are the same with and without an executor if the players choose by what they
    see, and not by the clock.

    A player that fails, chooses an illegal action or takes too long forfeits that choice to the cautious player, and the
    row says so. Anyone who knows or guesses the seed can work out the cards; to compare players that you do not trust,
    take a long random seed. Raises ``DealError`` or ``PlayerError``.

    The columns of a row:

    - ``deal`` (from 1), ``seed``, ``number`` (of the deal in its game), ``dealer``, ``seat``, and the name of the ``player``;
    - ``result``: the gain or loss of the seat in ``unit``; ``stake``: what it had paid when the deal opened, as a negative
      number. Both are whole numbers, or floats where a rule divides; ``result`` is None if no source gives the payment;
    - ``contract``, ``declarer``, ``partner``, ``trump``, ``bid`` and whether the contract was ``made``: of the deal, None or
      empty if there is none;
    - ``tricks`` and ``points``: the tricks that the seat won, and the points of the cards in them (None if none count);
    - ``void``: the reason why the deal counts for nothing, usually empty;
    - ``forfeits``: how many choices the seat's player forfeited, and ``forfeit``: the first, in a sentence;
    - ``link``: the deal as a short text that ``whister.Record.parse`` and ``whister play`` read; the full record for a rule
      set of your own, and empty if rules were repealed.
    """
    checks.instance(rules, Rules, "simulate, rules", called="Rules, as whister.load(…) returns them")
    checks.whole(deals, "simulate, deals", 1)
    checks.seed(seed)
    if number is not None:
        checks.whole(number, "simulate, number: deals are counted from 1", 1)
    checks.whole(together, "simulate, together", 1, _MOST_TOGETHER)
    entrants = entrants_for(
        rules, players, "simulate", trusted=trusted, seconds=seconds, rollouts=rollouts, seed=seed
    )
    for entrant in dict.fromkeys(entrant for entrant in entrants if entrant.apart):
        entrant.player().close()  # a player that cannot be loaded is refused before the first deal
    tasks = (
        Task(rules, entrants, seed, first, min(together, deals - first + 1), number)
        for first in range(1, deals + 1, together)
    )
    done = map(played, tasks) if executor is None else _elsewhere(executor, tasks)
    return [row for rows in done for row in rows]


def entrants_for(rules: Rules, players: Any, what: str, **usual: Any) -> tuple[Entrant, ...]:
    """Return one entrant for each seat, in a form that another process can find. ``usual`` applies to players not made
    yet. Raises ``DealError`` for another number of players, or ``PlayerError``."""
    return tuple(
        entrant_of(who, usual).findable() for who in _each(players, len(rules.plan.table.players), what)
    )


def _each(players: Any, count: int, what: str) -> Sequence[Any]:
    """Return one player for each seat. Raises ``DealError`` for another number of them."""
    if isinstance(players, str) or callable(players):
        return [players] * count
    each = checks.items(players, f"{what}, players", f"one player, or {count}, one for each seat")
    if len(each) != count:
        raise DealError(
            f"{what}, players: expected one player, or {count}, one for each seat; got {len(each)}"
        )
    return each


def check_executor(executor: Any, what: str) -> None:
    """Check that work can be submitted to an executor. Raises ``DealError``."""
    if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
        raise checks.refuse(f"{what}, executor", "an executor of concurrent.futures, with submit", executor)


def _elsewhere(executor: Submits, tasks: Iterable[Task]) -> Iterator[list[Row]]:
    """Yield the rows of each task, in order, from an executor."""
    check_executor(executor, "simulate")
    from pickle import PicklingError  # an executor has loaded it

    futures: list[Any] = []
    task = None
    try:
        for task in tasks:
            futures.append(executor.submit(played, task))
        for future in futures:
            yield future.result()
    except (PicklingError, AttributeError, TypeError):
        if (why := _unsendable(task)) is None:
            raise
        raise PlayerError(
            f"simulate, executor: a player cannot be sent to another process ({why}); give a name, or a function that a "
            "module contains"
        ) from None
    finally:
        for future in futures:
            future.cancel()


def _unsendable(task: Task | None) -> str | None:
    """Return why a task cannot be sent to another process; None if it can."""
    from pickle import PicklingError, dumps

    try:
        dumps(task)
    except (PicklingError, AttributeError, TypeError) as error:
        return str(error)
    return None


def played(task: Task) -> list[Row]:
    """Return the rows of some deals."""
    seats = task.rules.plan.table.players
    players = {seat: entrant.make() for seat, entrant in zip(seats, task.entrants, strict=True)}
    try:
        return [
            row for deal in range(task.first, task.first + task.deals) for row in _one(task, deal, players)
        ]
    finally:
        for player in players.values():
            player.close()


def dealt(rules: Rules, seed: str | int, at: int, number: int | None = None) -> Deal:
    """Return deal ``at`` of a seed, from 1. The deal passes from seat to seat, and with it the number of the deal in its
    game, unless a number is given."""
    seats = rules.plan.table.players
    turn = (at - 1) % len(seats)
    dealer = seats[(seats.index(rules.plan.start.dealer) + turn) % len(seats)]
    return rules.deal(f"{seed}/{at}", number=turn + 1 if number is None else number, dealer=dealer)


def _one(task: Task, at: int, players: dict[int, Player]) -> list[Row]:
    """Play one deal and return its rows."""
    seats = task.rules.plan.table.players
    deal = dealt(task.rules, task.seed, at, task.number)
    forfeits = play(deal, players)
    return [
        {
            "deal": at,
            "seed": f"{task.seed}/{at}",
            "number": deal.ledger.number,
            "dealer": deal.dealer,
            "seat": seat,
            "player": players[seat].name,
        }
        | row
        | {"forfeits": len(own), "forfeit": str(own[0]) if own else "", "link": link}
        for link in (_link(deal),)
        for seat, row in zip(seats, _results(deal, seats), strict=True)
        for own in ([forfeit for forfeit in forfeits if forfeit.seat == seat],)
    ]


def _results(deal: Deal, seats: Sequence[int]) -> Iterator[Row]:
    """Yield the result of a deal for each seat."""
    plan, outcome = state_of(deal).plan, deal.outcome
    stakes = tuple(map(sub, deal.ledger.totals, plan.start.totals))
    delta: Sequence[Amount | None]
    void, made = outcome.void, None
    try:
        settlement = deal.settle()
        delta, made = settlement.delta, settlement.made
    except NotSourcedError as error:
        delta, made, void = [None] * plan.table.n, error.made, void or UNKNOWN_PAYMENT
    counted = any(plan.worth.values)
    captured = captured_masks(outcome)
    for seat in seats:
        yield {
            "result": _number(delta[seat]), "stake": _number(stakes[seat]), "unit": plan.settling.unit,
            "contract": outcome.contract, "declarer": outcome.declarer, "partner": outcome.partner,
            "trump": outcome.trump, "bid": outcome.bid or None, "made": made,
            "tricks": outcome.tricks[seat] if outcome.tricks is not None else None,
            "points": plan.worth.of(captured[seat]) if counted and captured else None, "void": void,
        }  # fmt: skip


def _number(amount: Amount | None) -> int | float | None:
    """Return an amount as a number that a table of data can hold."""
    return float(amount) if isinstance(amount, Fraction) else amount


def _link(deal: Deal) -> str:
    """Return a deal as a short text; the full record for the user's own rules, and "" if no record can express it."""
    try:
        record = DealRecord.of(deal)
    except NotationError:
        return ""
    return str(record) if deal.rules.source else record.link()


__all__ = ["Submits", "Task", "dealt", "entrants_for", "played", "simulate"]
