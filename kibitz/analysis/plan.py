"""What is to be played before anything can be measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.engine import Program
from kibitz.players import Player
from kibitz.players.matches import MOST_DECISIONS
from kibitz.recycle.errors import KibitzError

USUAL_MATCHES = 100
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
    """Of each sample: random, thinking, and one thinker among random players."""
    seed: int = USUAL_SEED
    flow_matches: int = FLOW_MATCHES
    most_decisions: int = MOST_DECISIONS
