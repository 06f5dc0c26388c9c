"""Run a clause's cases: set up a position, apply the rules, and compare the result with what the record expects.

A case gives some of the following keys; everything else is as at the start of a game.

``options`` (a table), ``players``; ``stands``: the ledger before the deal (``totals``, ``pool``, ``standing``,
``number``, ``dealer``); for the first deal of a session ``cut_for_deal``, the cards cut, or dealt out, to find the
dealer, in order (the case expects ``dealer``); for a whole deal ``seed``, or ``pack`` (a pack in order) with ``cuts``
(``still``, ``still_cut`` where a second pack is cut), or ``hands`` (one string for each seat) with ``widow`` and
``turned`` (the card turned up), and ``actions``: carried out in order before the comparison, each a string, with the
seat if needed (``"2: pass"``); for a position in the play ``hand`` or ``hands`` with any of ``led``, ``trick``,
``leader``, ``seat``, ``trump``, ``contract``, ``declarer``, ``partner``, ``bid``, ``played``, ``turned``; for a result
without play ``captured``, ``points``, ``tricks``, ``honours`` (or ``honours_counted``), ``breaches``, ``stopped``,
``declared``, ``void`` with ``declarer``, ``partner``, ``contract``, ``trump``, ``bid``.

It expects some of these: ``legal`` (exactly these actions), ``refused`` (each refused by this clause), ``exempted``
(legal because this clause allows it), ``waived`` (legal with this clause waived), ``winner`` and ``points`` (of the
last trick), ``next`` (seat to act), ``phase``, ``dealt`` (hands), ``widow``, ``seen`` (what the seat ``holder`` sees of
the widow), ``declarer``, ``trump``, ``partner`` (as ``holder`` knows it; -1 if unknown), ``exposed`` (seats whose hands
lie open), ``count`` (how many actions are legal), ``settles`` (what each seat gains or loses), ``pool`` and ``totals``
(after the settlement), ``unit`` (of the amounts), ``pools`` (each by its name), ``index``, ``verdict`` (``made`` or
``lost``),
``evidence`` (of the lines that pay or score), ``pays`` (what each seat settles at the end of the game), ``over``,
``winners``, ``losers``, ``dealer`` (the next), ``ledger`` (fields of the next ledger), ``line`` (for each seat, the sum
of the clause's own settlement lines), ``verdict_evidence`` (of the lines that give the verdict), ``opens`` (the pool at
the opening of the next deal), ``turned_up`` (the card), ``ranks`` (cards of a suit from high to low: each wins a trick
to which the next is led), ``told`` (what all players learn about the cards laid aside, and how many there are),
``error`` (part of the error message).

``also`` lists further rows of the same case, each a table: a row has everything that the case gives, apart from what it
changes, and expects only what it names itself. A single case can thus show a ranking, a table of prices or a rule that
depends on the number of players.

A few keys can be given or expected. ``points`` and ``captured`` are given in a result and expected elsewhere;
``declarer``, ``partner`` and ``trump`` are given in a result or a position and expected of a whole deal; ``widow`` is
given beside ``hand`` or ``hands``; a stock is a widow, its top card first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from whister.deal.public import state_of
from whister.errors import IllegalAction, WhisterError
from whister.frozen import changed
from whister.rulesets.reader import parted

if TYPE_CHECKING:
    from whister.clause import Case
    from whister.plan.settlement import Settlement
    from whister.rules import Deal, Rules

_POSITION = {
    "hand",
    "led",
    "trick",
    "leader",
    "seat",
    "trump",
    "contract",
    "declarer",
    "partner",
    "bid",
    "played",
    "hands",
}
_RESULT = {
    "captured", "points", "tricks", "honours", "honours_counted", "breaches", "stopped", "declared", "void",
}  # fmt: skip
_RESULT_WITH = {"declarer", "partner", "contract", "trump", "bid", "given_points"}


class CaseFailure(AssertionError):
    """The error for a case whose result differs from what its record expects."""


def rules_for(rules: Rules, case: Case) -> Rules:
    """Return the rule set with the options and the number of players of the case."""
    options, players = case.given.get("options", {}), case.given.get("players")
    return rules.vary(players, **options) if options or players is not None else rules


def run(rules: Rules, case: Case) -> None:
    """Run a case through the public API, row by row. Raises ``CaseFailure``, naming the actual result, if it is
    not the one expected."""
    for row in rows_of(case):
        _run(rules, row)


def rows_of(case: Case) -> Iterator[Case]:
    """Yield the case as given, then a copy for each further row, with the row's keys changed."""
    given = {key: value for key, value in case.given.items() if key != "also"}
    yield changed(case, given=given)
    for number, row in enumerate(case.given.get("also", ()), 2):
        beside, expected = parted(row, given)
        yield changed(case, id=f"{case.id}, row {number}", given=beside, expected=expected)


