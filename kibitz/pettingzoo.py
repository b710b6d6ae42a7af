"""Games of kibitz in PettingZoo: `kibitz.pettingzoo.env("hearts")`.

Every agent sees `observation`, the numbers of `game.observation`, and `action_mask`, which of
`game.actions` it can do. Rewards come at the end: how much better one did than the mean of all.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from kibitz.engine import margins
from kibitz.game import Game, checked_seed, load

_LONGEST = 10_000
"""A match that is not over after so many moves is cut off."""


def env(game: str | os.PathLike[str] | Game, **options: int | str) -> ZooEnv:
    """The game of that name or path, with these options."""
    return ZooEnv(game if isinstance(game, Game) else load(game, **options))


def parallel_env(game: str | os.PathLike[str] | Game, **options: int | str) -> Any:
    """The same, for those who step all agents at once: all but one of them have nothing to do."""
    return turn_based_aec_to_parallel(env(game, **options))


class ZooEnv(AECEnv):  # type: ignore[misc]
    """One match after the other, an agent for every seat."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.metadata = {"name": f"kibitz_{game.name}", "is_parallelizable": True}
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents = self.possible_agents[:]
        self._seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self._nothing = dict.fromkeys(self.agents, 0.0)
        self._nobody = dict.fromkeys(self.agents, False)
        self._everybody = dict.fromkeys(self.agents, True)
        numbers, actions = game.observation.size, game.actions.size
        self._actions = actions
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (numbers,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._chosen = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed, self._dealt = int(np.random.default_rng().integers(1 << 62)), 0
        self._state = game.state()

    def observation_space(self, agent: str) -> Any:
        return self._observed

    def action_space(self, agent: str) -> Any:
        return self._chosen[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first match of the seed, or else the next one."""
        if seed is not None:
            self._seed, self._dealt = checked_seed(seed), 0
        self._state.restart(self._seed, self._dealt)
        self._dealt += 1
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = self._nothing.copy(), self._nothing.copy()
        self.terminations, self.truncations = self._nobody.copy(), self._nobody.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.seat]
        if self._state.is_over:
            self._end_match()

    def observe(self, agent: str) -> dict[str, Any]:
        can = agent == self.agent_selection
        mask = self._state.mask() if can else np.zeros(self._actions, np.int8)
        return {"observation": self._state.observe(self._seats[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "whoever still plays chooses an action"
        state = self._state
        state.apply(action)
        self._moves += 1
        if state.is_over or self._moves >= _LONGEST:
            self._end_match()
        else:
            self.agent_selection = self.possible_agents[state.seat]

    def _end_match(self) -> None:
        ended = self._everybody.copy()
        if self._state.is_over:
            self.terminations = ended
        else:
            self.truncations = ended
        rewards = margins(self._state.scores, self.game.program.goal)
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._cumulative_rewards = self.rewards.copy()  # there were none before
        self.agent_selection = self.agents[0]

    def render(self) -> None:
        """There is nothing to be seen: `kibitz play` and `kibitz serve` show tables."""

    def close(self) -> None:
        """Nothing is open."""
