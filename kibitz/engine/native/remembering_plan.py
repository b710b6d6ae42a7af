"""Of which hands a net is told cards that its seat remembers: whoever chose to take a card that all
could see, as from the discard at rummy, still has it.

Of all that seats remember this alone is told. Two nets of gin rummy that were told beat both that
were not, trained for the same time; nets of hearts that were told of cards passed on in secret, of
tricks laid face down, or how many cards of a suit are still unknown, lost to one that was not, and
so did a net of Schwimmen that was told what was swapped with the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from kibitz.engine.program import (
    Bind,
    Block,
    CardAt,
    CardVar,
    Decide,
    Each,
    ExtremeCard,
    Family,
    FilterCards,
    GroupsVar,
    ListVar,
    Location,
    LocationVar,
    Move,
    OwnerKind,
    Pick,
    Program,
    Shuffle,
)
from kibitz.engine.program.walk import nodes, parts
from kibitz.recycle.syntax import LocationClass


def remembered_places(program: Program) -> tuple[int, ...]:
    """Places that others do not see into, by number: a choice may bring a card there that everybody
    sees, a choice may pick one there, and nobody shuffles them."""
    found = _Search(program).found()
    families = (
        family
        for family in program.families
        for _ in range(program.owners(family.owner) * family.indices)
    )
    return tuple(number for number, family in enumerate(families) if family in found)


class _Search:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._bound: dict[int, list[Any]] = {}
        for node in nodes(program.code):
            match node:
                case Each(collection=value, slot=slot) | Pick(collection=value, slot=slot):
                    self._bound.setdefault(slot, []).append(value)
                case Bind(value=value, slot=slot):
                    self._bound.setdefault(slot, []).append(value)

    def found(self) -> set[Family]:
        taken = {
            family
            for source, target in self._ways()
            if not any(map(_is_hidden, source.families))
            for family in target.families
        }
        shuffled = {family for place in self._shuffled() for family in place.families}
        return {family for family in taken & self._picked() if _is_hidden(family)} - shuffled

    def _picked(self) -> set[Family]:
        """Families of places from which players pick."""
        return {
            family
            for node in nodes(self._program.code)
            if isinstance(node, Pick)
            for place in self._lying(node.collection)
            for family in place.families
        }

    def _shuffled(self) -> Iterator[Location]:
        for node in nodes(self._program.code):
            if isinstance(node, Shuffle):
                yield from self._lying(node.cards)

    def _ways(self) -> Iterator[tuple[Location, Location]]:
        """From where choices bring cards where, to stay there for a while."""
        passing = {id(move) for move in _passing(self._program)}
        choices = tuple(step for step in self._program.code if isinstance(step, Decide))
        for node in nodes(choices):
            if isinstance(node, Move) and id(node) not in passing:
                targets = list(self._lying(node.destination.location))
                for source in self._lying(node.source):
                    yield from ((source, target) for target in targets)

    def _lying(self, node: Any, through: frozenset[int] = frozenset()) -> Iterator[Location]:
        """The places that are meant, or from which the cards are."""
        match node:
            case Location():
                yield node
            case FilterCards(cards=cards) | ExtremeCard(cards=cards) | CardAt(cards=cards):
                yield from self._lying(cards, through)
            case (
                CardVar(slot=slot)
                | LocationVar(slot=slot)
                | ListVar(slot=slot)
                | GroupsVar(slot=slot)
            ):
                if slot not in through:
                    for value in self._bound.get(slot, ()):
                        yield from self._lying(value, through | {slot})
            case _:
                for part in parts(node):
                    yield from self._lying(part, through)


def _passing(program: Program) -> Iterator[Move]:
    """Moves to a place that the card leaves again before anybody else has a choice: later in the
    same block, or whatever is chosen next."""
    for node in nodes(program.code):
        if isinstance(node, Block):
            for number, move in enumerate(node.statements):
                if isinstance(move, Move) and _leaves(move, node.statements[number + 1 :]):
                    yield move
    for step, following in pairwise(program.code):
        if isinstance(step, Decide) and isinstance(following, Decide):
            for move in nodes(step.alternatives):
                if isinstance(move, Move) and all(
                    _leaves(move, option) for option in following.alternatives
                ):
                    yield move


def _leaves(move: Move, later: Any) -> bool:
    """Whether a card is taken from where the move puts one."""
    place = move.destination.location
    return any(
        isinstance(node, Move) and isinstance(node.source, CardAt) and node.source.cards == place
        for node in nodes(later)
    )


def _is_hidden(family: Family) -> bool:
    """Whether somebody does not see into its places."""
    match family.location_class:
        case LocationClass.VISIBLE | LocationClass.MEMORY:
            return False
        case LocationClass.OTHERS:
            return family.owner is OwnerKind.PLAYER
        case _:
            return True
