"""A deal as a PettingZoo environment (AEC): one agent for each player, one deal for each episode.

Needs the package ``pettingzoo``: ``pip install 'pettingzoo>=1.27'``.
"""

from __future__ import annotations

from typing import Any

from whister import checks
from whister.adapters.indices import Indices
from whister.adapters.observing import Array, Observer
from whister.adapters.payoffs import result
from whister.adapters.refused import AdapterMissing, IllegalIndex
from whister.adapters.steps import Steps
from whister.ledger import Ledger
from whister.rules import Rules, load

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as missing:
    raise AdapterMissing("the environment for PettingZoo", "pettingzoo", missing.name) from None

Observation = dict[str, Any]


def env(
    rules: Rules | str,
    seed: int | None = None,
    *,
    ledger: Ledger | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """Return an environment for some rules, given as such or by ID.

    The deals are shuffled from ``seed``, which ``reset(seed=…)`` replaces; without one they are different each time.
    Each episode is one deal with the same ``ledger``, by default that at the start of a game. The wrapper raises an
    error if ``step`` is called before ``reset``. Raises what ``whister.load`` raises for an unknown ID.
    """
    return OrderEnforcingWrapper(Table(rules, seed, ledger=ledger, render_mode=render_mode))


class Table(AECEnv):  # type: ignore[misc]
    """The environment itself. The agents are ``seat_0``, ``seat_1`` and so on; a dummy is not an agent.

    An action is an index of ``indices``. An observation has two parts: ``observation``, a dict of arrays (see
    ``observer.arrays``), and ``action_mask``, an array of ``int8`` with a 1 for each index that the agent may choose
    now, all 0 when another agent is to act. Arrays that count something have entries of type ``int8``, the others of
    ``float32``.

    All rewards come at the end of the deal: the settlement in the unit of the game, negated where low totals win, so
    that more is better. If no source gives the payment, the rewards are 0, and ``unpriced`` in ``infos`` says what is
    missing.
    """

    metadata: dict[str, Any] = {"name": "whister_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, rules: Rules | str, seed: int | None = None, *, ledger: Ledger | None = None, render_mode: str | None = None
    ) -> None:  # fmt: skip
        super().__init__()
        self.rules = rules if isinstance(rules, Rules) else load(checks.text(rules, "env, rules"))
        self.render_mode = render_mode
        self.indices = Indices(self.rules)
        self.observer = Observer(self.indices)
        self.ledger = ledger
        self.seats = {f"seat_{seat}": seat for seat in self.rules.plan.table.players}
        self.possible_agents = list(self.seats)
        self.agents: list[str] = []
        self.steps: Steps | None = None
        self._chance, _ = seeding.np_random(seed)
        arrays = spaces.Dict({name: _box(array) for name, array in self.observer.arrays.items()})
        mask = spaces.Box(0, 1, (len(self.indices),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": arrays, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.indices)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations; it is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, the indices."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. With ``seed`` this deal and those after it are always the same; ``options`` are not used."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        deal = self.rules.deal(int(self._chance.integers(2**62)), ledger=self.ledger)
        self.steps = Steps(deal, self.indices)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._turn()

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is choose an index; an agent whose deal is over chooses None.

        Raises ``IllegalIndex`` or, with the clause, ``IllegalAction``, and leaves the deal unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._steps.step(action)  # type: ignore[arg-type]  # an index is checked there
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._turn()
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now: the arrays of its seat, and the mask of its actions."""
        steps, seat = self._steps, self.seats[agent]
        seen = self.observer.seen(steps, seat)
        mask = np.zeros(len(self.indices), np.int8)
        if steps.seat == seat:
            mask[list(steps.legal())] = 1
        arrays = {
            name: np.array(seen[name], _kind(array)).reshape(array.shape)
            for name, array in self.observer.arrays.items()
        }
        return {"observation": arrays, "action_mask": mask}

    def render(self) -> str | None:
        """Return the deal as text, all hands included, if ``render_mode`` is ``ansi``."""
        return str(self._steps.deal) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the environment; there is nothing to release."""

    @property
    def _steps(self) -> Steps:
        if self.steps is None:
            raise IllegalIndex(f"{self.rules.id}: nothing has been dealt yet; call reset() first")
        return self.steps

    def _turn(self) -> None:
        """Give the turn to the agent that acts next or, at the end of the deal, give all their rewards."""
        steps = self._steps
        if steps.seat is not None:
            self.agent_selection = f"seat_{steps.seat}"
            return
        found = result(steps.deal)
        for agent, seat in self.seats.items():
            self.rewards[agent] = found.utilities[seat]
            self.terminations[agent] = True
            self.infos[agent] = {"unpriced": found.unpriced} if found.unpriced else {}


def _kind(array: Array) -> Any:
    return np.int8 if array.counts else np.float32


def _box(array: Array) -> spaces.Box:
    if array.counts:
        return spaces.Box(0, 127, array.shape, np.int8)
    return spaces.Box(-np.inf, np.inf, array.shape, np.float32)


__all__ = ["Table", "env"]
