"""The results of the proof on a page: the stored results, each with day, machine and command."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import bullet_list, details, moment, paragraph
from rulebook.base.questions import note_file, question
from rulebook.domain.directive import RuleDirective
from rulebook.proofs import proved
from rulebook.sources.evidence import badge

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from rulebook.proofs.proved import Run

OLDER = "older than the code"
SHOWN = 10
"""The most failures shown."""


class Proved(RuleDirective):
    """Show the results of one part of the proof, named by the argument; ``folder`` is for tests."""

    folder: Path = proved.RESULTS

    def run(self) -> list[nodes.Node]:
        """Return the figures of the newest run, and those of an older one that went further."""
        part = self.arguments[0]
        if part not in SAID:
            raise self.error(f"no part of the proof is called {part!r}; expected one of {', '.join(SAID)}")
        runs = proved.read(part, self.folder)
        note_file(self.folder / f"{part}.json")
        note_file(self.folder / proved.READINGS)
        if not runs:
            return [
                paragraph(
                    "Not measured yet. To measure it, run ",
                    nodes.literal("", f"{proved.COMMAND} {part}"),
                    ".",
                )
            ]
        return [
            node
            for run in worth_showing(part, runs)
            for node in told(part, run, older=not of_today(part, run.code))
        ]


@question
def of_today(part: str, code: str) -> bool:
    """Return whether the code measured by a part, and the code that measures it, still have this hash."""
    for file in proved.files(part):
        note_file(file)
    return proved.code(part) == code


def worth_showing(part: str, runs: list[Run]) -> list[Run]:
    """Return the newest run and the last earlier run that went further, if there is one."""
    *earlier, newest = runs
    unit = UNIT[part]
    further = [run for run in earlier if run.counts.get(unit, 0) > newest.counts.get(unit, 0)]
    return [newest, *further[-1:]]


def told(part: str, run: Run, *, older: bool) -> Iterator[nodes.Node]:
    mark = [badge(OLDER), nodes.Text(" ")] if older else []
    yield paragraph(*mark, SAID[part](run), classes=["proved"])
    if run.failures:
        shown = [[nodes.Text(failure.what)] for failure in run.failures[:SHOWN]]
        more = f", the first {SHOWN} shown" if run.failed > SHOWN else ""
        yield details(f"Failures ({run.failed:,}{more})", bullet_list(shown))
    for title, remarks in (
        ("Alterations missed", [one for one in run.remarks if not alike(one)]),
        ("Alterations that change nothing", [one for one in run.remarks if alike(one)]),
    ):
        if remarks:
            remarks.sort(key=lambda one: (one["file"], int(one["line"])))
            listed = bullet_list([_remark(one) for one in remarks])
            yield details(f"{title} ({len(remarks):,})", listed, classes=["proof-remarks"])
    yield paragraph(*_measured(run), classes=["claim-note"])


def _remark(remark: dict[str, str]) -> list[nodes.Node]:
    """Return a line of code, the alteration of it that no test noticed, and the finding about the alteration."""
    place = f"{remark['file']}:{remark['line']}"
    reading = proved.readings().get(remark["mutant"], "not examined yet").removeprefix("Equivalent: ")
    lines = [nodes.literal("", remark[which]) for which in ("was", "became")]
    return [
        nodes.literal("", place),
        nodes.Text(" "),
        lines[0],
        nodes.Text(" → "),
        lines[1],
        nodes.Text(f": {reading}"),
    ]


def _measured(run: Run) -> list[nodes.Node | str]:
    """Return when, where and how a run was measured."""
    days = [
        moment(told_day(day), told_day(day), datetime=day) for day in dict.fromkeys((run.began, run.ended))
    ]
    when: list[nodes.Node | str] = [days[0], *(part for day in days[1:] for part in (" to ", day))]
    where = f" on {' and on '.join(run.machines)}, {hours(run.seconds)} of one core, with Python {' and '.join(run.pythons)} and Whister {run.whister}: "
    return ["Measured ", *when, where, nodes.literal("", run.command), "."]


def told_day(iso: str) -> str:
    """Return a date in words: 22 November 2026."""
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B %Y}"


def hours(seconds: float) -> str:
    """Return a time in its largest unit."""
    for size, unit in ((3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}s"
    return f"{seconds:.0f} seconds"


def _deals(run: Run) -> str:
    count = run.counts["deals"]
    whole = run.counts.get("with all properties", 0)
    if run.failed:
        return f"{run.failed:,} of {count:,} random deals{_of(count, 1_000_000)} failed a check."
    return (
        f"{count:,} random deals{_of(count, 1_000_000)} were played. No card or chip was lost, every deal ended, every settlement "
        "was the sum of its lines, and every result was accepted when it was given by hand. "
        f"{whole:,} of the deals passed further checks: one clause refused each refused card, every action could be undone "
        "exactly, no view showed a hidden card, and every record and link could be replayed."
    )


def _openspiel(run: Run) -> str:
    count, steps = run.counts["deals"], run.counts["steps"]
    if run.failed:
        return f"The two engines differed in {run.failed:,} of {count:,} deals{_of(count, 100_000)}."
    return (
        f"{count:,} deals{_of(count, 100_000)} were played card by card in both engines. The same cards were legal at each of "
        f"{steps:,} steps, and each player had the same points at the end. The moon was shot {run.counts['moons']:,} times."
    )


def _inputs(run: Run) -> str:
    count = run.counts["inputs"]
    if run.failed:
        return f"{run.failed:,} of {count:,} broken inputs{_of(count, 1_000_000)} were not refused as they should be."
    return (
        f"{count:,} broken inputs{_of(count, 1_000_000)} were tried, such as a damaged record, an impossible result or a request in "
        "the wrong form. Each was refused in a short message or answered. None caused an unexpected error."
    )


GROUPS = ("sample", "settling", "ten a file")
"""The reasons for trying an alteration: drawn at random, in code that settles results, or to make ten in its file."""


def _mutants(run: Run) -> str:
    same = Counter(one["group"] for one in run.remarks if alike(one))
    tried = {group: run.counts.get(group, 0) - same[group] for group in GROUPS}
    killed = {group: run.counts.get(f"killed, {group}", 0) for group in GROUPS}
    count, noticed = run.counts["mutants"] - same.total(), run.counts["killed"]
    told = [
        f"The engine was altered in one place {run.counts['mutants']:,} times. "
        f"{same.total():,} of the alterations change nothing that can be noticed; each is listed with the reason. "
        f"Of the other {count:,} the tests that run that place noticed {noticed:,} ({noticed / count:.1%}): "
        f"{out_of(killed['settling'], tried['settling'])} in the files that check and settle a result, where every alteration is tried"
    ]
    if tried["sample"]:
        told[0] += f", {out_of(killed['sample'], tried['sample'])} drawn at random from the rest"
    if tried["ten a file"]:
        told[0] += f", and {out_of(killed['ten a file'], tried['ten a file'])} that make it ten in each file"
    told[0] += "."
    if tried["sample"]:
        told.append(_estimate(run, killed["sample"], tried["sample"]))
    return " ".join(told)


def _estimate(run: Run, killed: int, sampled: int) -> str:
    """Return the estimate for alterations not tried: the sample's result before tests were written for it."""
    first = run.counts.get(f"{proved.FIRST}killed, sample", killed)
    low, high = interval(first, sampled)
    share = f"{first / sampled:.1%}, with a 95% confidence interval from {low:.1%} to {high:.1%}"
    if first == killed:
        return f"Of those drawn at random that is {share}."
    return (
        f"When those drawn at random were first tried, the tests noticed {first:,} of them: {share}. Tests were then written for "
        f"what had been missed, so that {killed / sampled:.1%} is no estimate for places that were never tried."
    )


