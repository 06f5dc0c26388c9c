"""The page on the proof agrees with the stored results and goes no further."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.proofs import proof, proved
from rulebook.proofs.proved import Failure, Run
from tests.proof.__main__ import PARTS
from tests.proof.openspiel import OPTIONS, RULES
from tests.site.pages import Site

RUN = Run(
    code="today",
    whister="0.1.0",
    command="python3 noxfile.py -s proof -- --only deals",
    began="2026-11-22",
    ended="2026-11-23",
    seconds=7_000,
    machines=["A processor, 2 cores", "Another, 16 cores"],
    pythons=["3.13.0"],
    chunks="0-1999",
    counts={"deals": 1_000_000, "with all properties": 20_000, "tables": 100_000},
)
FEW = dataclasses.replace(RUN, code="newer", chunks="0-1", counts={"deals": 1_000, "with all properties": 20})


def told(part: str, run: Run, *, older: bool = False) -> str:
    """Return the page's text about a run."""
    return " ".join(" ".join(node.astext() for node in proof.told(part, run, older=older)).split())


def test_a_million_deals_are_told_with_day_machine_version_and_command() -> None:
    page = told("deals", RUN)
    assert page.startswith("1,000,000 random deals were played. No card or chip was lost, every deal ended")
    assert "20,000 of the deals passed further checks" in page
    assert page.endswith(
        "Measured 22 November 2026 to 23 November 2026 on A processor, 2 cores and on Another, 16 cores, 1.9 hours of one "
        "core, with Python 3.13.0 and Whister 0.1.0: python3 noxfile.py -s proof -- --only deals."
    )


def test_what_is_not_done_yet_is_not_claimed() -> None:
    assert "1,000 random deals (of 1,000,000 planned) were played. No card" in told("deals", FEW)


def test_a_failure_is_told_in_place_of_the_claim() -> None:
    failed = dataclasses.replace(
        RUN, failed=12, failures=[Failure(7, "hearts/royal, deal 3500: chips are lost")] * 12
    )
    page = told("deals", failed)
    assert page.startswith("12 of 1,000,000 random deals failed a check. Failures (12, the first 10 shown)")
    assert page.count("chips are lost") == 10
    assert "No card" not in page


def test_what_other_code_gave_is_marked() -> None:
    assert told("deals", RUN, older=True).startswith("older than the code 1,000,000")


@pytest.mark.parametrize(
    ("runs", "shown"),
    [([FEW], [FEW]), ([RUN, FEW], [FEW, RUN]), ([FEW, RUN], [RUN]), ([RUN, RUN, FEW, FEW], [FEW, RUN])],
)
def test_an_older_run_is_shown_where_it_went_further(runs: list[Run], shown: list[Run]) -> None:
    assert proof.worth_showing("deals", runs) == shown


def test_mutants_that_change_nothing_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    survivor = {
        "mutant": "a1",
        "group": "sample",
        "file": "play.py",
        "line": "58",
        "was": "a <= b",
        "became": "a < b",
    }
    counts = {
        "mutants": 2402,
        "killed": 2300,
        "sample": 1501,
        "killed, sample": 1440,
        "settling": 367,
        "killed, settling": 360,
        "ten a file": 534,
        "killed, ten a file": 534,
    }
    remarks = [survivor, {**survivor, "mutant": "b2"}, {**survivor, "mutant": "c3", "group": "settling"}]
    run = dataclasses.replace(RUN, counts=counts, remarks=remarks)
    readings = {"a1": "Equivalent: the two are never the same.", "c3": "Equivalent: b is never 0."}
    monkeypatch.setattr(proved, "readings", lambda: readings)
    page = told("mutants", run)
    assert page.startswith(
        "The engine was altered in one place 2,402 times. 2 of the alterations change nothing that can be noticed; each is "
        "listed with the reason. Of the other 2,400 the tests that run that place noticed 2,300 (95.8%): 360 of the 366 in the "
        "files that check and settle a result, where every alteration is tried, 1,440 of the 1,500 drawn at random from the rest, "
        "and all 534 that make it ten in each file."
    )
    assert (
        "Of those drawn at random that is 96.0%, with a 95% confidence interval from 94.9% to 96.9%." in page
    )
    missed, same = page.split("Alterations that change nothing (2)")
    assert missed.endswith("Alterations missed (1) play.py:58 a <= b → a < b: not examined yet ")
    assert "play.py:58 a <= b → a < b: the two are never the same." in same


def test_what_was_noticed_only_by_tests_written_for_it_is_no_estimate() -> None:
    counts = {
        "mutants": 1500,
        "killed": 1490,
        "sample": 1500,
        "killed, sample": 1490,
        "at first: killed, sample": 1440,
    }
    page = told("mutants", dataclasses.replace(RUN, counts=counts))
    assert (
        "1,490 of the 1,500 drawn at random from the rest. When those drawn at random were first tried, the tests noticed 1,440 of "
        "them: 96.0%, with a 95% confidence interval from 94.9% to 96.9%. Tests were then written for what had been missed, so "
        "that 99.3% is no estimate for places that were never tried." in page
    )


def test_wilsons_interval_is_that_of_the_books() -> None:
    low, high = proof.interval(10, 10)
    assert (round(low, 4), round(high, 4)) == (0.7225, 1.0)


def test_the_page_says_what_the_files_say(site: Site) -> None:
    words = " ".join(site.page("proof/").soup.get_text().replace("’", "'").split())
    for part in proof.SAID:
        for run in newest(part):
            older = run.code != proved.code(part)
            sentence = proof.SAID[part](run)
            assert ("older than the code " if older else "") + sentence in words, part
            assert run.command in words
            assert all(machine in words for machine in run.machines)
        if not proved.read(part):
            assert f"Not measured yet. To measure it, run {proved.COMMAND} {part}." in words


def newest(part: str) -> Iterator[Run]:
    runs = proved.read(part)
    yield from proof.worth_showing(part, runs) if runs else ()


PAGE = (Path(proof.__file__).parents[3] / "proof.md").read_text("utf-8")


def test_the_page_names_every_parameter_of_the_other_engine_and_our_option() -> None:
    pairs = re.findall(r"^\| `(\w+)` \| `(\w+)` \|$", PAGE, re.MULTILINE)
    assert dict(pairs) == {theirs: ours for theirs, (ours, _) in OPTIONS.items()}
    assert f"{{rule:set}}`{RULES}`" in PAGE


def test_the_page_has_every_part() -> None:
    assert re.findall(r"\{rule:proved\} (\w+)", PAGE) == list(proof.SAID)
    assert set(proof.SAID) == set(proved.MEASURED) == {*PARTS, "browser"} == set(proof.UNIT)
