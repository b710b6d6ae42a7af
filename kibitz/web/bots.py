"""The bots of the waiting room: a strength people understand, and the player behind it."""

from __future__ import annotations

from collections.abc import Collection

STRENGTHS = {"novice": "beginner", "regular": "casual", "expert": "expert:training=kept"}
"""By strength, the weakest first."""
TRAINED = "expert"
"""Who plays better with a net."""
COVERING = "regular"
"""Plays for somebody who is away."""
_NAMES = ("Ada", "Blaise", "Cleo", "Denis", "Elo", "Fermat", "Gerta", "Hoyle")


def bot_name(taken: Collection[str]) -> str:
    """A name that nobody at the table has."""
    free = (name for name in _NAMES if name not in taken)
    return next(free, f"Bot {len(taken) + 1}")
