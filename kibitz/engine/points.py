"""Point maps as stored: awards with their values fixed, and the score of every card kind."""

from __future__ import annotations

from kibitz.engine.program import Kind

Tests = tuple[tuple[int, int], ...]
FixedAward = tuple[Tests, int]


class PointMap:
    """Awards of which every test must hold; matching awards add up."""

    __slots__ = ("awards", "scores")

    def __init__(self, awards: tuple[FixedAward, ...], kinds: tuple[Kind, ...]) -> None:
        self.awards = awards
        faces = [dict(kind.attributes) for kind in kinds]
        self.scores = [sum(_value(award, face) for award in awards) for face in faces]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PointMap) and self.awards == other.awards

    def __hash__(self) -> int:
        return hash(self.awards)

    def updated(self, awards: tuple[FixedAward, ...], kinds: tuple[Kind, ...]) -> PointMap:
        """This map with the awards for the same attributes replaced."""
        replaced = {_attributes(award) for award in awards}
        kept = tuple(award for award in self.awards if _attributes(award) not in replaced)
        return PointMap(kept + awards, kinds)


def _value(award: FixedAward, face: dict[int, int]) -> int:
    tests, points = award
    for attribute, value in tests:
        if face.get(attribute, 0) != value:
            return 0
    return points


def _attributes(award: FixedAward) -> tuple[int, ...]:
    return tuple(attribute for attribute, _ in award[0])
