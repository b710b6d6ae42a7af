"""Which locations an expression means, whatever the route: by name, alias, loop or index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.recycle.lint.constants import Constants
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.syntax import (
    CardAt,
    CardAttribute,
    Collect,
    CreateDeck,
    Declare,
    Filter,
    Forget,
    Indexed,
    Let,
    Location,
    LocationClass,
    Loop,
    Member,
    Move,
    Node,
    Quantified,
    Remember,
    Shuffle,
    StrExpr,
    SumOver,
    SwapCards,
    SwapLocations,
    Table,
    Variable,
)
from kibitz.recycle.walk import nodes


@dataclass(frozen=True, slots=True)
class Place:
    """A location of the table or of every player, at any index."""

    of_table: bool
    location_class: LocationClass
    name: str


PlaceSet = frozenset[Place] | None
"""None when only the match will tell."""


class Places:
    """The locations of a game and what happens to them."""

    def __init__(self, survey: Survey, constants: Constants) -> None:
        self._survey = survey
        self._constants = constants

    def of(self, node: Node) -> PlaceSet:
        """The locations an expression is, or consists of; none for a list made of cards."""
        while True:
            match node:
                case Location() | Indexed():
                    return self._named(node)
                case Member():
                    node = node.groups
                case Collect():
                    node = node.body
                case Filter():
                    node = node.collection
                case Variable():
                    followed = self._behind(node)
                    if followed is None:
                        return frozenset()
                    node = followed
                case _:
                    return frozenset()

    def mentioned(self, node: Node) -> PlaceSet:
        """Every location that has a part in the value of an expression."""
        found: set[Place] = set()
        for inner in self._survey.reach(node):
            if isinstance(inner, Location | Indexed):
                places = self._named(inner)
                if places is None:
                    return None
                found |= places
        return frozenset(found)

    def filled(self, root: Node) -> PlaceSet:
        """The locations that statements below `root` put cards into."""
        return _together(self.of(target) for node in nodes(root) for target in filled_by(node))

    def emptied(self, root: Node) -> PlaceSet:
        """The locations that statements below `root` may take cards from."""
        return _together(
            self._taken_from(node, source) for node in nodes(root) for source in emptied_by(node)
        )

    def changed(self, root: Node) -> PlaceSet:
        """The locations whose cards, or their order, statements below `root` may change."""
        shuffled = _together(self.of(n.cards) for n in nodes(root) if isinstance(n, Shuffle))
        return _together(iter((self.filled(root), self.emptied(root), shuffled)))

    def _taken_from(self, statement: Node, source: Node) -> PlaceSet:
        places = self.mentioned(source)
        if places is None or isinstance(statement, Forget):
            return places
        # A card found by way of a memory is taken from wherever it lies.
        remembered = any(place.location_class is LocationClass.MEMORY for place in places)
        return None if remembered else places

    def _behind(self, variable: Variable) -> Node | None:
        binding = self._survey.binding(variable)
        match binding:
            case Declare() | Let():
                return binding.value
            case Loop() | Quantified() | SumOver() | Collect() | Filter():
                return binding.collection
            case _:
                return None

    def _named(self, node: Location | Indexed) -> PlaceSet:
        names = self._names(node.name)
        if names is None:
            return None
        of_table = isinstance(node.owner, Table)
        return frozenset(Place(of_table, node.location_class, name) for name in names)

    def _names(self, name: StrExpr) -> frozenset[str] | None:
        resolved = self._survey.resolve(name)
        if not isinstance(resolved, CardAttribute):
            return self._constants.strings(name)
        attributes = self._constants.strings(resolved.attribute)
        values = self._survey.values_by_attribute
        if attributes is None:
            return None
        return frozenset(v for attribute in attributes for v in values.get(attribute, ()))


def filled_by(node: Node) -> Iterator[Node]:
    """The expressions for the locations that one statement puts cards into."""
    match node:
        case Move() | Remember():
            yield node.destination.cards
        case CreateDeck():
            yield node.location
        case SwapCards():
            yield from (c.cards for c in (node.first, node.second) if isinstance(c, CardAt))
        case SwapLocations():
            yield from (node.first, node.second)
        case _:
            pass


def emptied_by(node: Node) -> Iterator[Node]:
    """The expressions for the cards that one statement takes away."""
    match node:
        case Move():
            yield node.source
        case Forget():
            yield node.reference
        case SwapCards() | SwapLocations():
            yield from (node.first, node.second)
        case _:
            pass


def _together(sets: Iterator[PlaceSet]) -> PlaceSet:
    found: set[Place] = set()
    for places in sets:
        if places is None:
            return None
        found |= places
    return frozenset(found)
