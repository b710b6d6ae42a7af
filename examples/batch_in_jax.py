"""Self-play in batches of 4,096 matches with JAX: pip install 'kibitz[jax]'.

The same as `batch_in_torch.py`, with JAX's arrays: observations and masks are copied into them
(`jnp.asarray`; arrays of `game.gpu_batch` go there without a copy, by DLPack). The matches stay in
the batch: `act` is the one thing that JAX does not do by itself.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import kibitz

Weights = dict[str, Any]
HIDDEN = 128


def fresh(numbers: int, actions: int, key: Any) -> Weights:
    sizes = {"body": (numbers, HIDDEN), "odds": (HIDDEN, actions)}
    keys = jax.random.split(key, len(sizes))
    drawn = zip(sizes.items(), keys, strict=True)
    return {
        name: jax.random.normal(one, size) / jnp.sqrt(size[0] + 1.0) for (name, size), one in drawn
    }


def log_odds(weights: Weights, seen: Any, can: Any) -> Any:
    found = jax.nn.relu(seen @ weights["body"]) @ weights["odds"]
    return jax.nn.log_softmax(jnp.where(can == 0, -1e9, found))


@jax.jit
def sampled(weights: Weights, seen: Any, can: Any, key: Any) -> Any:
    return jax.random.categorical(key, log_odds(weights, seen, can))


@partial(jax.jit, donate_argnums=(0, 1))
def taught(weights: Weights, pace: Weights, step: tuple[Any, ...]) -> tuple[Weights, Weights]:
    """One step of what came out better becoming likelier, with momentum."""

    def loss(weights: Weights) -> Any:
        seen, can, actions, results = step
        odds = log_odds(weights, seen, can)
        done = jnp.take_along_axis(odds, actions[:, None], axis=1)[:, 0]
        entropy = -(jnp.exp(odds) * jnp.clip(odds, -20)).sum(axis=1)
        return -(done * results + 0.02 * entropy * (results != 0)).mean()

    slope = jax.grad(loss)(weights)
    pace = {name: 0.9 * pace[name] + slope[name] for name in pace}
    return {name: weights[name] - 0.05 * pace[name] for name in weights}, pace


def chosen(weights: Weights, batch: kibitz.Batch, key: Any) -> np.ndarray:
    seen, can = jnp.asarray(batch.observe()), jnp.asarray(batch.mask())
    return np.asarray(sampled(weights, seen, can, key))


def gains(game: kibitz.Game, scores: np.ndarray) -> np.ndarray:
    sign = 1 if game.program.goal.value == "max" else -1
    better: np.ndarray = sign * (scores - scores.mean(axis=1, keepdims=True))
    return better.astype(np.float32)


def gain_over_random(game: kibitz.Game, weights: Weights, size: int, seed: int) -> float:
    """What the net gains a match in the first seat, where all others take any action."""
    batch, chance = game.batch(size, seed=seed), np.random.default_rng(seed)
    key = jax.random.PRNGKey(seed)
    while not batch.is_over.all():
        key, now = jax.random.split(key)
        at_random = (batch.mask() * chance.random(batch.mask().shape)).argmax(axis=1)
        batch.act(np.where(batch.seats == 0, chosen(weights, batch, now), at_random))
    return float(gains(game, batch.scores())[:, 0].mean())


def main(name: str = "leduc-poker", rounds: int = 60, size: int = 4096) -> tuple[float, float]:
    """What the net gains over random players before and after."""
    game, key = kibitz.load(name), jax.random.PRNGKey(1)
    weights = fresh(game.observation.size, game.actions.size, key)
    pace = jax.tree_util.tree_map(jnp.zeros_like, weights)
    before, batch = gain_over_random(game, weights, size, seed=99), game.batch(size)
    for number in range(rounds):
        batch.reset(number)
        steps = []
        while not batch.is_over.all():
            key, now = jax.random.split(key)
            actions = chosen(weights, batch, now)
            live = batch.counts > 0
            seen, can = batch.observe().copy(), batch.mask().copy()
            steps.append((live, batch.seats.copy(), seen, can, actions))
            batch.act(actions)
        results = gains(game, batch.scores())
        results /= results.std() + 1e-6
        for live, seats, seen, can, actions in steps:
            result = np.where(live, results[np.arange(size), seats], 0)
            allowed = np.where(live[:, None], can, 1)
            weights, pace = taught(weights, pace, (seen, allowed, actions, result))
        if (number + 1) % 20 == 0:
            gain = gain_over_random(game, weights, size, seed=99)
            print(f"{name}, {number + 1} rounds: {gain:+.3f} a match over random", flush=True)
    return before, gain_over_random(game, weights, size, seed=99)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="leduc-poker")
    parser.add_argument("--rounds", type=int, default=60)
    said = parser.parse_args()
    main(said.game, said.rounds)
