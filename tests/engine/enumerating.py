"""Endings solved a second time in the plainest way: every card is played on a copy of the deal, and every end is settled.

Nothing is pruned, remembered or merged, and nothing is taken from ``whister.players``. ``python -m
tests.engine.enumerating TRICKS COUNT`` compares ``COUNT`` endings of so many tricks, spread over all rule sets;
``house-rules`` after these plays under options that have been changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

import whister
from tests.engine.holding import dealt
from tests.house_rules import together
from whister import Deal, DealError, NotSourcedError, Rules
from whister.bots import choose
from whister.deal.public import state_of
from whister.ledger import Amount
from whister.mechanisms.end.ending import Winner
from whister.players.endings import Ending, applies, solve

Sides = Sequence[Sequence[int]]
Delta = tuple[Amount, ...]
MOST_LINES = 30_000  #: an ending with more lines of play is not enumerated


_DEALS = 100  # the deals in which an ending is looked for
_TRIES = 20  # the deals for each ending that is wanted


class TooMany(Exception):
    """An ending has too many lines of play."""


class Enumeration:
    """All the lines of play of an ending, valued for the sides given."""

    def __init__(self, deal: Deal, sides: Sides) -> None:
        self.sides = sides
        rules = state_of(deal).plan.asked.conclude
        low = any(isinstance(rule, Winner) and rule.total == "lowest" for _, rule in rules)
        self.good = -1 if low and state_of(deal).plan.settling.unit == "points" else 1
        self.ends: list[Delta] = []

    def worth(self, delta: Delta, side: int) -> Amount:
        """Return what a settlement is worth to a side: for two sides, how far it is ahead of the other."""
        each = [self.good * sum(delta[seat] for seat in seats) for seats in self.sides]
        return each[side] - each[1 - side] if len(self.sides) == 2 else each[side]

    def result(self, deal: Deal) -> Delta:
        """Return the result of a deal in which each seat to act takes the first of the actions best for its side."""
        if deal.over:
            self.ends.append(deal.settle().delta)
            if len(self.ends) > MOST_LINES:
                raise TooMany
            return self.ends[-1]
        seat = deal.to_act
        side = next((place for place, seats in enumerate(self.sides) if seat in seats), 0)
        best: Delta | None = None
        for action in deal.legal():
            found = self.result(after(deal, action))
            if best is None or self.worth(found, side) > self.worth(best, side):
                best = found
        assert best is not None
        return best


def after(deal: Deal, action: str) -> Deal:
    """Return the deal after an action."""
    twin = deal.copy()
    twin.act(action)
    return twin


def seats_together(deal: Deal, ends: Sequence[Delta]) -> set[frozenset[int]]:
    """Return the sides of an ending: partners, and opponents of a declarer whose results differ by the same amount at
    every end."""
    state, table = state_of(deal), state_of(deal).plan.table
    partner = state.facts.get("silent", deal.partner)
    if table.sides is not None:
        return {frozenset(seat for seat in table.seats if table.sides[seat] == side) for side in table.sides}
    if deal.declarer is None:
        return {frozenset({seat}) for seat in table.players}
    own = frozenset({deal.declarer, deal.declarer if partner is None else partner})
    others = [seat for seat in table.players if seat not in own]
    gains = [[delta[seat] - ends[0][seat] for seat in others] for delta in ends]
    if table.defenders_joined or all(gain == each[0] for each in gains for gain in each):
        return {own, frozenset(others)}
    return {own, *(frozenset({seat}) for seat in others)}


def compare(deal: Deal) -> Ending:
    """Check an ending against its enumeration. Raises ``AssertionError``, or ``TooMany`` for too many lines of play."""
    before = deal.copy()
    ending = solve(deal, nodes=3_000_000)
    assert deal == before
    assert not ending.capped
    plain = Enumeration(deal, ending.sides)
    wanted = {action: plain.result(after(deal, action)) for action in deal.legal()}
    assert [each.action for each in ending.results] == list(wanted), f"{deal!r}"
    side = next((place for place, seats in enumerate(ending.sides) if ending.seat in seats), 0)
    values = {}
    for each in ending.results:
        values[each.action] = plain.worth(each.delta, side)
        assert values[each.action] == plain.worth(wanted[each.action], side), (each, wanted, deal.actions)
        if not ending.exact:
            assert each.delta == wanted[each.action], (each, wanted, deal.actions)
        twin = deal.copy()
        for seat, action in each.line:
            assert twin.to_act == seat
            twin.act(action)
        while not twin.over:  # a choice after the play
            twin.act(twin.legal()[0])
        assert twin.settle().delta == each.delta or state_of(deal).plan.course.after_all
    assert list(ending.best) == [action for action, value in values.items() if value == max(values.values())]
    assert ending.exact == (len(ending.sides) == 2)
    together = seats_together(deal, plain.ends)
    found = {frozenset(seats) for seats in ending.sides}
    parted = {seat for seats in ending.sides for seat in seats}
    assert found == together or (
        len(found) > len(together) and all(any(one <= all_ for all_ in together) for one in found)
    ), (found, together)
    assert parted == set(state_of(deal).plan.table.players)
    return ending


def endings(rules: Rules, tricks: int, chance: Random) -> Iterator[Deal]:
    """Yield deals with so many cards in the longest hand, at a lead or within a trick, as they come about by chance."""
    for _ in range(_DEALS):
        deal = dealt(rules, chance)
        careful = chance.random() < 0.5
        extra = chance.randrange(state_of(deal).plan.table.n)
        while not deal.over:
            state = state_of(deal)
            playing = state.tables is not None
            if playing and max(len(hand) for hand in deal.hands) + bool(deal.trick.cards) <= tricks:
                if not extra and not applies(deal):
                    yield deal
                    break
                extra -= bool(extra)
            if playing or not careful:
                legal = deal.legal()
                deal.act(legal[int(chance.random() ** (1 if playing else 2) * len(legal))])
            else:
                deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])


def compared(name: str, tricks: int, count: int, seed: str, *, house_rules: bool = False) -> list[Ending]:
    """Compare some endings of a rule set, for any number of players, perhaps under house rules; return them."""
    found: list[Ending] = []
    chance = Random(f"{name}, {tricks}, {seed}")
    plain = whister.load(name)
    kinds = (
        [*together(plain, chance)] if house_rules else [whister.load(name, players=n) for n in plain.players]
    )
    for _ in range(_TRIES * count):
        if len(found) == count:
            break
        deal = next(endings(chance.choice(kinds), tricks, chance), None)
        if deal is not None:
            with suppress(TooMany, NotSourcedError):
                found.append(compare(deal))
    return found


if __name__ == "__main__":
    tricks, count = int(sys.argv[1]), int(sys.argv[2])
    house_rules = sys.argv[3:4] == ["house-rules"]
    names = sys.argv[3 + house_rules :] or whister.catalogue()
    total = exact = 0
    for place, name in enumerate(names):
        share = count * (place + 1) // len(names) - count * place // len(names)
        try:
            found = compared(name, tricks, share, "all", house_rules=house_rules)
        except (AssertionError, DealError) as error:
            print(f"{name}: {type(error).__name__} {str(error)[:600]}", flush=True)
            continue
        total, exact = total + len(found), exact + sum(ending.exact for ending in found)
        print(f"{name}: {len(found)} of {share}, {sum(ending.exact for ending in found)} exact", flush=True)
    print(f"{total} endings of {tricks} tricks alike, {exact} of them exact")
