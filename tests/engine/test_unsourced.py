"""A deal whose payment no source gives ends at the table like any other; it is stated that nothing is paid, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister import NotSourcedError
from whister.bots import choose
from whister.links.record import Record
from whister.table.reasons import clause_told
from whister.table.requests import handle


def answer(op: str, **request: Any) -> Any:
    reply = json.loads(handle(json.dumps({"id": 1, "op": op, **request})))
    assert "ok" in reply, reply
    return reply["ok"]


def ended(rules: str, bid: str, options: dict[str, Any], wanted: str = "lost") -> tuple[Any, Any]:
    """Return a deal in which the visitor has made a bid, as it is at his last decision and at its end."""
    for seed in range(60):
        state = answer("new", rules=rules, options=options, players=None, seed=str(seed), seat=0)
        before = state
        while not state["over"]:
            deal = Record.parse(state["record"]).replay()
            bids = [str(action) for action in deal.legal(0)]
            action = bid if bid in bids else str(choose(deal.view(0)))
            before, state = state, answer("act", record=state["record"], seat=0, action=action)
        if state["settlement"]["unpaid"] and state["settlement"]["verdict"] == wanted:
            return before, state
    raise AssertionError("every deal is paid")


CASES = [
    ("boston/fontainebleau", "bid 9S", {"payment_table": "sourced-only"}, "payment-table", "nine levées in spades"),
    ("boston/hoyle", "bid 8", {"announcements": "all"}, "multipliers", "eight tricks in "),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "bid", "options", "slug", "what"), CASES)
def test_it_ends_with_the_verdict_and_names_the_clause_that_is_silent(
    rules: str, bid: str, options: dict[str, Any], slug: str, what: str
) -> None:
    before, state = ended(rules, bid, options)
    settled = state["settlement"]
    assert settled["unpaid"]["text"].startswith("The payment is not sourced: ")
    assert what in settled["unpaid"]["text"]
    assert settled["unpaid"]["clause"]["slug"] == slug
    assert [line["kind"] for line in settled["lines"]] == ["verdict"]
    assert settled["delta"] == settled["totals"] == []
    assert what in state["prompt"]
    assert state["prompt"].endswith(". No source that was read gives a price for it, so nothing is paid.")
    with pytest.raises(NotSourcedError) as silent:
        Record.parse(state["record"]).replay().settle()
    assert silent.value.clause.slug == slug
    assert silent.value.made is False
    assert silent.value.what in str(silent.value)
    assert answer("open", record=state["record"], seat=0)["settlement"] == settled
    assert answer("undo", record=state["record"], seat=0)["record"] == before["record"]


@pytest.mark.parametrize(("rules", "bid", "options", "slug", "what"), CASES)
def test_it_is_said_before_the_deal(
    rules: str, bid: str, options: dict[str, Any], slug: str, what: str
) -> None:
    [(clause, text)] = whister.load(rules, **options).unsourced
    assert clause.slug == slug
    assert "ends unpaid" in text
    told = [{"text": text, "clause": clause_told(clause)}]
    state = answer("new", rules=rules, options=options, players=None, seed="1", seat=0)
    assert state["rules"]["unsourced"] == told, "beside the rules in force, before anything is bid"
    assert answer("options", rules=rules, options=options)["unsourced"] == told, "before the cards are dealt"
    assert answer("options", rules=rules)["unsourced"] == [], "and nothing where everything is paid"


PRICING = {"price_list", "multipliers", "only_priced"}
PRICED = [
    (name, option.name, value.value)
    for name in whister.catalogue()
    for rules in [whister.load(name)]
    for option in rules.options.values()
    if not option.fixed and not option.excluded
    for value in option.values
    if not value.excluded and any(PRICING & set(rules.clauses[slug].rule) for slug in option.clauses)
]


@pytest.mark.parametrize(("name", "option", "value"), PRICED)
def test_a_deal_ends_unpaid_only_where_that_was_said(name: str, option: str, value: Any) -> None:
    rules = whister.load(name, None, **{option: value})
    said = {clause.slug for clause, _ in rules.unsourced}
    unpaid: set[str] = set()
    for bid in rules.deal("prices").legal():
        deal = rules.deal("prices")
        deal.act(bid)
        while not deal.over:
            deal.act(deal.legal()[0])
        try:
            deal.settle()
        except NotSourcedError as error:
            unpaid.add(error.clause.slug)
    assert unpaid <= said
    assert bool(unpaid) == bool(said)


def test_what_a_source_pays_is_paid_under_the_same_option() -> None:
    rules = whister.load("boston/fontainebleau", payment_table="sourced-only")
    assert rules.settle(rules.outcome(contract="5H", declarer=0, tricks=[7, 2, 2, 2])).delta[0] > 0


def test_a_trump_suit_that_cannot_be_paid_is_shown_closed_with_its_reason() -> None:
    for seed in range(40):
        state = answer("new", rules="boston/hoyle", options={}, players=None, seed=str(seed), seat=0)
        bids = [
            bid for part in state["choice"]["parts"] for rung in part["rungs"] for bid in rung["bids"]
        ]  # fmt: skip
        if not any(bid["action"] == "bid 6" and bid["legal"] for bid in bids):
            continue
        state = answer("act", record=state["record"], seat=0, action="bid 6")
        if state["phase"] == "trump":
            break
    [group] = state["choice"]["groups"]
    assert len(group["actions"]) == 4
    [closed] = [one for one in group["actions"] if not one["legal"]]
    assert closed["reason"]["text"] == "The payment of Six tricks in second preference is not sourced."
    assert closed["reason"]["clause"] is not None