def _run(rules: Rules, case: Case) -> None:
    given, expected = case.given, dict(case.expected)
    if "error" in expected:
        _expect_error(rules, case, str(expected["error"]))
        return
    rules = rules_for(rules, case)
    observed = _observe(rules, given, expected, case.clause)
    for key, wanted in expected.items():
        if key not in observed:
            raise CaseFailure(
                f"{case.id} ({rules.id}#{case.clause}): {key} cannot be asked of what the case gives"
            )
        found = _plain(key, observed[key])
        if found != _plain(key, wanted):
            raise CaseFailure(
                f"{case.id} ({rules.id}#{case.clause}): expected {key} = {wanted!r}, found {found!r}"
            )


def _observe(
    rules: Rules, given: Mapping[str, Any], expected: Mapping[str, Any], slug: str
) -> dict[str, Any]:
    stands = given.get("stands", {})
    ledger = rules.ledger(**stands)
    observed: dict[str, Any] = {}
    settlement: Settlement | None = None
    if settled_by(given):
        settlement = rules.settle(rules.outcome(**facts_of(given)), ledger)
    elif "cut_for_deal" in given:
        observed["dealer"] = rules.first_dealer(given["cut_for_deal"]).dealer
    elif "ranks" in expected:
        observed["ranks"] = _ranked(rules, given, _texts(expected["ranks"]))
    elif {"hand", "hands", "seed", "pack"} & set(given):
        deal = deal_of(rules, given)
        observed |= _of_deal(rules, deal, expected, slug)
        if deal.over and SETTLED & set(expected):
            settlement = deal.settle()
    if settlement is not None:
        observed |= _of_settlement(settlement)
        ledger = settlement.ledger
        own = [line.amounts for line in settlement.lines if line.clause.slug == slug]
        observed["line"] = (
            [sum(amounts) for amounts in zip(*own, strict=True)] if own else [0] * rules.plan.table.n
        )
        observed["opens"] = rules.plan.opened(ledger).pool
    if {"over", "winners", "losers", "pays"} & set(expected):
        conclusion = rules.conclude(ledger)
        observed |= {"over": conclusion.over, "winners": conclusion.winners, "pays": conclusion.stakes}
        observed["losers"] = conclusion.losers
        if settlement is None:
            observed |= {"pool": conclusion.pool, "totals": ledger.totals}
    elif settlement is None and {"pool", "totals"} & set(expected) and "pool" not in observed:
        observed |= {"pool": ledger.pool, "totals": ledger.totals}
    if "ledger" in expected:
        observed["ledger"] = {key: getattr(ledger, key) for key in expected["ledger"]}
    return observed


def settled_by(given: Mapping[str, Any]) -> bool:
    """Return whether a case gives a result without play."""
    return bool(_RESULT & set(given)) and not {"hand", "hands", "seed", "pack"} & set(given)


