"""Measures the engine and the site, and prints one table. Nothing is asserted: figures are for reading.

Run by ``python3 noxfile.py -s benchmarks``; after ``--``, ``--only deals`` (or weight, first-move) measures one part.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.benchmarks import deals, first_move, weight
from tests.benchmarks.figures import Figure, show


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--site", type=Path, required=True, help="the built site")
    parser.add_argument("--only", choices=("deals", "weight", "first-move"), help="measure this part alone")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each timed measure")
    chosen = parser.parse_args()
    figures: list[Figure] = []
    if chosen.only in {None, "deals"}:
        figures += deals.measure(chosen.rounds)
    if chosen.only in {None, "weight"}:
        figures += weight.measure(chosen.site)
    if chosen.only in {None, "first-move"}:
        figures += first_move.measure(chosen.site, chosen.rounds)
    show(figures)


if __name__ == "__main__":
    main()
