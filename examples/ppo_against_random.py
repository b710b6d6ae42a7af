"""PPO with masks (Stable-Baselines3) learns one seat against random players.

pip install 'kibitz[ppo]'
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import fmean, stdev

import torch
from sb3_contrib import MaskablePPO

from kibitz.gymnasium import SeatEnv

GAMES = ("kuhn-poker", "leduc-poker", "agram")


def main(
    game: str = "leduc-poker", steps: int = 60_000, matches: int = 1_000
) -> tuple[float, float]:
    """What the policy gains a match over the mean of all, and how far that may be off (95 %)."""
    torch.set_num_threads(1)  # the net is small
    model = MaskablePPO("MlpPolicy", SeatEnv(game), n_steps=1024, gamma=1.0, seed=1, device="cpu")
    model.learn(steps)
    env, gains = SeatEnv(game), list[float]()
    observed, _ = env.reset(seed=2)
    while len(gains) < matches:
        action, _ = model.predict(observed, action_masks=env.action_masks())
        observed, reward, ended, _, _ = env.step(int(action))
        if ended:
            gains.append(reward)
            observed, _ = env.reset()
    gain, margin = fmean(gains), 1.96 * stdev(gains) / sqrt(len(gains))
    print(f"{game}: {gain:+.3f} ± {margin:.3f} a match after {steps:,} steps", flush=True)
    return gain, margin


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--steps", type=int, default=60_000)
    said = parser.parse_args()
    for name in said.games:
        main(name, said.steps)
