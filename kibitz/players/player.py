"""Who decides at a seat, and what it thought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kibitz.engine import Decision, Rng, View


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a player expects of one option."""

    visits: int
    """Simulations that began with it."""
    reward: float
    """Mean reward for the chooser, higher is better."""
    stderr: float
    """Standard error of that mean."""
    scores: tuple[float, ...]
    """Mean final score of every seat."""
    ranks: tuple[float, ...]
    """Mean final rank of every seat, 1 is best."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The option to play, by index, and an estimate for every option (none if it did not look)."""

    option: int
    estimates: tuple[Estimate, ...] = ()


class Player(Protocol):
    """Chooses from what its seat may know; it is never handed a state."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice: ...
