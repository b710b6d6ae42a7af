"""Collections lowered: card lists, groups, lists of numbers; storages and locations."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.engine.lower.constants import Constants as LoadedConstants
from kibitz.engine.lower.numbering import Numbering, owner_kind
from kibitz.engine.program import (
    Card,
    Cards,
    Collect,
    Collection,
    Combine,
    CombineGroups,
    Condition,
    Const,
    Constants,
    FilterCards,
    FilterGroups,
    FilterValues,
    Groups,
    GroupsVar,
    Indexed,
    JoinGroups,
    ListMember,
    ListVar,
    Live,
    Location,
    LocationMember,
    LocationVar,
    Members,
    Others,
    OwnerKind,
    Partition,
    Range,
    Run,
    Runs,
    Sequence,
    SetOperator,
    Slot,
    StorageKind,
    Subsets,
    Value,
    Values,
    ValuesVar,
)
from kibitz.recycle import syntax
from kibitz.recycle.syntax import CycleKind, End, Type

CARD_TYPES = (Type.CARDS, Type.LOCATION)
GROUP_TYPES = (Type.GROUPS, Type.LOCATIONS)


class CollectionLowering(ABC):
    """Lowers collections; what they contain is lowered by the class that completes this one."""

    def __init__(
        self, constants: LoadedConstants, numbering: Numbering, players: int, teams: int
    ) -> None:
        self.constants = constants
        self.numbering = numbering
        self.players = players
        self.teams = teams

    @abstractmethod
    def value(self, node: syntax.IntExpr | syntax.StrExpr | syntax.OwnerExpr) -> Value: ...

    @abstractmethod
    def condition(self, node: syntax.BoolExpr) -> Condition: ...

    @abstractmethod
    def card(self, node: syntax.CardExpr) -> Card: ...

    # ------------------------------------------------------------------ storages, locations

    def slot(
        self,
        kind: StorageKind,
        node: syntax.IntStorage | syntax.StrStorage | syntax.PointStorage,
    ) -> Slot:
        storages = self.numbering.named_storages(kind, owner_kind(node), node.name)
        name = None if len(storages) == 1 else self.value(node.name)
        return Slot(kind, storages, name, self._owner_value(node.owner))

    def points(self, node: syntax.PointStorage) -> Slot:
        return self.slot(StorageKind.POINTS, node)

    def location(self, node: syntax.Location | syntax.Indexed) -> Location:
        kind = OwnerKind.TABLE if isinstance(node.owner, syntax.Table) else OwnerKind.PLAYER
        families = self.numbering.named_families(kind, node.location_class, node.name)
        name = None if len(families) == 1 else self.value(node.name)
        index = node.index if isinstance(node, syntax.Location) else None
        number = Const(0) if index is None else self.value(index)
        return Location(families, name, self._owner_value(node.owner), number, node.span)

    def _owner_value(self, owner: syntax.OwnerExpr) -> Value | None:
        return None if isinstance(owner, syntax.Table) else self.value(owner)

    def where(self, where: syntax.End | syntax.IntExpr) -> End | Value:
        return where if isinstance(where, End) else self.value(where)

    # ------------------------------------------------------------------ card lists

    def live(self, node: syntax.CardsExpr) -> Live:
        """A card list that the checker has found to be a location."""
        lowered = self.cards(node)
        assert isinstance(lowered, Live)
        return lowered

    def cards(self, node: syntax.CardsExpr) -> Cards:
        match node:
            case syntax.Variable():
                return self._cards_variable(node)
            case syntax.Location():
                return self.location(node)
            case syntax.Filter():
                assert node.type is Type.CARDS
                source = self.collection(node.collection)
                assert not isinstance(source, Values | Groups)
                return FilterCards(source, node.binder.number, self.condition(node.condition))
            case syntax.Sequence():
                return Sequence(node.end, self.value(node.count), self.cards(node.cards), node.span)
            case syntax.Run():
                cards, points = self.cards(node.cards), self.points(node.points)
                return Run(node.end, self.value(node.minimum), cards, points)
            case syntax.Member():
                member = LocationMember if node.type is Type.LOCATION else ListMember
                return member(self.where(node.where), self.groups(node.groups), node.span)
            case _:
                return self._combination(node)

    def _cards_variable(self, node: syntax.Variable) -> Cards:
        number = node.binder.number
        if number in self.constants.locations:
            return self.location(self.constants.locations[number])
        return LocationVar(number) if node.binder.type is Type.LOCATION else ListVar(number)

    def _combination(
        self,
        node: syntax.Union
        | syntax.UnionOfGroups
        | syntax.Intersection
        | syntax.IntersectionOfGroups
        | syntax.Disjunction
        | syntax.DisjunctionOfGroups,
    ) -> Cards:
        match node:
            case syntax.Union():
                return self._combine(SetOperator.UNION, node.parts)
            case syntax.Intersection():
                return self._combine(SetOperator.INTERSECTION, node.parts)
            case syntax.Disjunction():
                return self._combine(SetOperator.DISJUNCTION, node.parts)
            case syntax.UnionOfGroups():
                return CombineGroups(SetOperator.UNION, self.groups(node.groups))
            case syntax.IntersectionOfGroups():
                return CombineGroups(SetOperator.INTERSECTION, self.groups(node.groups))
            case syntax.DisjunctionOfGroups():
                return CombineGroups(SetOperator.DISJUNCTION, self.groups(node.groups))

    def _combine(self, operator: SetOperator, parts: tuple[syntax.CardsExpr, ...]) -> Combine:
        return Combine(operator, tuple(map(self.cards, parts)))

    # ------------------------------------------------------------------ groups

    def groups(self, node: syntax.GroupsExpr) -> Groups:
        match node:
            case syntax.Variable():
                return GroupsVar(node.binder.number, node.binder.type is Type.LOCATIONS)
            case syntax.Collect():
                collection, slot = self.collection(node.collection), node.binder.number
                return Collect(collection, slot, self.cards(node.body), node.type is Type.LOCATIONS)
            case syntax.Partition():
                return Partition(self.value(node.attribute), tuple(map(self.cards, node.parts)))
            case syntax.PartitionOfGroups():
                return Partition(self.value(node.attribute), self.groups(node.groups))
            case syntax.Subsets():
                limit = None if node.limit is None else self.value(node.limit)
                points = None if node.points is None else self.points(node.points)
                return Subsets(self.cards(node.cards), node.operator, limit, points, node.span)
            case syntax.Runs():
                cards, points = self.cards(node.cards), self.points(node.points)
                return Runs(node.largest, self.value(node.minimum), cards, points, node.span)
            case syntax.Indexed():
                return Indexed(self.location(node))
            case syntax.Joined():
                parts = tuple(map(self.groups, node.parts))
                return JoinGroups(parts, node.type is Type.LOCATIONS, node.span)
            case syntax.Filter():
                source = self.collection(node.collection)
                assert isinstance(source, Groups)
                condition = self.condition(node.condition)
                live = node.type is Type.LOCATIONS
                return FilterGroups(source, node.binder.number, condition, live)

    # ------------------------------------------------------------------ any collection

    def collection(self, node: syntax.Collection) -> Collection:
        match node:
            case syntax.Variable():
                return self._collection_variable(node)
            case syntax.Filter():
                return self._filter(node)
            case syntax.Players():
                return Constants(tuple(range(self.players)))
            case syntax.Teams():
                return Constants(tuple(range(self.teams)))
            case syntax.OtherPlayers():
                return Others(CycleKind.PLAYER)
            case syntax.OtherTeams():
                return Others(CycleKind.TEAM)
            case syntax.Members():
                return Members(self.value(node.team))
            case syntax.Range():
                return self._range(node)
            case syntax.Strings(values=texts):
                return Constants(tuple(map(self.numbering.string, texts)))
            case (
                syntax.Collect()
                | syntax.Partition()
                | syntax.PartitionOfGroups()
                | syntax.Subsets()
                | syntax.Runs()
                | syntax.Indexed()
                | syntax.Joined()
            ):
                return self.groups(node)
            case _:
                return self.cards(node)

    def _collection_variable(self, node: syntax.Variable) -> Collection:
        constant = self.constants.values.get(node.binder.number)
        if isinstance(constant, tuple):
            numbers = (
                self.numbering.string(element) if isinstance(element, str) else element
                for element in constant
            )
            return Constants(tuple(numbers))
        if node.binder.type in CARD_TYPES:
            return self.cards(node)
        if node.binder.type in GROUP_TYPES:
            return self.groups(node)
        if node.binder.type is Type.TEAM:
            return Members(self.value(node))
        return ValuesVar(node.binder.number)

    def _filter(self, node: syntax.Filter) -> Collection:
        if node.type in CARD_TYPES:
            return self.cards(node)
        if node.type in GROUP_TYPES:
            return self.groups(node)
        source = self.collection(node.collection)
        assert isinstance(source, Values)
        return FilterValues(source, node.binder.number, self.condition(node.condition))

    def _range(self, node: syntax.Range) -> Values:
        low, high = self.value(node.low), self.value(node.high)
        if isinstance(low, Const) and isinstance(high, Const) and high.value - low.value < 256:
            return Constants(tuple(range(low.value, high.value + 1)))
        return Range(low, high, node.span)
