"""OpenSpiel's search at Hearts as an opponent: a deal of ours repeated in its game, and its choice of cards.

It chooses no cards to pass, since it cannot pass after cards were passed to it: the cautious player passes for it.
"""

from __future__ import annotations

import pyspiel

from whister import Deal

SIMULATIONS = 1000
#: the weight of exploration; points at Hearts go up to 26
_EXPLORATION = 15.0
_DIRECTIONS = {"hold": 0, "left": 1, "across": 2, "right": 3}
GAME = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})


def bot(seed: int, simulations: int = SIMULATIONS) -> pyspiel.Bot:
    """Return a bot that searches with this number of simulations for each card."""
    return pyspiel.ISMCTSBot(
        seed, pyspiel.RandomRolloutEvaluator(1, seed), _EXPLORATION, simulations, -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip


def repeated(deal: Deal) -> pyspiel.State:
    """Return OpenSpiel's game at the same point as a deal in the play of the hand."""
    state = GAME.new_initial_state()
    names = ["hold", "left", "right", "across"]
    passes = [(seat, action) for seat, action in deal.actions if action.verb == "give"]
    direction = names[(deal.ledger.number) % 4] if passes else "hold"
    state.apply_action(_DIRECTIONS[direction])
    hands = [list(map(str, hand)) for hand in deal.dealt]
    for at in range(52):
        apply(state, hands[at % 4][at // 4])
    for seat, action in sorted(passes, key=lambda done: done[0]):
        assert state.current_player() == seat
        for card in sorted(map(str, action.cards), key=lambda card: _number(state, card)):
            apply(state, card)
    for seat, action in deal.actions:
        if action.verb == "play":
            assert state.current_player() == seat
            apply(state, str(action))
    return state


def chosen(state: pyspiel.State, player: pyspiel.Bot) -> str:
    """Return the card that a bot chooses, in our notation."""
    action = player.step(state)
    return str(state.action_to_string(state.current_player(), action))


def _number(state: pyspiel.State, card: str) -> int:
    seat = state.current_player()
    found: int = next(a for a in state.legal_actions() if state.action_to_string(seat, a) == card)
    return found


def apply(state: pyspiel.State, card: str) -> None:
    """Play, pass or deal a card in OpenSpiel's game."""
    state.apply_action(_number(state, card))
