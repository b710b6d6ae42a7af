"""Decks spread out into card kinds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from kibitz.engine import limits
from kibitz.engine.lower.numbering import Numbering
from kibitz.engine.program import Kind
from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label, RecycleError
from kibitz.recycle.source import Source


class Kinds:
    """The distinct card faces of a game, numbered in order of first creation."""

    def __init__(self, source: Source, numbering: Numbering) -> None:
        self._source = source
        self._numbering = numbering
        self._numbers: dict[Kind, int] = {}

    def all(self) -> tuple[Kind, ...]:
        return tuple(self._numbers)

    def of_deck(self, deck: s.CreateDeck) -> tuple[int, ...]:
        """The kinds of the deck's cards in creation order: the first attribute varies slowest."""
        if prod(_leaves(attribute) for attribute in deck.attributes) > limits.CARDS:
            fault = Diagnostic(
                "too-many-cards",
                f"this deck has more than {limits.CARDS} cards",
                Label(deck.span, "one card for every combination"),
            )
            raise RecycleError(self._source, (fault,))
        columns = [tuple(self._faces(attribute)) for attribute in deck.attributes]
        return tuple(self._number(parts) for parts in product(*columns))

    def _faces(self, attribute: s.Attribute) -> Iterator[dict[int, int]]:
        name = self._numbering.string(attribute.name)
        for branch in attribute.branches:
            value = {name: self._numbering.string(branch.value)}
            if not branch.attributes:
                yield value
            for below in branch.attributes:
                yield from (value | face for face in self._faces(below))

    def _number(self, parts: tuple[dict[int, int], ...]) -> int:
        face: dict[int, int] = {}
        for part in parts:
            face.update(part)
        return self._numbers.setdefault(Kind(tuple(face.items())), len(self._numbers))


def _leaves(attribute: s.Attribute) -> int:
    return sum(
        sum(map(_leaves, branch.attributes)) if branch.attributes else 1
        for branch in attribute.branches
    )
