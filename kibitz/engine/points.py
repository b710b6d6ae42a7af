"""Point maps as stored: awards with their values fixed, and the score of every card kind."""

from __future__ import annotations

from kibitz.engine.program import CardKind, Program, StorePoints
from kibitz.engine.program.walk import nodes

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
