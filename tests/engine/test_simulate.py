"""`whister.simulate`: the rows, the deals behind them, and the same rows from every executor."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import whister
from whister import Action, DealError, PlayerError, Record, View
from whister.bots import choose
from whister.players import Clock, Player, player
from whister.simulating import UNKNOWN_PAYMENT

COLUMNS = (
    "deal seed number dealer seat player result stake unit contract declarer partner trump bid made tricks points void "
    "forfeits forfeit link"
).split()
BLACK_LADY = whister.load("hearts/black-lady")
anything: Any = whister.simulate


def last(view: View, clock: Clock) -> Action:
    return view.legal[-1]


def test_a_row_for_each_deal_and_seat_with_plain_values() -> None:
    rows = whister.simulate(BLACK_LADY, ["cautious", "random", "cautious", "random"], 3, "rows")
    assert [(row["deal"], row["seat"]) for row in rows] == [
        (deal, seat) for deal in (1, 2, 3) for seat in range(4)
    ]
    assert [row["player"] for row in rows[:4]] == ["cautious", "random", "cautious", "random"]
    assert all(list(row) == COLUMNS for row in rows)
    assert {type(value) for row in rows for value in row.values()} <= {int, float, str, bool, type(None)}
    for deal in range(3):
        own = rows[4 * deal : 4 * deal + 4]
        assert sum(row["tricks"] for row in own) == 13
        assert sum(row["points"] for row in own) == 26
        assert sum(row["result"] for row in own) in (26, 78), "78 after a moon"


def test_the_row_of_a_deal_is_that_of_the_deal_behind_its_link() -> None:
    for name in ("hearts/black-lady", "boston/fontainebleau", "rook/kentucky"):
        rules = whister.load(name)
        rows = whister.simulate(rules, "cautious", 2, "links")
        deal = rules.deal("links/2", number=2, dealer=rows[-1]["dealer"])
        while not deal.over:
            assert deal.to_act is not None
            deal.act(choose(deal.view(deal.to_act)), deal.to_act)
        again, settlement = Record.parse(rows[-1]["link"]).replay(), deal.settle()
        assert again.actions == deal.actions
        for row in rows[-len(deal.hands) :]:
            seat = row["seat"]
            assert (row["result"], row["unit"], row["made"]) == (
                settlement.delta[seat],
                settlement.unit,
                settlement.made,
            )
            assert (row["declarer"], row["contract"], row["trump"]) == (
                deal.declarer,
                deal.contract,
                deal.trump,
            )
            assert (row["bid"] or 0, row["tricks"], row["dealer"]) == (
                deal.bid,
                deal.taken(seat),
                deal.dealer,
            )


def test_the_cards_do_not_depend_on_who_plays() -> None:
    rows = [whister.simulate(BLACK_LADY, who, 2, "cards", number=4) for who in ("cautious", "random")]
    dealt = [[Record.parse(row["link"]).replay().dealt for row in each] for each in rows]
    assert dealt[0] == dealt[1]
    assert [row["link"] for row in rows[0]] != [row["link"] for row in rows[1]]
    assert {row["number"] for row in rows[0]} == {4}


@pytest.mark.parametrize("name", whister.catalogue())
def test_the_deal_passes_from_player_to_player(name: str) -> None:
    rules = whister.load(name)
    players = len(rules.plan.table.players)
    rows = whister.simulate(rules, "random", players, "round")
    assert len(rows) == players * players
    assert set(Counter(row["dealer"] for row in rows).values()) == {players}
    assert {row["dealer"] for row in rows} == {row["seat"] for row in rows}
    assert [row["number"] for row in rows[::players]] == list(range(1, players + 1))
    assert not any(row["forfeits"] for row in rows)


def test_the_stake_is_what_a_seat_has_paid_before_the_deal() -> None:
    rows = whister.simulate(whister.load("boston/fontainebleau"), "cautious", 4, "stakes")
    assert [row["stake"] for row in rows] == [-50 * (row["seat"] == row["dealer"]) for row in rows]


def test_a_result_is_a_fraction_where_a_rule_divides() -> None:
    rules = whister.load("hearts/reversis-hoyle", party_payer="all-losers-equally")
    rows = whister.simulate(rules, "random", 12, "thirds")
    parts = [row["result"] for row in rows if isinstance(row["result"], float)]
    assert parts
    assert all(round(3 * part, 9) == round(3 * part) for part in parts)


def test_a_payment_that_no_source_gives_has_no_result() -> None:
    rows = whister.simulate(whister.load("boston/fontainebleau-1914"), "random", 2, "f")
    assert [(row["result"], row["void"]) for row in rows[:4]] == [(None, UNKNOWN_PAYMENT)] * 4


def test_rules_of_ones_own_have_a_record_and_repealed_rules_none() -> None:
    text = 'title = "Ours"\nextends = "hearts/black-lady"\n'
    (row, *_) = whister.simulate(whister.load(text=text), "cautious", 1)
    assert row["link"].startswith("w1~own/ours~")
    (row, *_) = whister.simulate(BLACK_LADY.without("moon"), "cautious", 1)
    assert row["link"] == ""


# -- the same rows everywhere ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["threads", "processes"])
def test_an_executor_returns_the_same_rows(
    workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(
        "import random\n\n\ndef choose(view, clock):\n    return random.choice(view.legal)\n"
    )
    monkeypatch.chdir(tmp_path)
    who: list[str | Player] = ["cautious", "random", "mine:choose", player("random", seed="other")]
    rows = whister.simulate(BLACK_LADY, who, 5, "workers", seconds=10)
    assert whister.simulate(BLACK_LADY, who, 3, "workers", seconds=10) == rows[:12]
    made: Executor = (
        ThreadPoolExecutor(2) if workers == "threads" else ProcessPoolExecutor(2, get_context("spawn"))
    )
    with made as executor:
        assert (
            whister.simulate(BLACK_LADY, who, 5, "workers", seconds=10, executor=executor, together=2) == rows
        )
    assert not any(row["forfeits"] for row in rows)


class _Once:
    """An executor that works at once, as a test of what is asked of one."""

    def __init__(self) -> None:
        self.tasks: list[Any] = []

    def submit(self, work: Any, /, *arguments: Any) -> Any:
        self.tasks.append(arguments[0])
        found = work(*arguments)
        return type("Future", (), {"result": lambda _: found, "cancel": lambda _: False})()


def test_a_task_has_so_many_deals_and_the_last_the_rest() -> None:
    executor = _Once()
    rows = whister.simulate(BLACK_LADY, "cautious", 7, "tasks", executor=executor, together=3)
    assert [(task.first, task.deals) for task in executor.tasks] == [(1, 3), (4, 3), (7, 1)]
    assert rows == whister.simulate(BLACK_LADY, "cautious", 7, "tasks")


# -- players that fail, and what is refused ----------------------------------------------------------------------------


def test_a_row_says_what_its_player_has_forfeited() -> None:
    def wrong(view: View, clock: Clock) -> str:
        if view.phase == "pass":
            raise ValueError("I never pass")
        return str(view.legal[0])

    rows = whister.simulate(BLACK_LADY, ["cautious", wrong, last, "random"], 1, "forfeits", trusted=True)
    assert [row["forfeits"] for row in rows] == [0, 1, 0, 0]
    assert [row["player"] for row in rows] == ["cautious", "wrong", "last", "random"]
    assert rows[1]["forfeit"].startswith(
        "Seat 1's player, wrong, raised ValueError (I never pass), so the cautious player"
    )
    assert rows[0]["forfeit"] == ""


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"rules": "hearts/black-lady"}, DealError, "rules: expected Rules, as whister.load(…) returns them, got 'hearts/bl"),
        ({"players": "cautous"}, PlayerError, "no player is called 'cautous'; did you mean 'cautious'?"),
        ({"players": ["random"] * 3}, DealError, "players: expected one player, or 4, one for each seat; got 3"),
        ({"players": 5}, DealError, "players: expected one player, or 4, one for each seat, got 5"),
        ({"players": ["random"] * 3 + [5]}, PlayerError, "expected a name, module:name or a function of a view and a clock"),
        ({"players": "no_such_module:choose"}, PlayerError, "no module is called 'no_such_module'"),
        ({"players": lambda view, clock: "QS"}, PlayerError, "give trusted=True to run it in this process"),
        ({"deals": 0}, DealError, "deals: expected a whole number from 1"),
        ({"deals": "9"}, DealError, "deals: expected a whole number from 1, got '9'"),
        ({"seed": None}, DealError, "seed: expected text or a whole number, got None"),
        ({"seconds": 0}, PlayerError, "random, seconds: expected a number above 0"),
        ({"rollouts": 0}, PlayerError, "random, rollouts: expected a whole number from 1"),
        ({"trusted": "yes"}, PlayerError, "random, trusted: expected true or false"),
        ({"number": 0}, DealError, "number: deals are counted from 1: expected a whole number from 1"),
        ({"together": 0}, DealError, "together: expected a whole number from 1 to 100000, got 0"),
        ({"executor": 5}, DealError, "executor: expected an executor of concurrent.futures, with submit, got 5"),
    ],
)  # fmt: skip
def test_what_cannot_be_simulated_is_refused(
    given: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as refused:
        anything(**{"rules": BLACK_LADY, "players": "random", "deals": 1, **given})
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_function_that_no_other_process_can_find_is_refused() -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as executor,
        pytest.raises(PlayerError, match="a player cannot be sent to another process"),
    ):
        whister.simulate(BLACK_LADY, lambda view, clock: "QS", 1, executor=executor, trusted=True)


def test_importing_the_package_loads_no_player() -> None:
    code = (
        "import sys, whister; assert not {'whister.players', 'whister.simulating', 'subprocess', 'random'} & {*sys.modules}; "
        "whister.simulate; assert 'whister.players.apart' not in sys.modules"
    )
    path = os.pathsep.join(each for each in sys.path if each)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path})
