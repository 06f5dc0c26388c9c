"""Studies: what is recorded of a deal, the sums, and the figures, which do not depend on who plays them or in which order."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import pytest

import whister
from whister import DealError, OptionError, PlayerError, StudyError, View
from whister.bots import choose
from whister.deal.public import state_of
from whister.deal.view import _MADE, LiveView
from whister.frozen import names
from whister.players.entrants import Entrant
from whister.players.seated import play
from whister.studies.asked import asked_of
from whister.studies.chunks import SIZES, Chunk, dealt, sample, size_of, sums_of
from whister.studies.field import threshold
from whister.studies.figures import Figure, figure_of, figures_of, wilson
from whister.studies.games import game_of
from whister.studies.groups import GROUPS, group_of
from whister.studies.recorded import Watch, data_of
from whister.studies.running import run
from whister.studies.study import Study
from whister.studies.sums import Sum, Sums, add, from_json, merged, to_json
from whister.table.requests import handle

BLACK_LADY = whister.load("hearts/black-lady")
anything: Any = whister.study

#: Seat 1 wins the first trick with nothing in it; seat 0 the second, with the queen of spades and a heart.
STOPPED = ["2C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2S", "AC 3C 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD",
           "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS AH", "KD 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"]  # fmt: skip
BEGUN = "2C AC 3S KD 2D QS KH AD KC 3C AH QH"
SUITS = [" ".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "CDSH"]


def recorded(hands: list[str], first: str) -> dict[str, Any]:
    """Play a deal of Black Lady without passing, the first cards as given and then the first legal one each time."""
    deal, watch = BLACK_LADY.deal(hands=hands, number=4, dealer=3), Watch()
    for card in [*first.split(), *[None] * 60]:
        if deal.over:
            break
        assert deal.to_act is not None
        watch(deal, deal.legal())
        deal.act(card or deal.legal()[0])
    return data_of(deal, watch.choices)


def test_a_moon_that_is_stopped_after_half_of_the_penalty_cards() -> None:
    """Seat 0 has seven of fourteen after the sixth trick, and then leads the two of spades, to which a heart is thrown."""
    found = recorded(STOPPED, f"{BEGUN} QC 3D 4S JH JC 4D 5S TH TC 5D 6S 9H 2S 6D 7S 8H")
    assert found["moon/tried"] == found["moon/stopped"] == 1
    assert "moon/shot" not in found
    assert found["card/QS 1"] == 1
    assert "card/QS own" not in found
    assert [found[f"points/{trick}"] for trick in (1, 2, 3, 4)] == [0, 14, 2, 1]
    assert found["choices/1"] == Fraction(1 + 2 + 11 + 1, 4), (
        "the two; ace or three; a spade but the queen; the king"
    )


def test_the_queen_and_three_hearts_are_no_try() -> None:
    found = recorded(STOPPED, f"{BEGUN} 2S 3D 4S JH")
    assert not [name for name in found if name.startswith("moon/")]


def test_a_moon_that_is_shot_with_all_the_clubs() -> None:
    found = recorded(SUITS, "")
    assert found["moon/tried"] == found["moon/shot"] == 1
    assert "moon/stopped" not in found
    assert [found[f"tricks/{seat}"] for seat in (1, 2, 3, 4)] == [13, 0, 0, 0]
    assert [found[f"result/{seat}"] for seat in (1, 2, 3, 4)] == [0, 26, 26, 26]
    assert [found[f"best/{seat}"] for seat in (1, 2, 3, 4)] == [1, 0, 0, 0]
    assert found["gap"] == 26
    assert found["choices/13"] == 1
    assert found["choices/2"] == 12, "each has twelve cards, and all of them may be played"


def test_the_slope_of_the_choices_is_that_of_the_line_of_least_squares() -> None:
    deal = BLACK_LADY.deal(hands=SUITS, number=4, dealer=3)
    while not deal.over:
        deal.act(deal.legal()[0])
    line = data_of(deal, [(1, 9), (1, 7), (1, 5), (1, 3)])["convergence"]
    assert line == -2
    assert data_of(deal, [(1, 1), (1, 2), (1, 2)])["convergence"] == Fraction(1, 2)


@pytest.mark.parametrize("name", whister.catalogue())
def test_the_figures_of_every_rule_set_add_up(name: str) -> None:
    """The tricks are as many as were played, one seat has the best result, and a card is taken once at most."""
    rules = whister.load(name)
    players = rules.plan.table.players
    for at in (1, 2):
        deal, watch = dealt(rules, "sums", at), Watch()
        play(deal, {}, watch)
        found = data_of(deal, watch.choices)
        in_all = {
            group: sum(value for key, value in found.items() if key.startswith(f"{group}/"))
            for group in GROUPS
        }
        if deal.tricks:
            won = sum(1 for trick in deal.tricks if trick.winner in players)
            assert in_all["tricks"] == won
            assert in_all["points"] == sum(
                trick.value + rules.plan.worth.trick_value for trick in deal.tricks
            )
            assert len(watch.choices) == sum(len(trick.cards) for trick in deal.tricks)
        assert in_all["best"] == (0 if "unpaid" in found else 1)
        if "unpaid" not in found and rules.plan.settling.unit != "points":
            after = deal.settle().ledger
            assert in_all["result"] + after.pool == sum(rules.plan.start.pools.values()), (
                "chips are not made or lost"
            )
        for card in {key.split("/")[1].split()[0] for key in found if key.startswith("card/")}:
            assert (
                sum(
                    value
                    for key, value in found.items()
                    if key.startswith(f"card/{card} ") and "own" not in key
                )
                <= 1
            )
        assert {group_of(key).part for key in found} == {"deals"}


def test_a_game_is_over_when_its_figures_say_so() -> None:
    session = BLACK_LADY.session("1")
    found, _ = game_of(BLACK_LADY, "1", {})
    deals = 0
    while not session.over:
        play(session.deal, {})
        session.advance()
        deals += 1
    assert found["length"] == deals
    assert found["last"] == max(session.totals) >= 100
    assert found["first"] == min(session.totals)
    assert sum(found[f"wins/{seat}"] for seat in (1, 2, 3, 4)) == 1


@pytest.mark.parametrize(
    "name", [name for name in whister.catalogue() if "revoke" in whister.load(name).options]
)
def test_a_revoke_is_made_and_claimed_wherever_it_can_happen(name: str) -> None:
    option = whister.load(name).options["revoke"]
    for value in option.values:
        try:
            rules = whister.load(name, revoke=value.value)
        except OptionError:
            continue
        if rules.plan.course.suffered is None:
            with pytest.raises(StudyError, match="no player can revoke with these options"):
                asked_of(rules, "cautious", 0, revokes=1)
            continue
        found = sample(asked_of(rules, "cautious", "revokes", revokes=1).chunk("revokes", 1), 12)
        assert found["claimed"].squares == found["claimed"].total > 0, "once a deal, or not at all"
        assert "revoke/offender" in found


def test_a_revoke_at_black_lady_costs_the_player_who_makes_it() -> None:
    """By Foster's rule the offender pays the losses of all."""
    rules = whister.load("hearts/black-lady", revoke="foster")
    found = merged([sample(asked_of(rules, "cautious", "revokes", revokes=1).chunk("revokes", 1), 20)])
    assert found["claimed"].total == found["claimed"].n
    offender, others = found["revoke/offender"], found["revoke/others"]
    assert offender.total > 0 > others.total, (
        "points are bad: the offender gets them, and the others are spared"
    )


