"""Plays the studies of the site, each in a file of its own, and keeps their results family by family.

Run by ``python3 noxfile.py -s studies``. After ``--``: ``--kind set`` (or another), ``--only hearts/black-lady`` (a rule
set or a family; may be repeated), ``--minutes N`` to stop in time, ``--most N`` for no more than so many deals of each,
``--cost`` to print what is left to play, ``--keep`` to write what is known for the site, and ``--stale`` to name what is
kept and older than the code. An interrupted run continues where it stopped, and any run from what is kept: only the
deals after those are played.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path

from tests.studies.campaign import ENOUGH, KINDS, STEPS, Plan, plans, precise
from tests.studies.continued import Continued
from whister.studies import kept
from whister.studies.asked import Asked
from whister.studies.clusters import cores, processes
from whister.studies.estimating import estimate, in_words
from whister.studies.running import Progress, run
from whister.studies.sums import Sums

ROOT = Path(__file__).parents[2]
PLAYED = ROOT / "build/studies"
KEPT = ROOT / "docs/_studies"
_BY_TRICK = {"choices", "points"}
_MIDDLE = (1, 17)  #: the chunks that are checked, besides the last


class OutOfTimeError(Exception):
    """Raised when the minutes are over."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="studies", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--only", action="append", default=[], help="a rule set or a family")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--most", type=int, default=0, help="the most deals of each study")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--cost", action="store_true", help="print what is left, and play nothing")
    parser.add_argument(
        "--keep", action="store_true", help="write what is known for the site, and play nothing"
    )
    parser.add_argument(
        "--stale",
        action="store_true",
        help="name the figures kept that are older than the code, and fail if there are any",
    )
    asked = parser.parse_args()
    if asked.stale:
        sys.exit(bool(stale()))
    if asked.minutes < 0 or asked.most < 0 or asked.processes < 1:
        parser.error("expected --minutes and --most from 0, and --processes from 1")
    every = list(plans(tuple(asked.kind or KINDS)))
    for name in asked.only:
        if not any(_wanted(plan, [name]) for plan in every):
            parser.error(
                f"--only {name}: no study of these kinds is about a rule set or a family of this name"
            )
    chosen = [plan for plan in every if _wanted(plan, asked.only)]
    if asked.keep:
        keep(chosen)
    elif asked.cost:
        cost(chosen, asked.processes)
    else:
        play(
            chosen,
            asked.processes,
            asked.most,
            time.monotonic() + 60 * asked.minutes if asked.minutes else None,
        )


def _wanted(plan: Plan, only: list[str]) -> bool:
    return not only or any(name in (plan.family, plan.name.partition("#")[0]) for name in only)


def store_of(plan: Plan) -> Continued:
    """Open the file of a study. Results of other rules or other players are in another file, and those that are kept
    are not used with them."""
    origin = plan.asked.origin
    name = plan.name.replace("/", "-").replace("#", "--")
    behaviour = "-".join(part.partition("-")[2][:6] for part in origin.behaviour)
    folder = PLAYED / plan.kind
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}-{behaviour}-{origin.policy}-{origin.revision}.sqlite"
    return Continued(file, plan.asked, _kept(_file_of(plan)).get(plan.name))


def _file_of(plan: Plan) -> Path:
    return KEPT / f"{plan.family}-{plan.kind}.jsonl"


@cache
def _kept(file: Path) -> dict[str, kept.Kept]:
    return {study.name: study for study in kept.read(file)}


