"""A deal played to its end with a player in each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from whister.deal.public import DealFace, state_of
from whister.deal.view import LiveView, View
from whister.errors import DealError
from whister.notation import Action
from whister.players.cautious import choose, speak
from whister.players.entrants import Entrant
from whister.players.protocol import Forfeit, Player, ask


def play(
    deal: DealFace, players: Mapping[int, Player],
    watch: Callable[[DealFace, Sequence[Action]], None] | None = None,
) -> tuple[Forfeit, ...]:  # fmt: skip
    """Play a deal to its end and return the choices that were forfeited. A seat without a player is played cautiously.

    ``watch`` is called before each action, with the deal and the legal actions. Each player is asked in turn, with the view of its own seat only. What may be announced at any time and is to a seat's
    advantage is announced for it. Raises ``DealError`` if the deal cannot be played to its end.
    """
    forfeits: list[Forfeit] = []
    while not deal.over:
        announce(deal, state_of(deal).plan.table.players, deal.act)
        seat = deal.to_act
        if seat is None:
            break
        legal, player = deal.legal(), players.get(seat)
        if watch is not None:
            watch(deal, legal)
        if not legal:
            raise DealError(f"the deal cannot be played out: nothing may be done in the phase {deal.phase!r}")
        forfeit = None
        if len(legal) == 1:
            action = legal[0]
        elif player is None:
            action = choose(LiveView(state_of(deal), seat))
        else:
            action, forfeit = ask(player, deal.view(seat))
        if forfeit is not None:
            forfeits.append(forfeit)
        deal.act(action, seat)
    return tuple(forfeits)


def announce(deal: DealFace, seats: Sequence[int], act: Callable[[Action, int], None]) -> None:
    """Let these seats announce what is to their advantage, in turn or out of turn."""
    for seat in seats:
        while profits(deal, seat) and (said := speak(deal.view(seat))) is not None:
            act(said, seat)


def profits(deal: DealFace, seat: int) -> list[Action]:
    """Return what a seat may announce to its advantage, in turn or out of turn."""
    state = state_of(deal)
    asides = state.plan.course.asides.get(deal.phase, ()) if not deal.over else ()
    useful = [aside for aside in asides if aside.pays or aside.weighed]
    return [action for aside in useful for action in aside.offers(state, seat)]


class Others:
    """The players of the other seats at a table: one for each seat that is named, and a usual one for the rest.

    Each is made when it is first asked.
    """

    def __init__(self, usual: Entrant, seats: Mapping[int, Entrant] = {}) -> None:
        self.usual, self.seats = usual, dict(seats)
        self._made: dict[int, Player] = {}

    def check(self) -> None:
        """Check that every player can be loaded. Raises ``PlayerError``."""
        for entrant in dict.fromkeys((self.usual, *self.seats.values())):
            entrant.player().close()

    def ask(self, view: View) -> tuple[Action, Forfeit | None]:
        """Return the action of the player in the seat of a view, and the forfeit if the player did not choose it."""
        if view.seat not in self._made:
            self._made[view.seat] = self.seats.get(view.seat, self.usual).make()
        return ask(self._made[view.seat], view)

    def close(self) -> None:
        """End what the players have started."""
        for player in self._made.values():
            player.close()


#: Cautious players in every seat.
CAUTIOUS = Others(Entrant("cautious"))

__all__ = ["CAUTIOUS", "Others", "announce", "play", "profits"]
