"""One seat of a game of kibitz as a Gymnasium environment, alone or many side by side.

The others choose by a policy: from observations and masks, as `uniform` does. The mask of what can
be done is in `info["action_mask"]`; where an action cannot be done nothing happens, and
`info["refused"]` says so. The reward comes at the end: how much better one did than the mean.
Matches that end before the seat has decided anything are passed over.

Every game of the library is registered: `gymnasium.make("kibitz.gymnasium:kibitz/hearts-v0")`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import Env, register, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kibitz.engine import IllegalChoice, Outcome
from kibitz.game import Game, checked_integer, checked_seat, load
from kibitz.games import names
from kibitz.recycle import BadArgument

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
    """Many matches of a game, seen from one seat; each is dealt anew as soon as it is over.

    What was seen at the end stands in `info["final_obs"]`, as Gymnasium has it.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int = 0,
        others: Policy = uniform,
        **options: int | str,
    ) -> None:
        self.game = _loaded(game, options)
        self._seat, self._others = checked_seat(self.game, seat), others
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._chance = np.random.default_rng()
        self._all, self._every = np.ones(num_envs, np.bool_), np.arange(num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal all matches; one seed for all of them, or one for each, among which None is any."""
        if seed is not None:
            self._chance = _generator(seed, self.num_envs)
        self._batch = self.game.batch(self.num_envs, seed=int(self._chance.integers(1 << 62)))
        self._begin_step()
        self._play_others()
        return self._batch.observe().copy(), self._told(~self._all)

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        self._begin_step()
        chosen = np.asarray(actions)
        can = self._can(chosen)
        self._batch.act(chosen, only=can)
        self._play_others()
        info = self._told(~can)
        if self._ended.any():
            info |= self._told_of_ends()
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._batch.observe().copy(), self._returns, self._ended, truncated, info

    def _begin_step(self) -> None:
        self._returns = np.zeros(self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._last_seen: Numbers = np.full(self.num_envs, None, np.object_)

    def _can(self, chosen: Numbers) -> npt.NDArray[np.bool_]:
        """In which matches that can be done."""
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalChoice(f"{self.num_envs} matches need as many whole numbers")
        mask = self._batch.mask()
        inside = (chosen >= 0) & (chosen < mask.shape[1])
        can: npt.NDArray[np.bool_] = inside & (mask[self._every, np.where(inside, chosen, 0)] > 0)
        return can

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
            first = self._batch.is_over & ~self._ended
            if first.any():
                seen = self._batch.observe(np.full(self.num_envs, self._seat))
                for number in np.flatnonzero(first):
                    self._last_seen[number] = seen[number].copy()
            _, rewards = self._batch.restart()
            self._returns[first] = rewards[first, self._seat]
            self._ended |= first

    def _told(self, refused: npt.NDArray[np.bool_]) -> dict[str, Any]:
        mask = self._batch.mask().astype(np.int8)
        return _described(self._all, action_mask=mask, refused=refused)

    def _told_of_ends(self) -> dict[str, Any]:
        mask = np.zeros(self._batch.mask().shape, np.int8)
        last = _described(self._ended, action_mask=mask, refused=~self._all)
        return _described(self._ended, final_obs=self._last_seen, final_info=last)


class SeatEnv(Env[Numbers, int]):
    """One match after the other, seen from one seat."""

    def __init__(
        self, game: str | Game, *, seat: int = 0, others: Policy = uniform, **options: int | str
    ) -> None:
        self.game = _loaded(game, options)
        self._seat, self._others = checked_seat(self.game, seat), others
        self.observation_space, self.action_space = _spaces(self.game)
        self._state, self._dealt = self.game.state(), 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._dealt:
            self._chance, self._dealt = self.np_random, 0
            self._seed = int(self._chance.integers(1 << 62))
        self._deal()
        while self._state.is_over:
            self._deal()
        return self._state.observe(self._seat), self._told(is_refused=False)

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        state, is_refused = self._state, False
        try:
            state.apply(action)
        except IllegalChoice:
            is_refused = True
        self._play_others()
        is_over = state.is_over
        reward = self._reward() if is_over else 0.0
        return state.observe(self._seat), reward, is_over, False, self._told(is_refused)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What can be done now, as Stable-Baselines3 asks for it."""
        can: npt.NDArray[np.bool_] = self._mask > 0
        return can

    def _deal(self) -> None:
        """The next match of the seed."""
        self._state.restart(self._seed, self._dealt)
        self._dealt += 1
        self._play_others()

    def _play_others(self) -> None:
        """Until the seat decides, or the match is over."""
        state, seat = self._state, self._seat
        while not state.is_over and state.seat != seat:
            state.apply(self._chosen_by_others())

    def _chosen_by_others(self) -> int:
        state = self._state
        if self._others is uniform:  # which looks at nothing, and draws the same way
            legal = state.legal_actions
            return legal[int(self._chance.random() * len(legal))]
        seen, mask = state.observe(state.seat), state.mask()
        return int(self._others(seen[None], mask[None], self._chance)[0])

    def _reward(self) -> float:
        outcome = Outcome(tuple(self._state.scores), self.game.program.goal)
        return outcome.margins[self._seat]

    def _told(self, is_refused: bool) -> dict[str, Any]:
        self._mask = self._state.mask()
        return {"action_mask": self._mask, "refused": is_refused}


def _loaded(game: str | Game, options: dict[str, int | str]) -> Game:
    return game if isinstance(game, Game) else load(game, **options)


def _spaces(game: Game) -> tuple[spaces.Box, Any]:
    """What a seat sees, and what it does."""
    seen = spaces.Box(-np.inf, np.inf, (game.observation.size,), np.float32)
    return seen, spaces.Discrete(game.actions.size)


def _generator(seed: int | list[int | None], count: int) -> np.random.Generator:
    """Chance of one seed, or of one for each match."""
    if isinstance(seed, SupportsIndex):
        return np.random.default_rng(checked_integer("seed", seed, least=0))
    if len(seed) != count:
        raise BadArgument(f"{count} matches have as many seeds, not {len(seed)}")
    anything = np.random.default_rng()
    known = [int(anything.integers(1 << 62)) if one is None else one for one in seed]
    return np.random.default_rng([checked_integer("seed", one, least=0) for one in known])


def _described(whose: npt.NDArray[np.bool_], **told: Any) -> dict[str, Any]:
    """What is told of many matches, and beside each of it of which ones."""
    return told | {f"_{name}": whose.copy() for name in told}


for _name in names():
    register(
        f"kibitz/{_name}-v0",
        entry_point="kibitz.gymnasium:SeatEnv",
        vector_entry_point="kibitz.gymnasium:SeatVectorEnv",
        kwargs={"game": _name},
    )
