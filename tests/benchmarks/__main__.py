"""Measures the engine and the site, and prints one table. Nothing is asserted: figures are for reading.

Run by ``python3 noxfile.py -s benchmarks``; after ``--``, ``--only first-move`` (or another part) measures one part,
and ``--rounds 1`` is quick and rough. Times are meaningful only on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import (
    action,
    build,
    cluster,
    deals,
    decisions,
    elsewhere,
    endings,
    first_move,
    paint,
    weight,
)
from tests.benchmarks.figures import Figure, keep, show


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--site", type=Path, required=True, help="the built site")
    parser.add_argument("--peer", type=Path, required=True, help="the site of the peer")
    parser.add_argument("--node", type=Path, help="the Node that runs the browser's Python")
    parser.add_argument("--runtime", type=Path, help="the folder of the browser's Python")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each timed measure")
    parts: dict[str, Callable[[], list[Figure]]] = {
        "weight": lambda: weight.measure(chosen.site),
        "first-move": lambda: first_move.measure(chosen.site, chosen.peer, chosen.rounds),
        "elsewhere": lambda: elsewhere.measure(chosen.site, min(chosen.rounds, 2)),
        "paint": lambda: paint.measure(chosen.site, chosen.rounds),
        "action": lambda: action.measure(chosen.site, chosen.rounds),
        "deals": lambda: deals.measure(chosen.rounds, chosen.node, chosen.runtime),
        "decisions": lambda: decisions.measure(chosen.node, chosen.runtime),
        "endings": endings.measure,
        "cluster": lambda: cluster.measure(chosen.rounds),
        "build": lambda: build.measure(chosen.rounds),
    }
    parser.add_argument("--keep", action="store_true", help="keep what --only measures, for the site's page")
    parser.add_argument("--only", choices=list(parts), help="measure this part alone")
    chosen = parser.parse_args()
    figures, failed = [], False
    for part in [chosen.only] if chosen.only else parts:
        print(f"  {part} …", file=sys.stderr, flush=True)
        try:
            figures += parts[part]()
        except Exception:  # the other parts are still worth measuring
            failed = True
            traceback.print_exc()
            figures.append(Figure(part, "could not be measured; see above", ""))
    show(figures)
    if chosen.keep and chosen.only and not failed:
        keep(chosen.only, figures)
    sys.exit(failed)


if __name__ == "__main__":
    main()
