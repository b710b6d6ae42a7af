"""The game that is being analysed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kibitz import __version__
from kibitz.analysis.plan import SamplePlan
from kibitz.engine import Program
from kibitz.games import Page


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

    def caption(self, sample: str) -> str:
        """What a figure needs to be made again: game, sample, seed, version."""
        options = f" ({self.changes_text})" if self.changes_text else ""
        return f"{self.page.title}{options}. {sample}. Seed {self.plan.seed}, kibitz {__version__}."


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
