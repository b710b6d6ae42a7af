"""What is to be played before anything can be measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.engine import Program
from kibitz.games import Objective
from kibitz.players import MOST_DECISIONS, Player
from kibitz.recycle import KibitzError

USUAL_MATCHES = 100
MOST_MATCHES = 1_000
"""Of each sample, where the time allows more."""
RANDOM_MATCHES = 100_000
"""Random matches whose end alone is counted: they cost a second or two."""
RANDOM_SECONDS = 5.0
FLOW_MATCHES = 10
"""Matches whose every event is watched for the movement graph."""
USUAL_SEED = 1
USUAL_PLAYER = "mcts:per_option=1000"
"""The budget of the published figures."""

Seating = Callable[[str, Program], Player]
"""A new player of that name, for a game."""


Progress = Callable[[str, float], None]
"""Told what is being done, and how much of it is done, from 0 to 1."""


class CannotAnalyse(KibitzError):
    """The game gives nothing to measure; the text says why, in the user's words."""


@dataclass(frozen=True, slots=True)
class SamplePlan:
    """Whom to watch, and how often. Equal plans for equal games give equal pages, unless they
    are limited by time."""

    player: str | None = USUAL_PLAYER
    """The player that thinks, by name and budget; None for one as strong as the time allows."""
    matches: int = USUAL_MATCHES
    """Of each sample: all thinking, and one thinker among random players."""
    seed: int = USUAL_SEED
    seconds: float | None = None
    """For everything. Samples grow until they say enough or the time is up; without it, all
    matches are played."""
    objective: Objective = Objective.PLACE
    """What the player wants, where its name does not say."""
    flow_matches: int = FLOW_MATCHES
    random_matches: int = RANDOM_MATCHES
    random_seconds: float = RANDOM_SECONDS
    """There are fewer random matches of a game that is not played so often in that time."""
    most_decisions: int = MOST_DECISIONS

    @property
    def followed_matches(self) -> int:
        """Random matches that are followed decision by decision."""
        return min(self.matches, USUAL_MATCHES)
