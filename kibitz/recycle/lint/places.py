"""Which locations an expression means, whatever the route: by name, alias, loop or index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from kibitz.recycle import syntax as s
from kibitz.recycle.lint.constants import PossibleValues
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.walk import children


@dataclass(frozen=True, slots=True)
class LintedLocation:
    """A location of the table or of every player, at any index."""

    of_table: bool
    location_class: s.LocationClass
    name: str


PlaceSet = frozenset[LintedLocation] | None
"""None when only the match will tell."""

Reach = Callable[[s.Node], Iterator[s.Node]]
"""The expressions of one statement that something happens to."""

T = TypeVar("T")


class Places:
    """The locations of a game and what happens to them."""

    def __init__(self, survey: Survey, constants: PossibleValues) -> None:
        self._survey = survey
        self._constants = constants
        self._below: dict[tuple[Reach, int], PlaceSet] = {}

    def of(self, node: s.Node) -> PlaceSet:
        """The locations an expression is, or consists of; none for a list made of cards."""
        while True:
            match node:
                case s.LocationNode() | s.IndexedNode():
                    return self._named(node)
                case s.MemberNode():
                    node = node.groups
                case s.CollectNode():
                    node = node.body
                case s.JoinedNode():
                    return together(map(self.of, node.parts))
                case s.FilterNode():
                    node = node.collection
                case s.VariableNode():
                    followed = self._behind(node)
                    if followed is None:
                        return frozenset()
                    node = followed
                case _:
                    return frozenset()

    def mentioned(self, node: s.Node) -> PlaceSet:
        """Every location that has a part in the value of an expression."""
        found: set[LintedLocation] = set()
        for inner in self._survey.reach(node):
            if isinstance(inner, s.LocationNode | s.IndexedNode):
                places = self._named(inner)
                if places is None:
                    return None
                found |= places
        return frozenset(found)

    def filled(self, root: s.Node) -> PlaceSet:
        """The locations that statements below `root` put cards into."""
        return self._gathered(filled_by, root, lambda _, target: self.of(target))

    def emptied(self, root: s.Node) -> PlaceSet:
        """The locations that statements below `root` may take cards from."""
        return self._gathered(emptied_by, root, self._taken_from)

    def changed(self, root: s.Node) -> PlaceSet:
        """The locations whose cards, or their order, statements below `root` may change."""
        shuffled = self._gathered(shuffled_by, root, lambda _, cards: self.of(cards))
        return together((self.filled(root), self.emptied(root), shuffled))

    def _gathered(
        self, reach: Reach, root: s.Node, places: Callable[[s.Node, s.Node], PlaceSet]
    ) -> PlaceSet:
        """The places that `reach` finds at `root` and below, found once for every node."""
        if (reach, id(root)) not in self._below:
            own = (places(root, expression) for expression in reach(root))
            below = (self._gathered(reach, child, places) for child in children(root))
            self._below[reach, id(root)] = together(chain(own, below))
        return self._below[reach, id(root)]

    def _taken_from(self, statement: s.Node, source: s.Node) -> PlaceSet:
        places = self.mentioned(source)
        if places is None or isinstance(statement, s.ForgetNode):
            return places
        # A card found by way of a memory is taken from wherever it lies.
        remembered = any(place.location_class is s.LocationClass.MEMORY for place in places)
        return None if remembered else places

    def _behind(self, variable: s.VariableNode) -> s.Node | None:
        binding = self._survey.binding(variable)
        match binding:
            case s.DeclareNode() | s.LetNode():
                return binding.value
            case (
                s.LoopNode()
                | s.QuantifiedNode()
                | s.SumOverNode()
                | s.CollectNode()
                | s.FilterNode()
            ):
                return binding.collection
            case _:
                return None

    def _named(self, node: s.LocationNode | s.IndexedNode) -> PlaceSet:
        names = self._names(node.name)
        if names is None:
            return None
        of_table = isinstance(node.owner, s.TableNode)
        return frozenset(LintedLocation(of_table, node.location_class, name) for name in names)

    def _names(self, name: s.StrExpr) -> frozenset[str] | None:
        resolved = self._survey.resolve(name)
        if not isinstance(resolved, s.CardAttributeNode):
            return self._constants.strings(name)
        attributes = self._constants.strings(resolved.attribute)
        values = self._survey.values_by_attribute
        if attributes is None:
            return None
        return frozenset(v for attribute in attributes for v in values.get(attribute, ()))


def filled_by(node: s.Node) -> Iterator[s.Node]:
    """The expressions for the locations that one statement puts cards into."""
    match node:
        case s.MoveNode() | s.RememberNode():
            yield node.destination.cards
        case s.CreateDeckNode():
            yield node.location
        case s.SwapCardsNode():
            yield from (c.cards for c in (node.first, node.second) if isinstance(c, s.CardAtNode))
        case s.SwapLocationsNode():
            yield from (node.first, node.second)
        case _:
            pass


def emptied_by(node: s.Node) -> Iterator[s.Node]:
    """The expressions for the cards that one statement takes away."""
    match node:
        case s.MoveNode():
            yield node.source
        case s.ForgetNode():
            yield node.reference
        case s.SwapCardsNode() | s.SwapLocationsNode():
            yield from (node.first, node.second)
        case _:
            pass


def shuffled_by(node: s.Node) -> Iterator[s.Node]:
    """The cards that one statement shuffles."""
    if isinstance(node, s.ShuffleNode):
        yield node.cards


def together(sets: Iterable[frozenset[T] | None]) -> frozenset[T] | None:
    """All that the sets hold; None if one of them is not known."""
    found: set[T] = set()
    for known in sets:
        if known is None:
            return None
        found |= known
    return frozenset(found)