# -- sums ----------------------------------------------------------------------------------------


def total(found: Iterable[Sums]) -> dict[str, Any]:
    return to_json(merged(found))


def test_every_executor_and_every_order_give_the_same_digits() -> None:
    asked = asked_of((BLACK_LADY, whister.load("hearts/black-lady", moon="new")), "random", "x", games=60)
    here = [sums_of(chunk) for chunk in asked.chunks()]
    assert total(here) == total(reversed(here))
    pools: list[Executor] = [ThreadPoolExecutor(2), ProcessPoolExecutor(2, mp_context=get_context("spawn"))]
    for pool in pools:
        with pool:
            assert to_json(run(asked, executor=pool, workers=2)) == total(here)


def test_sums_survive_being_written() -> None:
    sums: Sums = {}
    for value in (1, Fraction(1, 3), -2):
        add(sums, "gap", value)
    assert sums["gap"] == (3, Fraction(-2, 3), Fraction(46, 9))
    assert from_json(to_json(sums)) == sums
    whole = {"gap": Sum(2, Fraction(4, 2), Fraction(6, 2))}
    assert to_json(whole) == to_json(from_json(to_json(whole))) == {"gap": [2, 2, 3]}, (
        "the same sums, the same text"
    )
    with pytest.raises(StudyError, match="cannot be read"):
        from_json({"gap": ["three", 1, 2]})
    with pytest.raises(StudyError, match=r"cannot be read: no figure is called 'gaps/0'"):
        from_json({"gaps/0": [1, 1, 1]})
    assert set(from_json({"difference/gap": [2, 2, 4], "a/result/1": [2, 2, 4]})) == {
        "difference/gap",
        "a/result/1",
    }