def stages(plan: Plan, store: Continued, most: int = 0) -> Iterator[Asked]:
    """Yield how many chunks to play before a pair is looked at again, from as many as are kept; of a single rule set, all
    of them."""
    asked = plan.asked
    counts = {
        part: min(count, max(1, most // 200)) if most else count for part, count in asked.counts.items()
    }
    if not plan.pair:
        yield asked._replace(counts=counts)
        return
    most_chunks, begun = counts["deals"], store.begun.get("deals", 0)
    for done in range(min(2 * STEPS, most_chunks), most_chunks + STEPS, STEPS):
        if min(done, most_chunks) >= begun:
            yield asked._replace(counts={"deals": min(done, most_chunks)})


def play(chosen: list[Plan], workers: int, most: int, end: float | None) -> None:
    """Play what is left of each study."""
    begun = time.monotonic()

    def told(now: Progress) -> None:
        if end is not None and time.monotonic() > end:
            raise OutOfTimeError

    with processes(workers) if workers > 1 else nullcontext() as pool:
        try:
            for number, plan in enumerate(chosen, 1):
                with store_of(plan) as store:
                    for asked in stages(plan, store, most):
                        run(asked, store, executor=pool, workers=workers, told=told)
                        if plan.pair and precise(store.together(asked.counts)):
                            break
                spent = in_words(time.monotonic() - begun)
                print(
                    f"\r  {number} of {len(chosen)} studies in {spent}: {plan.kind} {plan.name}      ",
                    end="",
                    file=sys.stderr,
                )
        except OutOfTimeError:
            print("\n  the time is over; the same command goes on", file=sys.stderr)


def stale() -> int:
    """Print which of the studies kept are older than the rules, the players or the engine; return how many."""
    found = [
        f"{study.name} ({study.kind}): {', '.join(why)}"
        for file in sorted(KEPT.glob("*.jsonl"))
        for study in kept.read(file)
        if (why := study.stale())
    ]
    for line in found:
        print(line)
    return len(found)


def cost(chosen: list[Plan], workers: int) -> None:
    """Print the time that each kind of study still needs, from a few deals of each."""
    seconds: dict[str, float] = defaultdict(float)
    chunks: dict[str, int] = defaultdict(int)
    for plan in chosen:
        with store_of(plan) as store:
            if plan.pair and any(_known(plan.asked, asked, store) for asked in stages(plan, store)):
                continue
            left = estimate(plan.asked, workers, store)
        seconds[plan.kind] += left.seconds * left.workers
        chunks[plan.kind] += left.chunks
    for kind, each in seconds.items():
        print(f"{kind:8} {chunks[kind]:>8,} chunks, at most {in_words(each)} of one core")
    print(
        f"in all, at most {in_words(sum(seconds.values()))} of one core; with {workers} processes about {in_words(sum(seconds.values()) / workers)}"
    )


def _known(plan: Asked, asked: Asked, store: Continued) -> bool:
    """Return whether a pair is finished: the chunks of this stage are there, and precise or the last."""
    wanted = asked.counts["deals"]
    if not set(range(1, wanted + 1)) <= store.known("deals"):
        return False
    return wanted == plan.counts["deals"] or precise(store.together(asked.counts))


def keep(chosen: list[Plan]) -> None:
    """Write what is known of each study, in a file for each family and kind."""
    found: dict[Path, list[kept.Kept]] = defaultdict(list)
    for plan in chosen:
        with store_of(plan) as store:
            counts = {part: _in_a_row(store.known(part)) for part in plan.asked.counts}
            wanted = {part: max(most, store.begun.get(part, 0)) for part, most in plan.asked.counts.items()}
            counts = {part: min(count, wanted[part]) for part, count in counts.items() if count}
            if plan.pair:
                counts = _finished(plan, counts, store)
            if set(counts) != set(plan.asked.counts) or counts.get("field", ENOUGH) < ENOUGH:
                continue
            asked = plan.asked._replace(counts=counts)
            each = {(part, number): sums for part in counts for number in (*_MIDDLE, counts[part])
                    for sums in store.sums(part, min(number, counts[part]), number - 1)}  # fmt: skip
            study = kept.Kept.of(plan.kind, plan.name, asked, _shown(plan, store.together(counts)), each)
            before = store.before.checks if store.before is not None else {}
            found[_file_of(plan)].append(study._replace(checks={**before, **study.checks}))
    for file, studies in found.items():
        names = {study.name for study in studies}
        kept.write(file, [*studies, *(old for old in kept.read(file) if old.name not in names)])
        print(f"docs/_studies/{file.name}: {len(studies)} studies, {file.stat().st_size // 1024:,} KB")


def _shown(plan: Plan, sums: Sums) -> Sums:
    """Return the sums that the site shows: of a pair, not those of each trick, which would be most of the file."""
    return {name: each for name, each in sums.items() if not (plan.pair and set(name.split("/")) & _BY_TRICK)}


def _in_a_row(known: set[int]) -> int:
    """Return how many chunks are known from the first on without a gap."""
    return next(number for number in range(1, len(known) + 2) if number not in known) - 1


def _finished(plan: Plan, counts: dict[str, int], store: Continued) -> dict[str, int]:
    """Return the chunks up to the first stage that is precise, or as many as are known."""
    for asked in stages(plan, store):
        if asked.counts["deals"] <= counts.get("deals", 0) and precise(store.together(asked.counts)):
            return asked.counts
    return counts


if __name__ == "__main__":
    main()
