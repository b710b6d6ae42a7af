"""Who decides at a seat."""

from __future__ import annotations

from typing import Protocol

from kibitz.engine import Decision, Rng, View


class Player(Protocol):
    """Chooses from what its seat may know; it is never handed a state."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> int:
        """The index of the option to play."""
        ...