def test_a_chunk_depends_on_its_number_and_not_on_those_before_it() -> None:
    second = Chunk("deals", (BLACK_LADY,), (Entrant("cautious"),) * 4, "pure", 2)
    first = second._replace(number=1)
    assert total([sample(first, 3), sample(second, 3)]) == total([sample(second, 3), sample(first, 3)])
    assert sample(first, 3) != sample(second, 3)
    assert size_of("deals", [Entrant("cautious")]) == SIZES["deals"]
    assert size_of("deals", [Entrant("steady")]) == 1


# -- figures -------------------------------------------------------------------------------------


def test_wilsons_interval_of_two_in_ten() -> None:
    low, high = wilson(2, 10)
    assert (round(low, 4), round(high, 4)) == (0.0567, 0.5098)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


def test_the_standard_error_of_one_two_three_and_six() -> None:
    sums: Sums = {}
    for value in (1, 2, 3, 6):
        add(sums, "gap", value)
    figure = figure_of("gap", sums["gap"], "", "points")
    assert (figure.n, figure.value, figure.unit) == (4, 3, "points")
    assert figure.error == pytest.approx(math.sqrt(14 / 3 / 4)), "the deviation is the root of 14 thirds"


def derived(name: str, group: str, found: Sum, players: int = 4) -> Figure:
    sums = {"field": Sum(1, 1, 1), "deals": Sum(1, 1, 1), name: found}
    return next(each for each in figures_of(sums, ("points",), (players,)) if each.group == group)


@pytest.mark.parametrize(("won", "fairness"), [(25, 1), (0, 0), (100, 0), (20, 0.8), (40, 0.8)])
def test_fairness_is_one_at_an_equal_share_and_nought_at_none_or_all(won: int, fairness: float) -> None:
    assert derived("fairness", "fair", Sum(100, won, won)).value == pytest.approx(fairness)


def test_order_and_convergence_by_their_formulas() -> None:
    assert derived("order", "skill", Sum(100, 25, 25)).value == 0
    assert derived("order", "skill", Sum(100, 70, 70)).value == pytest.approx(0.6)
    assert derived("convergence", "converges", Sum(10, -1, 1)).value == pytest.approx(0.55)
    assert [threshold(n) for n in (2, 4)] == [Fraction(1, 2), Fraction(5, 6)]


def test_a_rule_set_does_not_differ_from_itself() -> None:
    found = whister.study((BLACK_LADY, BLACK_LADY), "random", deals=1, games=1)
    for figure in found.figures:
        if figure.of == "difference":
            assert (figure.value, figure.error) == (0, 0), figure


def test_the_moon_of_1939_changes_what_is_paid_and_not_what_is_played() -> None:
    new = whister.load("hearts/black-lady", moon="new")
    found = whister.study((BLACK_LADY, new), deals=200)
    assert found.figure("tricks", 1, "difference").value == 0
    shot = found.figure("moon", "shot", "a").value
    result = found.figure("result", 1, "difference")
    assert result.value == pytest.approx(-26 * shot), (
        "each seat is spared 26 points, or gets 26 off, for each moon"
    )
    assert result.error is not None
    before, after = (found.figure("result", 1, side).error for side in "ab")
    assert before is not None
    assert after is not None
    assert result.error < min(before, after), "pairing removes the luck of the cards"


def test_points_and_fish_are_not_subtracted() -> None:
    asked = asked_of((BLACK_LADY, whister.load("boston/hoyle")), "random", "units", deals=1)
    found = Study(asked, sample(asked.chunk("deals", 1), 3))
    assert not found.alike
    assert {figure.of for figure in found.figures if figure.group == "result"} == {"a", "b"}
    assert {figure.of for figure in found.figures if figure.group == "tricks"} >= {"a", "b"}
    assert Study(asked_of((BLACK_LADY, BLACK_LADY), "random", 0, deals=1), {}).alike


