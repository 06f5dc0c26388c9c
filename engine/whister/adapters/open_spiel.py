"""A deal as a game of OpenSpiel, written in Python and registered under the name ``python_whister``.

Needs the package ``open_spiel``: ``pip install 'open_spiel>=2.0.2'``. Import this module to register the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from whister.adapters.episode import Episode, Setting
from whister.adapters.imagining import imagined
from whister.adapters.lengths import longest
from whister.adapters.observing import Array, Observer
from whister.adapters.payoffs import limits, result
from whister.adapters.refused import AdapterMissing, Unknowable
from whister.errors import OptionError
from whister.ledger import Ledger
from whister.rules import Rules, load_with

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise AdapterMissing("the game for OpenSpiel", "openspiel", missing.name) from None

NAME = "python_whister"
_PARAMETERS = {"rules": "", "players": 0, "options": ""}
_FEWEST, _MOST = 2, 20  # players, in all rule sets


def _game_type(fewest: int, most: int) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Hearts, Boston and Rook by historical rules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
        default_loadable=False,
    )


class WhisterGame(pyspiel.Game):  # type: ignore[misc]
    """A rule set with its options as a game. Its players are the seats in order; a dummy is not a player.

    The parameters are ``rules``, an ID; ``players``, their number (0 for the usual one); and ``options`` in the form
    ``moon:new;pass:left``. ``game`` makes such a game from any rules. The actions are the indices of ``indices``, and
    chance deals the cards (see ``whister.adapters.episode``). Returns are in the unit of the game, and higher ones are
    better; they are 0 if no source gives the payment.

    Raises ``UnknownRuleSet`` or ``OptionError`` for parameters that are not those of a rule set.
    """

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        *,
        rules: Rules | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.setting = Setting(_rules(given) if rules is None else rules, ledger)
        self.rules, self.indices = self.setting.rules, self.setting.indices
        self.observer = Observer(self.indices)
        self.seats = self.rules.plan.table.players
        self.longest = longest(self.rules)
        least, most = limits(self.rules, ledger)
        players = len(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.indices),
            max_chance_outcomes=self.indices.cards,
            num_players=players,
            min_utility=least,
            max_utility=most,
            max_game_length=self.longest,
        )
        super().__init__(_game_type(players, players), info, given)

    def new_initial_state(self) -> WhisterState:
        """Return the state before the first card is dealt."""
        return WhisterState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards that chance deals."""
        return self.setting.dealt

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> TensorObserver:
        """Return an observer of what one player sees now or, with perfect recall, of all that it knows.

        Raises ``Unknowable`` for other kinds of observation, such as public ones.
        """
        return TensorObserver(self, iig_obs_type, params)


