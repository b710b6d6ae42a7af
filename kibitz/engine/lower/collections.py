"""Collections lowered: card lists, groups, lists of numbers; storages and locations."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.engine import program as p
from kibitz.engine.lower.constants import ChosenConstants as LoadedConstants
from kibitz.engine.lower.numbering import Numbering, owner_kind
from kibitz.recycle import syntax as s

CARD_TYPES = (s.Type.CARDS, s.Type.LOCATION)
GROUP_TYPES = (s.Type.GROUPS, s.Type.LOCATIONS)


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
    def value(self, node: s.IntExpr | s.StrExpr | s.OwnerExpr) -> p.Value: ...

    @abstractmethod
    def condition(self, node: s.BoolExpr) -> p.Condition: ...

    @abstractmethod
    def card(self, node: s.CardExpr) -> p.Card: ...

    # ------------------------------------------------------------------ storages, locations

    def slot(
        self, kind: p.StorageKind, node: s.IntStorageNode | s.StrStorageNode | s.PointStorageNode
    ) -> p.Slot:
        storages = self.numbering.named_storages(kind, owner_kind(node), node.name)
        name = None if len(storages) == 1 else self.value(node.name)
        return p.Slot(kind, storages, name, self._owner_value(node.owner))

    def points(self, node: s.PointStorageNode) -> p.Slot:
        return self.slot(p.StorageKind.POINTS, node)

    def location(self, node: s.LocationNode | s.IndexedNode) -> p.Location:
        kind = p.OwnerKind.TABLE if isinstance(node.owner, s.TableNode) else p.OwnerKind.PLAYER
        families = self.numbering.named_families(kind, node.location_class, node.name)
        name = None if len(families) == 1 else self.value(node.name)
        index = node.index if isinstance(node, s.LocationNode) else None
        number = p.Const(0) if index is None else self.value(index)
        return p.Location(families, name, self._owner_value(node.owner), number, node.span)

    def _owner_value(self, owner: s.OwnerExpr) -> p.Value | None:
        return None if isinstance(owner, s.TableNode) else self.value(owner)

    def where(self, where: s.End | s.IntExpr) -> s.End | p.Value:
        return where if isinstance(where, s.End) else self.value(where)

    # ------------------------------------------------------------------ card lists

    def live(self, node: s.CardsExpr) -> p.Live:
        """A card list that the checker has found to be a location."""
        lowered = self.cards(node)
        assert isinstance(lowered, p.Live)
        return lowered

    def cards(self, node: s.CardsExpr) -> p.Cards:
        match node:
            case s.VariableNode():
                return self._cards_variable(node)
            case s.LocationNode():
                return self.location(node)
            case s.FilterNode():
                assert node.type is s.Type.CARDS
                source = self.collection(node.collection)
                assert not isinstance(source, p.Values | p.Groups)
                return p.FilterCards(source, node.binder.number, self.condition(node.condition))
            case s.SequenceNode():
                return p.Sequence(
                    node.end, self.value(node.count), self.cards(node.cards), node.span
                )
            case s.RunNode():
                cards, points = self.cards(node.cards), self.points(node.points)
                return p.Run(node.end, self.value(node.minimum), cards, points)
            case s.MemberNode():
                member = p.LocationMember if node.type is s.Type.LOCATION else p.ListMember
                return member(self.where(node.where), self.groups(node.groups), node.span)
            case _:
                return self._combination(node)

    def _cards_variable(self, node: s.VariableNode) -> p.Cards:
        number = node.binder.number
        if number in self.constants.locations:
            return self.location(self.constants.locations[number])
        return p.LocationVar(number) if node.binder.type is s.Type.LOCATION else p.ListVar(number)

    def _combination(
        self,
        node: s.UnionNode
        | s.UnionOfGroupsNode
        | s.IntersectionNode
        | s.IntersectionOfGroupsNode
        | s.DisjunctionNode
        | s.DisjunctionOfGroupsNode,
    ) -> p.Cards:
        match node:
            case s.UnionNode():
                return self._combine(p.SetOperator.UNION, node.parts)
            case s.IntersectionNode():
                return self._combine(p.SetOperator.INTERSECTION, node.parts)
            case s.DisjunctionNode():
                return self._combine(p.SetOperator.DISJUNCTION, node.parts)
            case s.UnionOfGroupsNode():
                return p.CombineGroups(p.SetOperator.UNION, self.groups(node.groups))
            case s.IntersectionOfGroupsNode():
                return p.CombineGroups(p.SetOperator.INTERSECTION, self.groups(node.groups))
            case s.DisjunctionOfGroupsNode():
                return p.CombineGroups(p.SetOperator.DISJUNCTION, self.groups(node.groups))

    def _combine(self, operator: p.SetOperator, parts: tuple[s.CardsExpr, ...]) -> p.Combine:
        return p.Combine(operator, tuple(map(self.cards, parts)))

    # ------------------------------------------------------------------ groups

    def groups(self, node: s.GroupsExpr) -> p.Groups:
        match node:
            case s.VariableNode():
                return p.GroupsVar(node.binder.number, node.binder.type is s.Type.LOCATIONS)
            case s.CollectNode():
                collection, slot = self.collection(node.collection), node.binder.number
                return p.Collect(
                    collection, slot, self.cards(node.body), node.type is s.Type.LOCATIONS
                )
            case s.PartitionNode():
                return p.Partition(self.value(node.attribute), tuple(map(self.cards, node.parts)))
            case s.PartitionOfGroupsNode():
                return p.Partition(self.value(node.attribute), self.groups(node.groups))
            case s.SubsetsNode():
                limit = None if node.limit is None else self.value(node.limit)
                points = None if node.points is None else self.points(node.points)
                return p.Subsets(self.cards(node.cards), node.operator, limit, points, node.span)
            case s.RunsNode():
                cards, points = self.cards(node.cards), self.points(node.points)
                return p.Runs(node.largest, self.value(node.minimum), cards, points, node.span)
            case s.IndexedNode():
                return p.Indexed(self.location(node))
            case s.JoinedNode():
                parts = tuple(map(self.groups, node.parts))
                return p.JoinGroups(parts, node.type is s.Type.LOCATIONS, node.span)
            case s.FilterNode():
                source = self.collection(node.collection)
                assert isinstance(source, p.Groups)
                condition = self.condition(node.condition)
                live = node.type is s.Type.LOCATIONS
                return p.FilterGroups(source, node.binder.number, condition, live)

    # ------------------------------------------------------------------ any collection

    def collection(self, node: s.Collection) -> p.Collection:
        match node:
            case s.VariableNode():
                return self._collection_variable(node)
            case s.FilterNode():
                return self._filter(node)
            case s.PlayersNode():
                return p.Constants(tuple(range(self.players)))
            case s.TeamsNode():
                return p.Constants(tuple(range(self.teams)))
            case s.OtherPlayersNode():
                return p.Others(s.CycleKind.PLAYER)
            case s.OtherTeamsNode():
                return p.Others(s.CycleKind.TEAM)
            case s.MembersNode():
                return p.Members(self.value(node.team))
            case s.RangeNode():
                return self._range(node)
            case s.StringsNode(values=texts):
                return p.Constants(tuple(map(self.numbering.string, texts)))
            case (
                s.CollectNode()
                | s.PartitionNode()
                | s.PartitionOfGroupsNode()
                | s.SubsetsNode()
                | s.RunsNode()
                | s.IndexedNode()
                | s.JoinedNode()
            ):
                return self.groups(node)
            case _:
                return self.cards(node)

    def _collection_variable(self, node: s.VariableNode) -> p.Collection:
        constant = self.constants.values.get(node.binder.number)
        if isinstance(constant, tuple):
            numbers = (
                self.numbering.string(element) if isinstance(element, str) else element
                for element in constant
            )
            return p.Constants(tuple(numbers))
        if node.binder.type in CARD_TYPES:
            return self.cards(node)
        if node.binder.type in GROUP_TYPES:
            return self.groups(node)
        if node.binder.type is s.Type.TEAM:
            return p.Members(self.value(node))
        return p.ValuesVar(node.binder.number)

    def _filter(self, node: s.FilterNode) -> p.Collection:
        if node.type in CARD_TYPES:
            return self.cards(node)
        if node.type in GROUP_TYPES:
            return self.groups(node)
        source = self.collection(node.collection)
        assert isinstance(source, p.Values)
        return p.FilterValues(source, node.binder.number, self.condition(node.condition))

    def _range(self, node: s.RangeNode) -> p.Values:
        low, high = self.value(node.low), self.value(node.high)
        if isinstance(low, p.Const) and isinstance(high, p.Const) and high.value - low.value < 256:
            return p.Constants(tuple(range(low.value, high.value + 1)))
        return p.Range(low, high, node.span)
