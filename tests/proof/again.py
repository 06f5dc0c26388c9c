"""Tries again the alterations that were missed, since tests added later may notice them."""

from __future__ import annotations

from rulebook.proofs import proved
from rulebook.proofs.proved import FIRST
from tests.proof.mutants import OUT_OF_TIME, chunk
from tests.proof.running import Part, opened, results


def again(part: Part, jobs: int) -> int:
    """Try the missed alterations again on today's code, and return how many are still missed.

    Those that were read and found to change nothing are not tried. What is noticed now is added to the counts at once.
    The counts of the first try are kept beside them: tests that were written for the missed alterations prove nothing
    about places that were never tried.
    """
    readings = proved.readings()
    with opened(part) as (run, keep):
        for name in [name for name in run.counts if name.startswith("killed")]:
            run.counts.setdefault(f"{FIRST}{name}", run.counts[name])
        missed = sorted(
            int(one["chunk"])
            for one in run.remarks
            if not readings.get(one["mutant"], "").startswith("Equivalent: ")
        )
        for number, found, spent in results(chunk, missed, jobs, 0):
            others = [one for one in run.remarks if one["chunk"] != str(number)]
            run.remarks = [*others, *found.remarks]
            if not found.remarks:
                for name, count in found.counts.items():
                    if name.startswith(("killed", OUT_OF_TIME)):
                        run.counts[name] = run.counts.get(name, 0) + count
            run.seconds = round(run.seconds + spent, 1)
            keep()
        left = sum(int(one["chunk"]) in missed for one in run.remarks)
        print(f"  {part.name}: {len(missed):,} tried again, {left:,} still missed", flush=True)
        return left


__all__ = ["again"]
