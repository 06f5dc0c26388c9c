"""Deals sent to other processes, and their results there."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import whister
from whister import Deal
from whister.bots import choose


def _played_on(deal: Deal) -> tuple[Deal, whister.Settlement]:
    """Play a deal to the end with the bots, in another process; return the deal and its settlement."""
    while not deal.over:
        seat = deal.pending[0]
        deal.act(choose(deal.view(seat)), seat)
    return deal, deal.settle()


def test_deals_are_played_by_other_processes_as_by_this_one() -> None:
    rules = [whister.load(name) for name in ("hearts/black-lady", "boston/fontainebleau", "rook/tournament")]
    deals = [each.deal(f"pool {number}") for each in rules for number in range(2)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        came = [*pool.map(_played_on, deals)]
    for deal, (there, settled) in zip(deals, came, strict=True):
        here, expected = _played_on(deal)
        assert (there, settled) == (here, expected)
