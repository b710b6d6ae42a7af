"""The truth about a match at a decision: everything but chance and the players' minds.

Only engines read a State. Players get a View.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from kibitz.engine.history_tracking import Trail
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.points import PointMap


@dataclass(slots=True)
class StageFrame:
    """Whose turn it is in one stage: the position, who was queued (-1: nobody), and in a stage
    of one turn each the turns begun."""

    position: int
    queued: int = -1
    turns: int = 0

    def copy(self) -> StageFrame:
        return StageFrame(self.position, self.queued, self.turns)


@dataclass(slots=True)
class State:
    """Cards are numbers in order of creation; locations and slots are those of the Program."""

    cards: list[list[int]]
    """By location, bottom first; `mem` locations hold references."""
    place: list[int]
    """By card: the location it lies in."""
    kinds: list[int]
    backs: list[int]
    ints: list[int]
    strs: list[int]
    points: list[PointMap]
    seats: list[StageFrame]
    """Player frames, the innermost last."""
    teams: list[StageFrame]
    position: int
    """The step of the code to go on with; a Decide or Finish when at rest."""
    knowledge: Knowledge = field(compare=False)
    trail: Trail | None = field(default=None, compare=False)
    """How it came about, as far as seats could follow; None where choices tell nothing of cards."""

    def copy(self) -> State:
        return State(
            [pile[:] for pile in self.cards],
            self.place[:],
            self.kinds[:],
            self.backs[:],
            self.ints[:],
            self.strs[:],
            self.points[:],
            [frame.copy() for frame in self.seats],
            [frame.copy() for frame in self.teams],
            self.position,
            self.knowledge.copy(),
            None if self.trail is None else self.trail.copy(),
        )

    def fingerprint(self) -> str:
        """A digest of the state of play; what seats know is not part of it."""
        frames = [(f.position, f.queued, f.turns) for f in (*self.seats, *self.teams)]
        maps = [points.awards for points in self.points]
        text = repr(
            (self.cards, self.kinds, self.backs, self.ints, self.strs, maps, frames, self.position)
        )
        return hashlib.sha256(text.encode()).hexdigest()
