"""The rules of thumb of the cautious player."""

from __future__ import annotations

from random import Random

import whister
from whister.players import choose
from whister.players.estimate import slam_nears


def test_a_player_stops_two_opponents_who_alone_have_captured_hearts() -> None:
    rules, chance, stopped = whister.load("hearts/partnership"), Random(52), 0
    for number in range(30):
        deal = rules.deal(f"slam/{number}")
        while not deal.over:
            seat = deal.to_act
            assert seat is not None
            view = deal.view(seat)
            if seat % 2:  # the other side plays at random
                deal.act(view.legal[int(chance.random() * len(view.legal))], seat)
                continue
            action = choose(view)
            if view.trick.cards and slam_nears(view):
                assert view.wins(action.cards[0]) == any(view.wins(play.cards[0]) for play in view.legal)
                stopped += 1
            deal.act(action, seat)
    assert stopped
