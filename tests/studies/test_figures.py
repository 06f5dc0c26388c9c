"""The figures: intervals at the ends, and those of a study whose players differ."""

from __future__ import annotations

import pytest

import whister
from whister import StudyError
from whister.studies.figures import figure_of, figures_of, student, wilson
from whister.studies.study import Study
from whister.studies.sums import Sum, Sums, add

KENTUCKY = whister.load("rook/kentucky")
NEEDS_SINGLE_RESULTS = {"deviation", "success", "bid"}


@pytest.fixture(scope="module")
def alone() -> Study:
    return whister.study(KENTUCKY, "random", deals=200)


@pytest.fixture(scope="module")
def mixed() -> Study:
    return whister.study(KENTUCKY, ["random", "cautious", "random", "random"], deals=200)


def test_the_intervals_of_nothing_and_of_everything_reach_the_ends() -> None:
    for n in range(1, 400):
        assert wilson(0, n)[0] == 0.0
        assert wilson(n, n)[1] == 1.0
        assert 0 < wilson(0, n)[1] == pytest.approx(1 - wilson(n, n)[0])


def test_figures_that_need_single_results_are_left_out_if_the_players_differ(
    alone: Study, mixed: Study
) -> None:
    """A deal is averaged over its seatings before it is squared: how far single results spread is not in the sums."""
    assert not alone.mixed
    assert mixed.mixed
    assert {figure.group for figure in alone.figures} >= NEEDS_SINGLE_RESULTS
    assert not {figure.group for figure in mixed.figures} & NEEDS_SINGLE_RESULTS


def test_a_share_is_a_mean_over_deals_if_the_players_differ(mixed: Study) -> None:
    """One contract in two deals, always or never made by all who play it there: two deals are not two events."""
    sums: Sums = {}
    for made in (0, 1, 1, 1):
        add(sums, "made/180", made)
    events, means = (
        figure_of("made/180", sums["made/180"], "", "points", mixed=each) for each in (False, True)
    )
    assert (events.low, events.high) == wilson(3, 4)
    assert means.error is not None
    assert (means.n, means.value) == (4, 0.75)
    assert (means.low, means.high) == (max(0.0, 0.75 - student(4) * means.error), 1.0)
    for figure in mixed.figures:
        if figure.group == "made" and 0 < figure.value < 1:
            assert figure.error is not None
            assert figure.low == max(0.0, figure.value - student(figure.n) * figure.error)


def test_deals_without_any_variation_have_an_interval_all_the_same() -> None:
    found = figure_of("made/180", Sum(2, 0, 0), "", "points", mixed=True)
    assert (found.low, found.high) == wilson(0, 2)


def test_revokes_are_events_whoever_plays_the_deals() -> None:
    """They are always played by cautious players."""
    sums = {"revokes": Sum(10, 10, 10), "claimed": Sum(8, 6, 6)}
    (figure,) = (each for each in figures_of(sums, ("points",), (4,), mixed=True) if each.group == "claimed")
    assert (figure.low, figure.high) == wilson(6, 8)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("tricks", 9), r"no figure 'tricks' is about '9'; of this group there is 1, 2, 3, 4$"),
        (("tricks", 1, "b"), r"no figure 'tricks' with of='b' is about '1'; of this group there is 1, 2, 3, 4, all with of=''$"),
        (("trikcs", 1), r"this study has no figures of a group 'trikcs'; its groups are result, deviation, best, "),
        (("length",), r"this study has no figures of a group 'length'; its groups are result, "),
    ],
)  # fmt: skip
def test_a_figure_that_is_not_there_is_told_by_all_that_was_asked(
    given: tuple[str, ...], says: str, alone: Study
) -> None:
    with pytest.raises(StudyError, match=says):
        alone.figure(*given)


def test_a_figure_of_neither_rule_set_names_those_of_both() -> None:
    pair = whister.study((KENTUCKY, KENTUCKY), "random", deals=1)
    with pytest.raises(
        StudyError, match=r"'tricks' with of='' is about '1'; of this group there is 1 of a, 1 of b, "
    ):
        pair.figure("tricks", 1)
