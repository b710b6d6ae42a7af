"""One seat of a game of kibitz as a Gymnasium environment, alone or many side by side.

The others choose by a policy: from observations and masks, as `uniform` does. The mask of what can
be done is in `info["action_mask"]`; where an action cannot be done nothing happens, and
`info["refused"]` says so. The reward comes at the end: how much better one did than the mean.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Env, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kibitz.game import Game, load

Numbers = npt.NDArray[Any]
Policy = Callable[[Numbers, Numbers, np.random.Generator], Numbers]
"""An action for each of many states, from (state, number) and (state, action)."""


def uniform(observations: Numbers, masks: Numbers, chance: np.random.Generator) -> Numbers:
    """Any action, all equally likely."""
    totals = masks.sum(axis=1, dtype=np.int64)
    chosen = (chance.random(len(masks)) * totals).astype(np.int64)
    order = np.cumsum(masks, axis=1, dtype=np.int64)
    return np.asarray((order > chosen[:, None]).argmax(axis=1))


class SeatVectorEnv(VectorEnv[Numbers, Numbers, Numbers]):
    """Many matches of a game, seen from one seat; each is dealt anew as soon as it is over."""

    def __init__(
        self, game: str | Game, num_envs: int = 1, *, seat: int = 0, others: Policy = uniform
    ) -> None:
        self.game = game if isinstance(game, Game) else load(game)
        self.num_envs, self._seat, self._others = num_envs, seat, others
        numbers = self.game.observation.size
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (numbers,), np.float32)
        self.single_action_space = spaces.Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._chance = np.random.default_rng()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        if seed is not None:
            self._chance = np.random.default_rng(seed)  # type: ignore[arg-type]
        seed = int(self._chance.integers(1 << 62))
        self._batch = self.game.batch(self.num_envs, seed=seed)
        self._returns = np.zeros(self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._play_others()
        return self._seen()

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        self._returns[:], self._ended[:] = 0.0, False
        chosen = np.asarray(actions)
        can = self._batch.mask()[np.arange(self.num_envs), chosen] > 0
        self._batch.act(chosen, only=can)
        self._play_others()
        observations, info = self._seen()
        info["refused"] = ~can
        truncated = np.zeros(self.num_envs, np.bool_)
        return observations, self._returns.copy(), self._ended.copy(), truncated, info

    def _play_others(self) -> None:
        """Until the seat decides in every match; those that are over are dealt anew."""
        while True:
            self._end_matches()
            others = self._batch.seats != self._seat
            if not others.any():
                return
            chosen = self._others(self._batch.observe(), self._batch.mask(), self._chance)
            self._batch.act(chosen, only=others)

    def _end_matches(self) -> None:
        while self._batch.is_over.any():
            ended, rewards = self._batch.restart()
            self._returns += rewards[:, self._seat]
            self._ended |= ended

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        mask = self._batch.mask().astype(np.int8)
        refused = np.zeros(self.num_envs, np.bool_)
        return self._batch.observe().copy(), {"action_mask": mask, "refused": refused}


class SeatEnv(Env[Numbers, int]):
    """One match after the other, seen from one seat."""

    def __init__(self, game: str | Game, *, seat: int = 0, others: Policy = uniform) -> None:
        self._many = SeatVectorEnv(game, 1, seat=seat, others=others)
        self.observation_space = self._many.single_observation_space
        self.action_space = self._many.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        observations, info = self._many.reset(seed=seed)
        return observations[0], self._told(info)

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        observations, rewards, ended, _, info = self._many.step(np.array([action]))
        return observations[0], float(rewards[0]), bool(ended[0]), False, self._told(info)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What can be done now, as Stable-Baselines3 asks for it."""
        can: npt.NDArray[np.bool_] = self._mask > 0
        return can

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        self._mask = info["action_mask"][0]
        return {name: numbers[0] for name, numbers in info.items()}