def alike(remark: Mapping[str, str]) -> bool:
    """Return whether a missed alteration was examined and found to change nothing."""
    return proved.readings().get(remark["mutant"], "").startswith("Equivalent: ")


def _browser(run: Run) -> str:
    count = run.counts["tests"]
    if run.failed:
        return f"Some of the {count:,} browser tests failed."
    return f"All {count:,} browser tests passed."


SAID: dict[str, Callable[[Run], str]] = {
    "deals": _deals, "openspiel": _openspiel, "inputs": _inputs, "mutants": _mutants, "browser": _browser,
}  # fmt: skip
UNIT = {"deals": "deals", "openspiel": "deals", "inputs": "inputs", "mutants": "mutants", "browser": "tests"}
"""The unit that each part counts."""


def _of(count: int, planned: int) -> str:
    return "" if count >= planned else f" (of {planned:,} planned)"


def out_of(part: int, whole: int) -> str:
    """Return a share in words: ``3 of the 4``, ``all 4``."""
    return f"all {whole:,}" if part == whole else f"{part:,} of the {whole:,}"


def interval(successes: int, count: int) -> tuple[float, float]:
    """Return Wilson's interval for a share, at 95% confidence."""
    z, share = 1.959964, successes / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
    return middle - half, middle + half


def setup_proof(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "proved", Proved)
