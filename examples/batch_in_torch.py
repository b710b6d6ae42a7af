"""Self-play in batches of 4,096 matches with PyTorch: pip install 'kibitz[torch]'.

One net plays every seat. Each round plays 4,096 matches to their ends and makes what came out
better than expected likelier (REINFORCE with a baseline). The arrays of the batch are read where
they lie.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn

import kibitz


class Net(nn.Module):
    """Odds of actions, and the score that is to be expected."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, 128), nn.ReLU())
        self.odds, self.worth = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, can: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.body(seen)
        odds = self.odds(found).masked_fill(can == 0, -1e9)
        return torch.log_softmax(odds, dim=-1), self.worth(found)[:, 0]


def chosen(net: Net, batch: kibitz.Batch) -> torch.Tensor:
    """An action for every match, by the net."""
    with torch.no_grad():
        odds, _ = net(torch.from_numpy(batch.observe()), torch.tensor(batch.mask()))
        return torch.distributions.Categorical(logits=odds).sample()


def played(net: Net, batch: kibitz.Batch, seed: int) -> list[tuple[np.ndarray, ...]]:
    """All decisions of a batch of matches: which match, who, what was seen, possible and done."""
    batch.reset(seed)
    steps = []
    while not batch.is_over.all():
        live, actions = np.flatnonzero(batch.counts), chosen(net, batch).numpy()
        steps.append(
            (live, batch.seats[live], batch.observe()[live], batch.mask()[live], actions[live])
        )
        batch.act(actions)
    return steps


def gains(game: kibitz.Game, scores: np.ndarray) -> np.ndarray:
    """(match, seat): how much better than the mean of all."""
    sign = 1 if game.program.goal.value == "max" else -1
    better: np.ndarray = sign * (scores - scores.mean(axis=1, keepdims=True))
    return better.astype(np.float32)


def gain_over_random(game: kibitz.Game, net: Net, size: int, seed: int) -> float:
    """What the net gains a match in the first seat, where all others take any action."""
    batch, chance = game.batch(size, seed=seed), np.random.default_rng(seed)
    while not batch.is_over.all():
        at_random = (batch.mask() * chance.random(batch.mask().shape)).argmax(axis=1)
        batch.act(np.where(batch.seats == 0, chosen(net, batch).numpy(), at_random))
    return float(gains(game, batch.scores())[:, 0].mean())


def main(name: str = "leduc-poker", rounds: int = 60, size: int = 4096) -> tuple[float, float]:
    """What the net gains over random players before and after."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # the net is small
    game = kibitz.load(name)
    net = Net(game.observation.size, game.actions.size)
    before = gain_over_random(game, net, size, seed=99)
    optimizer, batch = torch.optim.Adam(net.parameters(), lr=3e-3), game.batch(size)
    for number in range(rounds):
        steps = played(net, batch, seed=number)
        results = gains(game, batch.scores())
        spread = results.std() + 1e-6
        optimizer.zero_grad()
        for live, seats, seen, can, actions in steps:
            odds, worth = net(torch.from_numpy(seen), torch.from_numpy(can))
            result = torch.from_numpy(results[live, seats] / spread)
            done = odds.gather(1, torch.from_numpy(actions)[:, None])[:, 0]
            entropy = -(odds.exp() * odds.clamp(min=-20)).sum(dim=1)
            loss = -(done * (result - worth.detach())) + (result - worth) ** 2 - 0.02 * entropy
            (loss.sum() / size).backward()
        optimizer.step()
        if (number + 1) % 20 == 0:
            gain = gain_over_random(game, net, size, seed=99)
            print(f"{name}, {number + 1} rounds: {gain:+.3f} a match over random", flush=True)
    return before, gain_over_random(game, net, size, seed=99)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="leduc-poker")
    parser.add_argument("--rounds", type=int, default=60)
    said = parser.parse_args()
    main(said.game, said.rounds)