def facts_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a result without play, as arguments of ``Rules.outcome``."""
    return {key: given[key] for key in (_RESULT | _RESULT_WITH) & set(given)}


def deal_of(rules: Rules, given: Mapping[str, Any]) -> Deal:
    """Return the deal or position that a case describes, after its actions."""
    stands = given.get("stands", {})
    ledger = rules.ledger(**stands)
    if "seed" in given:
        deal = rules.deal(given["seed"], ledger=ledger)
    elif "pack" in given:
        second = {key: given[key] for key in ("still", "still_cut") if key in given}
        deal = rules.deal(pack=given["pack"], cuts=given.get("cuts", ()), ledger=ledger, **second)
    elif "hands" in given and not (_POSITION - {"hands"}) & set(given):
        known = {key: given[key] for key in ("widow", "turned") if key in given}
        deal = rules.deal(hands=given["hands"], **known, ledger=ledger)
    else:
        known = {key: given[key] for key in (_POSITION | {"widow", "turned"}) & set(given)}
        deal = rules.position(**known, ledger=ledger)
    for text in given.get("actions", ()):
        seat, _, action = text.rpartition(": ")
        deal.act(action, int(seat) if seat else None)
    return deal


def _ranked(rules: Rules, given: Mapping[str, Any], cards: Sequence[str]) -> list[str]:
    """Return cards of a suit in order of strength: two neighbours are swapped if the first does not win a trick to
    which the second is led."""
    plan, found = rules.plan, list(cards)
    known = {key: given[key] for key in _POSITION & set(given)}
    others = {plan.pack.card(cards[0]).suit, given.get("trump", ""), ""}
    free = [card for card in plan.cards_of(plan.present) if card.suit not in others]
    thrown = free[len(free) + 2 - plan.table.n :]
    for place, (high, low) in enumerate(pairwise(cards)):
        deal = rules.position(hand=high, led=[low, *thrown], trick=2, **known)
        holder = deal.to_act
        deal.act(high)
        if deal.tricks[-1].winner != holder:
            found[place : place + 2] = low, high
    return found


SETTLED = {
    "settles",
    "pool",
    "pools",
    "totals",
    "index",
    "verdict",
    "evidence",
    "over",
    "winners",
    "losers",
    "pays",
    "dealer",
    "ledger",
    "line",
    "verdict_evidence",
    "opens",
    "unit",
}


def _of_deal(rules: Rules, deal: Deal, expected: Mapping[str, Any], slug: str) -> dict[str, Any]:
    found: dict[str, Any] = {"phase": deal.phase, "next": deal.to_act, "declarer": deal.declarer, "trump": deal.trump,
                             "partner": deal.partner, "pool": deal.ledger.pool, "pools": deal.ledger.pools, "totals": deal.ledger.totals}  # fmt: skip
    seat = expected.get("holder")
    if seat is not None:
        known = deal.view(seat).partner
        found["partner"] = -1 if known is None else known
    if deal.tricks:
        last = deal.tricks[-1]
        found |= {"winner": last.winner, "points": last.value}
    if "captured" in expected:
        found["captured"] = [rules.plan.worth.of(cards) for cards in state_of(deal).captured]
    if "dealt" in expected:
        found["dealt"] = [" ".join(hand) for hand in deal.hands]
    if "widow" in expected:
        found["widow"] = " ".join(rules.plan.cards_of(state_of(deal).widow))
    if "seen" in expected:
        found["seen"] = " ".join(deal.view(0 if seat is None else seat).widow)
    if "legal" in expected:
        found["legal"] = list(deal.legal(seat))
    if "count" in expected:
        found["count"] = len(deal.legal(seat))
    for key in ("refused", "exempted", "waived"):
        if key in expected:
            found[key] = [t for t in _texts(expected[key]) if _says(deal, key, t, slug, seat)]
    if seat is not None:
        found["holder"] = seat
    if "told" in expected:
        found["told"] = list(state_of(deal).facts.get("told", ()))
    if "turned_up" in expected:
        found["turned_up"] = (
            str(state_of(deal).plan.pack.cards[state_of(deal).turn_up]) if state_of(deal).turn_up >= 0 else ""
        )
    if "exposed" in expected:
        found["exposed"] = state_of(deal).facts.get("exposed", ())
    return found


def _says(deal: Deal, key: str, text: str, slug: str, seat: int | None) -> bool:
    verdict = deal.why(text, seat)
    if key == "refused":
        if verdict.legal or verdict.clause is None or verdict.clause.slug != slug:
            return False
        try:
            deal.copy().act(text, seat)
        except IllegalAction as refusal:
            return refusal.clause.slug == slug
        return False
    if key == "exempted":
        return verdict.legal and verdict.exempted_by is not None and verdict.exempted_by.slug == slug
    return verdict.legal and any(clause.slug == slug for clause in verdict.waived)


def _of_settlement(settlement: Settlement) -> dict[str, Any]:
    return {
        "settles": settlement.delta, "pool": settlement.pool, "pools": settlement.ledger.pools,
        "totals": settlement.ledger.totals,
        "index": settlement.index, "dealer": settlement.ledger.dealer,
        "verdict": {True: "made", False: "lost", None: ""}[settlement.made],
        "unit": settlement.unit, "evidence": str(settlement.evidence), "verdict_evidence": str(settlement.verdict_evidence),
    }  # fmt: skip


def _expect_error(rules: Rules, case: Case, words: str) -> None:
    error = refusal(rules, case)
    if error is None:
        raise CaseFailure(f"{case.id}: expected an error that says {words!r}, got none")
    if words not in str(error):
        raise CaseFailure(f"{case.id}: expected an error that says {words!r}, got {error}") from error


def refusal(rules: Rules, case: Case) -> WhisterError | None:
    """Return the error that occurs when a case is carried out; None if there is none."""
    try:
        _observe(rules_for(rules, case), case.given, {"settles": None, "over": None}, case.clause)
    except WhisterError as error:
        return error
    return None


def _texts(value: Any) -> list[str]:
    """Return the actions or cards in a value, which is a list of strings, or one string of cards."""
    return value.split() if isinstance(value, str) else list(value)


def _plain(key: str, value: Any) -> Any:
    """Return a value in a standard form, so that values in a record can be compared with those found; sets of cards are
    sorted."""
    if key == "ranks":
        return _texts(value)
    if key in ("legal", "refused", "exempted", "waived", "widow", "seen"):
        return sorted(_texts(value))
    if key == "dealt":
        return [sorted(_texts(hand)) for hand in value]
    if isinstance(value, Mapping):
        return {name: _plain("", item) for name, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain("", item) for item in value]
    return value


__all__ = ["CaseFailure", "deal_of", "facts_of", "refusal", "rows_of", "rules_for", "run", "settled_by"]
