"""Carries on one part of the proof. Run by ``python3 noxfile.py -s proof``; ``-- --only deals`` is one part alone."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Sequence

from tests.proof.running import Busy, Changed, Found, Part, carry_on, note

PARTS = ("deals", "openspiel", "inputs", "mutants")


def part(name: str, number: int | None, jobs: int) -> Part:
    """Return a part by its name, with so many deals, inputs or mutants; with all of them if no number is given."""
    if name == "deals":
        from tests.proof import deals

        return Part(name, chunks("deals", number, deals.ALL_DEALS, deals.DEALS), deals.chunk)
    if name == "openspiel":
        from tests.proof import openspiel

        return Part(name, chunks("deals", number, openspiel.ALL_DEALS, openspiel.DEALS), openspiel.chunk)
    if name == "mutants":
        from tests.proof import mutants

        mutants.prepare(jobs)
        return Part(name, min(number or 10**9, len(mutants.chosen())), mutants.chunk)
    from tests.proof import inputs

    return Part(name, chunks("inputs", number, inputs.ALL_INPUTS, inputs.INPUTS), inputs.chunk)


def chunks(unit: str, asked: int | None, planned: int, each: int) -> int:
    """Return how many whole chunks contain the number asked for; print a line if they contain more than that."""
    found = math.ceil((asked or planned) / each)
    if asked is not None and asked % each:
        print(f"  {unit}: {asked:,} asked for, {found * each:,} in whole chunks of {each:,}", flush=True)
    return found


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="proof", description=(__doc__ or "").splitlines()[0], allow_abbrev=False
    )
    parser.add_argument("part", choices=(*PARTS, "browser"))
    parser.add_argument(
        "--came-to",
        type=float,
        nargs=3,
        metavar=("PASSED", "FAILED", "SECONDS"),
        help="what the browser's tests came to",
    )
    for unit in ("deals", "inputs", "mutants"):
        rounded = "" if unit == "mutants" else ", rounded up to whole chunks, which it says"
        parser.add_argument(f"--{unit}", type=_some, metavar="N", help=f"so many {unit} and no more{rounded}")
    parser.add_argument(
        "--seconds",
        type=float,
        default=0,
        metavar="N",
        help="stop after so long; the rest is for the next time",
    )
    parser.add_argument(
        "--jobs", type=int, default=0, metavar="N", help="so many processes; one for each core without it"
    )
    parser.add_argument("--again", action="store_true", help="try those mutants again that were missed")
    chosen = parser.parse_args(words)
    if chosen.part == "browser":
        passed, failed, seconds = chosen.came_to
        words = [f"{failed:.0f} tests failed"] if failed else []
        return int(note("browser", Found({"tests": int(passed + failed)}, words), seconds).failed > 0)
    number = {"inputs": chosen.inputs, "mutants": chosen.mutants}.get(chosen.part, chosen.deals)
    jobs = chosen.jobs or os.cpu_count() or 1
    try:
        whole = part(chosen.part, number, jobs)
        if chosen.again and chosen.part == "mutants":
            from tests.proof.again import again

            return int(again(whole, jobs) > 0)
        run = carry_on(whole, jobs=jobs, seconds=chosen.seconds)
    except (Busy, Changed) as refusal:
        sys.exit(str(refusal))
    except KeyboardInterrupt:
        sys.exit("stopped; what was done is kept")
    return int(run.failed > 0)


def _some(said: str) -> int:
    """Return the number of deals, inputs or mutants asked for; refuse 0, which would mean all of them."""
    if int(said) < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {said}")
    return int(said)


if __name__ == "__main__":
    sys.exit(main())
