"""What is to be played before anything can be measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.engine import Program
from kibitz.players import Player
from kibitz.players.matches import MOST_DECISIONS
from kibitz.recycle.errors import KibitzError

USUAL_MATCHES = 100
RANDOM_MATCHES = 100_000
"""Random matches whose end alone is counted: they cost a second or two."""
RANDOM_SECONDS = 5.0
FLOW_MATCHES = 10
"""Matches whose every event is watched for the movement graph."""
USUAL_SEED = 1
USUAL_PLAYER = "mcts:per_option=1000"
"""The budget of the published figures."""

Seating = Callable[[Program], Player]
"""A new player of the kind that thinks, for a game."""


class CannotAnalyse(KibitzError):
    """The game gives nothing to measure; the text says why, in the user's words."""


@dataclass(frozen=True, slots=True)
class SamplePlan:
    """Whom to watch, and how often. Equal plans for equal games give equal pages."""

    player: str
    """The player that thinks, by name and budget."""
    matches: int = USUAL_MATCHES
    """Of each sample: thinking, one thinker among random players, and random ones followed."""
    seed: int = USUAL_SEED
    flow_matches: int = FLOW_MATCHES
    random_matches: int = RANDOM_MATCHES
    random_seconds: float = RANDOM_SECONDS
    """There are fewer random matches of a game that is not played so often in that time."""
    most_decisions: int = MOST_DECISIONS
