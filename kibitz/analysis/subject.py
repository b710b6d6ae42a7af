"""The game that is being analysed, and what is to be played before anything can be measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kibitz import __version__
from kibitz.engine import Program
from kibitz.games import Objective, Page
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


@dataclass(frozen=True, slots=True)
class Subject:
    """A game with its options chosen, the page people read about it, and how it is analysed."""

    name: str
    page: Page
    program: Program
    usual_options: Mapping[str, int | str]
    """What the options are where nobody says otherwise."""
    plan: SamplePlan

    @property
    def options_text(self) -> str:
        """`PLAYERS=4, HOLES=9`; empty for a game without options."""
        return ", ".join(f"{name}={value}" for name, value in self.program.options.items())

    @property
    def changes_text(self) -> str:
        """The options that are not as usual."""
        return ", ".join(
            f"{name}={value}"
            for name, value in self.program.options.items()
            if self.usual_options.get(name) != value
        )

    @property
    def title(self) -> str:
        """With what is not as usual."""
        return self.page.title + (f" ({self.changes_text})" if self.changes_text else "")

    def caption(self, sample: str) -> str:
        """What a figure needs to be made again: game, sample, seed, version."""
        return f"{self.title}. {sample}. Seed {self.plan.seed}, kibitz {__version__}."


def sample_text(matches: int, player: str) -> str:
    """`100 matches, all seats random`."""
    return f"{'1 match' if matches == 1 else f'{matches:,} matches'}, all seats {player}"


def titled(page: Page, name: str) -> Page:
    """The page of a game of that name, with a title made of it where there is none of its own.

    `GolfSix4` is Golf Six 4, `my-game` is My Game.
    """
    if page.title != name:
        return page
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\W0-9_A-Za-z]+", name)
    made = " ".join(word[:1].upper() + word[1:] for word in words)
    return replace(page, title=made or name)