def test_players_who_differ_sit_in_every_seat_in_turn() -> None:
    asked = asked_of(BLACK_LADY, ["cautious", "random", "random", "random"], "turns", deals=1)
    found = figures_of(sample(asked.chunk("deals", 1), 3), ("points",), (4,))
    about = {(figure.group, figure.about): figure for figure in found}
    assert about["player", "random"].value > about["player", "cautious"].value, "points are bad at Hearts"
    assert about["advantage", "cautious"].value > 0 > about["advantage", "random"].value
    assert about["player", "cautious"].n == 3, "one value for each deal, whoever sat where"


def test_a_study_of_every_part_has_a_figure_of_every_group_that_it_can_have() -> None:
    asked = asked_of(whister.load("hearts/black-lady"), "random", "all", deals=1, games=1, field=1)
    found = merged(sample(chunk, 1) for chunk in asked.chunks())
    groups = {figure.group for figure in figures_of(found, ("points",), (4,))}
    assert groups >= {
        "result",
        "best",
        "gap",
        "card",
        "tricks",
        "points",
        "choices",
        "convergence",
        "length",
        "tied",
    }
    assert groups >= {"wins", "first", "last", "fair", "skill", "spread", "drama", "security"}


def test_a_study_has_rows_for_a_table_of_data() -> None:
    found = whister.study(BLACK_LADY, "random", deals=1)
    row = next(row for row in found.rows if row["group"] == "tricks")
    assert {**row, "value": 0, "error": 0, "low": 0, "high": 0} == {
        "part": "deals", "group": "tricks", "title": "Tricks of a seat", "about": "1", "label": "seat 1", "of": "",
        "unit": "tricks", "n": 200, "value": 0, "error": 0, "low": 0, "high": 0,
    }  # fmt: skip
    assert found.to_dict()["played"] == {"deals": 200, "games": 0, "revokes": 0, "field": 0}
    assert found.origin.behaviour == (BLACK_LADY.behaviour_hash,)
    assert repr(found) == "<Study hearts/black-lady: 200 deals>"


ODD: list[tuple[type[Exception], tuple[Any, ...], dict[str, Any], str]] = [
    (StudyError, ((), "cautious"), {}, "expected one rule set, or two to compare; got 0"),
    (StudyError, ((BLACK_LADY,) * 3, "cautious"), {}, "got 3"),
    (DealError, ("hearts/black-lady",), {}, "study, rules"),
    (DealError, ([BLACK_LADY, "x"],), {}, "expected Rules"),
    (DealError, (BLACK_LADY, "cautious", -1), {}, "study, deals: expected a whole number from 0"),
    (DealError, (BLACK_LADY, "cautious", 1.5), {}, "study, deals"),
    (StudyError, (BLACK_LADY, "cautious", 0), {}, "nothing is to be played"),
    (DealError, (BLACK_LADY, "cautious", 1), {"workers": 0}, "study, workers: expected a whole number from 1"),
    (StudyError, (BLACK_LADY, "cautious", 1), {"file": 3}, "study, file: expected the path of a file"),
    (DealError, (BLACK_LADY, "cautious", 1), {"executor": "x"}, "study, executor: expected an executor of concurrent.futures"),
    (DealError, (BLACK_LADY, "cautious", 1), {"told": 3}, "study, told: expected a function"),
    (StudyError, (BLACK_LADY, "cautious", 1), {"rollouts": 5}, "study, rollouts: cautious plays no deals out"),
    (DealError, (BLACK_LADY, ["cautious"], 1), {}, "study, players: expected one player, or 4"),
    (PlayerError, (BLACK_LADY, "steddy", 1), {}, "steady"),
    (StudyError, (BLACK_LADY, whister.players.player("steady", seconds=1), 1), {}, "steady depends on the clock"),
    (StudyError, (BLACK_LADY, "tests.engine.test_simulate:last", 1), {}, "trusted=True"),
    (StudyError, ((BLACK_LADY, whister.load("hearts/two-handed-1914")), ["cautious"] * 4, 1), {}, "2 and 4 seats"),
    (DealError, (BLACK_LADY, "cautious", 1, 1.5), {}, "seed"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "named", "says"), ODD, ids=[case[3] for case in ODD])
