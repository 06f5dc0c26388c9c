"""The results of studies in the repository: a sampled chunk, played again, gives the same sums."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from typing import Any

import pytest

import whister
from tests.studies import __main__ as campaign
from tests.studies.campaign import plans, precise
from whister import StudyError
from whister.studies import kept
from whister.studies.asked import asked_of
from whister.studies.chunks import sums_of
from whister.studies.kept import Kept
from whister.studies.sums import Sum, add, merged

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/_studies"
FILES = sorted(FOLDER.glob("*.jsonl"))
_SAMPLED = 2  #: the studies of each file of which a chunk is played again
_AGAIN = "python3 noxfile.py -s studies, and then python3 noxfile.py -s studies -- --keep"


class OldFiguresWarning(UserWarning):
    """The figures of some studies are older than the rules, the players or the engine."""


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
@pytest.mark.filterwarnings("default::tests.studies.test_kept.OldFiguresWarning")
def test_a_sampled_chunk_gives_the_same_sums(file: Path) -> None:
    studies = kept.read(file)
    fresh = [study for study in studies if not study.stale()]
    if len(fresh) < len(studies):
        said = f"{file.name}: {len(studies) - len(fresh)} of {len(studies)} studies are older than the code; play them again: {_AGAIN}"
        warnings.warn(OldFiguresWarning(said), stacklevel=1)
    chance = random.Random(file.read_bytes())
    for study in chance.sample(fresh, min(_SAMPLED, len(fresh))):
        key = chance.choice([key for key in study.checks if not key.startswith("field")] or [*study.checks])
        assert kept.check(sums_of(study.chunk(key))) == study.checks[key], f"{study.name}, {key}"


def small() -> Kept:
    asked = asked_of(whister.load("rook/kentucky", lead_ends=False), "random", "kept", deals=200)
    chunks = {(chunk.part, chunk.number): sums_of(chunk) for chunk in asked.chunks()}
    return Kept.of("set", "rook/kentucky", asked, merged(chunks.values()), chunks)


def test_a_release_is_told_which_figures_are_older_than_the_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(campaign, "KEPT", tmp_path)
    study = small()
    kept.write(tmp_path / "rook-set.jsonl", [study])
    assert campaign.stale() == 0
    kept.write(tmp_path / "rook-set.jsonl", [study._replace(origin=study.origin._replace(policy="01234567"))])
    assert campaign.stale() == 1
    assert "rook/kentucky (set): " in capsys.readouterr().out


def test_a_study_is_read_as_it_was_written(tmp_path: Path) -> None:
    study, file = small(), tmp_path / "rook-set.jsonl"
    kept.write(file, [study])
    (again,) = kept.read(file)
    assert again == study
    assert again.asked() == study.asked()
    assert again.asked().sets[0].chosen["lead_ends"] is False
    assert kept.check(sums_of(again.chunk("deals 1"))) == again.checks["deals 1"]
    assert not again.stale()
    assert again.study().figures == study.study().figures


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [("behaviour", ("b1-0",), "the rules play differently now"), ("policy", "0", "the players have changed"),
     ("revision", 0, "the engine has been revised"), ("rules", ("rook/gone",), "the rules cannot be loaded")],
)  # fmt: skip
def test_what_has_changed_since_makes_a_study_stale(field: str, value: Any, says: str) -> None:
    study = small()
    old = study._replace(origin=study.origin._replace(**{field: value}))
    assert says in " ".join(old.stale())


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rook-set.jsonl"
    file.write_text(small().line() + "\n{}\n", "utf-8")
    with pytest.raises(StudyError, match=r"rook-set\.jsonl, line 2: a study that was kept cannot be read"):
        kept.read(file)


def test_every_option_value_is_studied_once_and_every_step_of_descent() -> None:
    found = list(plans(("option", "descent")))
    assert len({(plan.kind, plan.name) for plan in found}) == len(found)
    options = [plan for plan in found if plan.kind == "option"]
    assert 300 < len(options) < 400
    for plan in options:
        one, other = plan.asked.sets
        assert one.id == other.id
        assert one.behaviour_hash != other.behaviour_hash
    assert "hearts/omnibus" in {plan.name for plan in found if plan.kind == "descent"}


def test_what_is_kept_of_a_study_is_played_again_in_the_same_way() -> None:
    """The rule sets, the options, the players, their rollouts and the seed from which they draw lots."""
    for plan in plans():
        again = Kept.of(plan.kind, plan.name, plan.asked, {}, {}).asked()
        assert again.entrants == plan.asked.entrants, plan
        assert again.about() == plan.asked.about(), plan


def test_a_pair_is_precise_when_every_seat_is_known_to_a_hundredth_of_a_deviation() -> None:
    sums: dict[str, Sum] = {}
    for value in (-10, 10) * 50:
        add(sums, "a/result/1", value)
        add(sums, "difference/result/1", 0)
    assert precise(sums)
    sums["difference/result/1"] = Sum(100, 0, 10_000)  # a deviation of 10, and so an error of 1
    assert not precise(sums)


def test_a_run_goes_on_from_what_is_kept_and_gives_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first chunk is kept and its file gone: only the second is played, and the sums are those of both."""
    monkeypatch.setattr(campaign, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(campaign, "PLAYED", tmp_path / "first")
    (plan,) = [plan for plan in plans(("revokes",)) if plan.name.startswith("rook/kentucky#")]
    wanted = [sums_of(plan.asked.chunk("revokes", number)) for number in (1, 2)]

    def play(chunks: int, folder: str) -> Kept:
        monkeypatch.setattr(campaign, "PLAYED", tmp_path / folder)
        campaign._kept.cache_clear()
        part = plan._replace(asked=plan.asked._replace(counts={"revokes": chunks}))
        campaign.play([part], 1, 0, None)
        campaign.keep([part])
        (study,) = kept.read(tmp_path / "kept/rook-revokes.jsonl")
        return study

    assert play(1, "one machine").sums == wanted[0]
    study = play(2, "another machine")
    assert study.sums == merged(wanted)
    assert study.checks == {f"revokes {n}": kept.check(sums) for n, sums in enumerate(wanted, 1)}
    with campaign.store_of(plan) as store:
        assert {n for (n,) in store._base.execute("select number from chunks")} == {2}
        assert store.known("revokes") == {1, 2}
