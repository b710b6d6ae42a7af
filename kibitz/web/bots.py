"""The bots of the waiting room: a strength people understand, and the player behind it."""

from __future__ import annotations

from collections.abc import Collection

from kibitz.engine import Decision, Program, Rng, View
from kibitz.players import make_player
from kibitz.players.asking import ask

STRENGTHS = {
    "novice": "uniform",
    "regular": "flat:per_option=40",
    "expert": "ismcts:sims=2000",
}
"""By strength, the weakest first."""
COVERING = "regular"
"""Plays for somebody who is away."""
_NAMES = ("Ada", "Blaise", "Cleo", "Denis", "Elo", "Fermat", "Gerta", "Hoyle")


def bot_name(taken: Collection[str]) -> str:
    """A name that nobody at the table has."""
    free = (name for name in _NAMES if name not in taken)
    return next(free, f"Bot {len(taken) + 1}")


def think(name: str, program: Program, view: View, decision: Decision, chance: Rng) -> int:
    """The option that the player of that name takes, from what its seat may know."""
    return ask(make_player(name, program), name, view, decision, chance).option