def test_bad_input_is_refused_before_anything_is_played(
    kind: type[Exception], given: Any, named: Any, says: str
) -> None:
    with pytest.raises(kind, match=says):
        anything(*given, **named)


def test_players_draw_lots_from_the_seed_of_the_study() -> None:
    """Otherwise the command on a page, which has one seed, could not repeat the study."""
    first, second = (asked_of(BLACK_LADY, who, "7", deals=200) for who in ("random", whister.players.player("random", seed=5)))  # fmt: skip
    assert first == second


def test_a_figure_that_does_not_exist_is_named_with_those_that_do() -> None:
    found = whister.study(BLACK_LADY, "random", deals=1)
    with pytest.raises(
        StudyError, match=r"no figure 'tricks' is about '9'; of this group there is 1, 2, 3, 4"
    ):
        found.figure("tricks", 9)


def test_the_deal_passes_from_seat_to_seat() -> None:
    dealers = [dealt(BLACK_LADY, "pass", at).dealer for at in (1, 2, 3, 4, 5)]
    assert dealers == [(dealers[0] + turn) % 4 for turn in range(5)]
    assert [dealt(BLACK_LADY, "pass", at).ledger.number for at in (1, 4, 5, 8, 48, 49)] == [1, 1, 2, 2, 12, 1]


@pytest.mark.parametrize("name", whister.catalogue())
def test_a_view_read_while_the_deal_goes_on_is_the_view_of_its_seat(name: str) -> None:
    """The cautious player of a simulation sees what every other player sees, and nothing else."""
    deal = dealt(whister.load(name), "live", 1)
    assert {*_MADE} == {*names(View)[2:]}
    while not deal.over:
        assert deal.to_act is not None
        live, view = LiveView(state_of(deal), deal.to_act), deal.view(deal.to_act)
        assert live == view
        assert repr(live) == repr(view)
        deal.act(choose(view), deal.to_act)


def test_deals_played_in_the_browser_some_at_a_time_have_the_sums_of_the_study() -> None:
    """The first 190 deals in ten requests, the last of them over the border of two chunks."""
    sums, rows = "{}", []
    for after in range(50, 240, 19):
        request = {
            "id": 1,
            "op": "study",
            "rules": "hearts/black-lady",
            "seed": "x",
            "after": after,
            "deals": 19,
            "sums": sums,
        }
        answer = json.loads(handle(json.dumps(request)))["ok"]
        sums, rows = answer["sums"], answer["rows"]
    asked = asked_of(BLACK_LADY, "cautious", "x", deals=400)
    played = [sample(asked.chunk("deals", 1), 150, 50), sample(asked.chunk("deals", 2), 40)]
    assert json.loads(sums) == to_json(merged(played))
    assert answer["deals"] == 190
    assert {"title": "Result of a seat", "about": "seat 1", "unit": "points"}.items() <= rows[0].items()


def test_what_is_expected_and_does_not_happen_is_0_in_its_place() -> None:
    request = {"id": 1, "op": "study", "rules": "rook/kentucky", "seed": "1", "deals": 20, "expected": ["contract/100", "contract/140", "contract/145"]}  # fmt: skip
    answer = json.loads(handle(json.dumps(request)))["ok"]
    plain = json.loads(handle(json.dumps({**request, "expected": []})))["ok"]
    values = {row["name"]: row["value"] for row in answer["rows"]}
    contracts = [name for name in values if name.startswith("contract/")]
    assert contracts[-2:] == ["contract/140", "contract/145"]
    assert values["contract/145"] == "0 % (0–16)"
    assert answer["sums"] == plain["sums"]
    assert [row for row in answer["rows"] if row["name"] not in contracts[-2:]] == plain["rows"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"deals": 21}, {"after": -1}, {"sums": "[1]"}, {"sums": "no"}, {"seed": 5},
        {"expected": "contract/100"}, {"expected": [1]}, {"expected": ["result/1"]}, {"expected": ["a/contract/100"]},
    ],
)  # fmt: skip
def test_a_wrong_request_for_deals_is_refused(wrong: dict[str, Any]) -> None:
    request = {"id": 1, "op": "study", "rules": "hearts/black-lady", "seed": "x", **wrong}
    assert json.loads(handle(json.dumps(request)))["error"]["kind"] == "notation"
