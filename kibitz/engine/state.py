"""The truth about a match at a decision: everything but chance and the players' minds.

Only engines read a State. Players get a View.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from kibitz.engine.history import Trail
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.program import CardKind, Program, StorePoints
from kibitz.engine.program.walk import nodes
from kibitz.engine.secrets import SecretTrail

Tests = tuple[tuple[int, int], ...]
FixedAward = tuple[Tests, int]
Origin = tuple[int, int]
"""Where an award was written: the number of its `set` in the program, and its number there."""


class PointMap:
    """Awards of which every test must hold; matching awards add up."""

    __slots__ = ("awards", "origins", "scores")

    def __init__(
        self,
        awards: tuple[FixedAward, ...],
        kinds: tuple[CardKind, ...],
        origins: tuple[Origin, ...] = (),
    ) -> None:
        self.awards = awards
        self.origins = origins
        faces = [dict(kind.attributes) for kind in kinds]
        self.scores = [sum(_value(award, face) for award in awards) for face in faces]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PointMap) and self.awards == other.awards

    def __hash__(self) -> int:
        return hash(self.awards)

    def __repr__(self) -> str:
        return f"PointMap{self.awards}"

    @property
    def total(self) -> int:
        """The points of all awards, signs left out; it must fit in 32 bits."""
        return sum(abs(points) for _, points in self.awards)

    def updated(
        self,
        awards: tuple[FixedAward, ...],
        kinds: tuple[CardKind, ...],
        origins: tuple[Origin, ...],
    ) -> PointMap:
        """This map with the awards for the same attributes replaced."""
        replaced = {_attributes(award) for award in awards}
        kept = [
            (award, origin)
            for award, origin in zip(self.awards, self.origins, strict=True)
            if _attributes(award) not in replaced
        ]
        # In the order in which they are written: it counts for nothing, but must be some order.
        together = sorted([*kept, *zip(awards, origins, strict=True)], key=lambda pair: pair[1])
        return PointMap(
            tuple(award for award, _ in together), kinds, tuple(origin for _, origin in together)
        )


def point_sites(program: Program) -> tuple[StorePoints, ...]:
    """Every `set` and `update` of a point map, by number."""
    return tuple(node for node in nodes(program.code) if isinstance(node, StorePoints))


def _value(award: FixedAward, face: dict[int, int]) -> int:
    tests, points = award
    for attribute, value in tests:
        if face.get(attribute, 0) != value:
            return 0
    return points


def _attributes(award: FixedAward) -> tuple[int, ...]:
    return tuple(attribute for attribute, _ in award[0])


# ---------------------------------------------------------------------------- states


BACKWARDS = 128
"""Added to the turns of a frame whose stage goes round the other way."""


@dataclass(slots=True)
class StageFrame:
    """Whose turn it is in one stage: the position, who was queued (-1: nobody), and in a stage
    of one turn each the turns begun, with the way round."""

    position: int
    queued: int = -1
    turns: int = 0

    @property
    def way(self) -> int:
        """To the next seat: 1, or -1 where play goes backwards."""
        return -1 if self.turns & BACKWARDS else 1

    @property
    def begun(self) -> int:
        return self.turns & ~BACKWARDS

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
    secrets: SecretTrail | None = field(default=None, compare=False)
    """The same of secret storages; None where there are none."""
    course: int = field(default=0, compare=False)
    """A digest of what everybody saw of the choices since cards were last shuffled."""

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
            self.secrets,
            self.course,
        )

    def fingerprint(self) -> str:
        """A digest of the state of play; what seats know is not part of it."""
        frames = [(f.position, f.queued, f.turns) for f in (*self.seats, *self.teams)]
        maps = [points.awards for points in self.points]
        text = repr(
            (self.cards, self.kinds, self.backs, self.ints, self.strs, maps, frames, self.position)
        )
        return hashlib.sha256(text.encode()).hexdigest()