class WhisterState(pyspiel.State):  # type: ignore[misc]
    """A deal in OpenSpiel; ``episode`` is the deal itself."""

    def __init__(self, game: WhisterGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.setting)

    @property
    def _seats(self) -> tuple[int, ...]:
        return self.episode.setting.rules.plan.table.players

    def current_player(self) -> Any:
        """Return the player whose step comes next, or the number that means chance, or that the deal is over."""
        steps = self.episode.steps
        if steps is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if steps.seat is None else self._seats.index(steps.seat)

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self.episode.over

    def _legal_actions(self, player: int) -> list[int]:
        steps = self.episode.steps
        return [] if steps is None else list(steps.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, each with its probability."""
        return self.episode.chances()

    def _apply_action(self, action: int) -> None:
        self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        text = self.episode.setting.indices[action]
        return f"deal {text}" if player == pyspiel.PlayerId.CHANCE else text

    def returns(self) -> list[float]:
        """Return the result of each player; 0 for each until the deal is over."""
        steps = self.episode.steps
        if steps is None or not steps.over:
            return [0.0] * len(self._seats)
        found = result(steps.deal).utilities
        return [found[seat] for seat in self._seats]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> WhisterState:
        """Return a state that the player to act cannot distinguish from this one, with the cards that it has not seen
        drawn at random.

        ``sampler`` returns a number from 0 to 1, from which they are drawn. Only algorithms written in Python can call
        this method. Raises ``Unknowable`` if the player is not to act, or if no such state is found.
        """
        steps = self.episode.steps
        if steps is None or player != self.current_player():
            raise Unknowable(
                f"player {player} is not to act; a state can be drawn only for the player who is"
            )
        state: WhisterState = self.get_game().new_initial_state()
        for index in imagined(self.episode, Random(sampler())).chosen:
            state.apply_action(index)
        return state

    def __str__(self) -> str:
        steps, texts = self.episode.steps, self.episode.setting.indices.texts
        if steps is None:
            return " ".join(["dealt:", *(texts[card] for card in self.episode.pack)])
        chosen = [f"Chosen: {' '.join(texts[card] for card in steps.chosen)}"] if steps.chosen else []
        return "\n".join([str(steps.deal), *chosen])


class TensorObserver:
    """What one player sees, as a tensor and as text; or only what all can see, or what this player alone can see.

    ``dict`` has the arrays of ``whister.adapters.observing`` by name, and ``tensor`` all of them in one row. With
    perfect recall there is one more, ``history``: for each step that the player knows of, the seat (1 for the
    player's own, 2 for the next, and so on) and the index plus 1, or 0 for a card chosen in secret. The rest of it is
    0. What all can see is given as from the first player's seat.
    """

    def __init__(self, game: WhisterGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if params or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise Unknowable(
                f"{NAME}: only what one player or everyone sees can be observed, without parameters"
            )
        self._game, self._recalls, self._public = game, kind.perfect_recall, kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        arrays = [
            array
            for array in game.observer.arrays.values()
            if (self._private if array.private else self._public)
        ]
        if self._recalls:
            arrays.append(Array("history", (game.longest, 2), "the steps so far"))
        self.tensor = np.zeros(sum(array.size for array in arrays), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for array in arrays:
            self.dict[array.name] = self.tensor[at : at + array.size].reshape(array.shape)
            at += array.size

    def set_from(self, state: WhisterState, player: int) -> None:
        """Fill the arrays with what a player sees; all are 0 before the cards are dealt."""
        self.tensor.fill(0)
        episode, seat = state.episode, self._game.seats[player if self._private else 0]
        if episode.steps is None:
            return
        for name, entries in self._game.observer.seen(episode.steps, seat).items():
            if name in self.dict:
                self.dict[name].flat = entries
        if self._recalls:
            n = self._game.rules.plan.table.n
            known = episode.history(seat if self._private else None)
            for row, (other, index) in zip(self.dict["history"], known, strict=False):
                row[:] = (other - seat) % n + 1, index + 1

    def string_from(self, state: WhisterState, player: int) -> str:
        """Return what a player sees, or with perfect recall all that it knows, as text."""
        seat = self._game.seats[player] if self._private else None
        return state.episode.text(seat, recalls=self._recalls, public=self._public)


def game(rules: Rules, *, ledger: Ledger | None = None) -> WhisterGame:
    """Return the game of any rules, with the given ledger before the deal (by default that at the start of a game).

    The game can be written as text, and so loaded again by ``pyspiel.load_game``, only if the rules are those of the
    catalogue, their options are not tables, and no ledger is given.
    """
    options = ";".join(f"{name}:{value}" for name, value in rules.chosen.items())
    params = {"rules": rules.id, "players": len(rules.plan.table.players), "options": options}
    return WhisterGame(params, rules=rules, ledger=ledger)


def _rules(params: Mapping[str, Any]) -> Rules:
    options: dict[str, Any] = {}
    for option in filter(None, params["options"].split(";")):
        name, colon, value = option.partition(":")
        if not colon:
            raise OptionError(f"python_whister, options: expected 'name:value', got {option!r}")
        options[name] = value
    return load_with(params["rules"], params["players"] or None, options)


pyspiel.register_game(_game_type(_FEWEST, _MOST), WhisterGame)

__all__ = ["NAME", "TensorObserver", "WhisterGame", "WhisterState", "game"]
