"""Expressions lowered: numbers, conditions, cards, collections, storages, locations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.constants import ChosenConstants
from kibitz.engine.lower.numbering import STORAGE_KINDS, Kinds, Numbering, StorageNode
from kibitz.recycle import syntax as s

L = TypeVar("L")

CARD_TYPES = (s.Type.CARDS, s.Type.LOCATION)
GROUP_TYPES = (s.Type.GROUPS, s.Type.LOCATIONS)
_SET_OPERATORS: dict[type[s.Node], p.SetOperator] = {
    s.UnionNode: p.SetOperator.UNION,
    s.UnionOfGroupsNode: p.SetOperator.UNION,
    s.IntersectionNode: p.SetOperator.INTERSECTION,
    s.IntersectionOfGroupsNode: p.SetOperator.INTERSECTION,
    s.DisjunctionNode: p.SetOperator.DISJUNCTION,
    s.DisjunctionOfGroupsNode: p.SetOperator.DISJUNCTION,
}

_Owner = (
    s.TableNode
    | s.TurnPlayerNode
    | s.NumberedPlayerNode
    | s.FoundPlayerNode
    | s.SeatAwayNode
    | s.OwnerOfCardNode
    | s.TurnTeamNode
    | s.NumberedTeamNode
    | s.TeamOfPlayerNode
)
"""Owners that are nothing else."""


@dataclass
class ExpressionLowering:
    """Expressions of every type, by the numbers of one game."""

    constants: ChosenConstants
    numbering: Numbering
    kinds: Kinds
    players: int
    teams: tuple[tuple[int, ...], ...]

    # ------------------------------------------------------------------ storages, locations

    def slot(self, node: StorageNode) -> p.Slot:
        kind = STORAGE_KINDS[type(node)]
        storages = self.numbering.named_storages(node)
        one_name = len({storage.name for storage in storages}) == 1
        name = None if one_name else self.value(node.name)
        written = None if isinstance(node, s.PointStorageNode) else node.index
        index = p.Const(0) if written is None else self.value(written)
        slot = p.Slot(kind, storages, name, self._owner_value(node.owner), index, node.span)
        return slot.at_fixed_index()

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
                cards, points = self.cards(node.cards), self.slot(node.points)
                return p.Run(node.end, self.value(node.minimum), cards, points)
            case s.BestNode():
                member = p.LocationMember if node.type is s.Type.LOCATION else p.ListMember
                groups, slot, body = self._looped(node)
                assert isinstance(groups, p.Groups)
                return member(p.BestPlace(slot, body), groups, node.span)
            case s.MemberNode():
                member = p.LocationMember if node.type is s.Type.LOCATION else p.ListMember
                return member(self.where(node.where), self.groups(node.groups), node.span)
            case s.IfNode(type=s.Type.LOCATION):
                is_memory = node.location_class is s.LocationClass.MEMORY
                return self._either(
                    node, self.live, lambda test, yes, no: p.EitherPlace(test, yes, no, is_memory)
                )
            case s.IfNode():
                return self._own_list(self._either(node, self.cards, p.EitherCards))
            case s.UnionNode() | s.IntersectionNode() | s.DisjunctionNode():
                return p.Combine(_SET_OPERATORS[type(node)], tuple(map(self.cards, node.parts)))
            case _:
                return p.CombineGroups(_SET_OPERATORS[type(node)], self.groups(node.groups))

    def _own_list(self, cards: p.Cards) -> p.Cards:
        """A list that is no place, and shares its cards with none."""
        if isinstance(cards, p.Live | p.ListVar | p.ListMember):
            return p.Combine(p.SetOperator.UNION, (cards,))
        return cards

    def _cards_variable(self, node: s.VariableNode) -> p.Cards:
        number = node.binder.number
        if number in self.constants.locations:
            return self.location(self.constants.locations[number])
        return p.LocationVar(number) if node.binder.type is s.Type.LOCATION else p.ListVar(number)

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
                points = None if node.points is None else self.slot(node.points)
                return p.Subsets(self.cards(node.cards), node.operator, limit, points, node.span)
            case s.RunsNode():
                cards, points = self.cards(node.cards), self.slot(node.points)
                return p.Runs(node.largest, self.value(node.minimum), cards, points, node.span)
            case s.IndexedNode():
                return p.Indexed(self.location(node))
            case s.JoinedNode():
                parts = tuple(map(self.groups, node.parts))
                return p.JoinGroups(parts, node.type is s.Type.LOCATIONS, node.span)
            case s.IfNode():
                live = node.type is s.Type.LOCATIONS
                return self._either(
                    node, self.groups, lambda test, yes, no: p.EitherGroups(test, yes, no, live)
                )
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
            case s.IfNode():
                return self._either_collection(node)
            case s.PlayersNode():
                return p.Constants(tuple(range(self.players)))
            case s.TeamsNode():
                return p.Constants(tuple(range(len(self.teams))))
            case s.OtherPlayersNode():
                return p.Others(s.CycleKind.PLAYER)
            case s.OtherTeamsNode():
                return p.Others(s.CycleKind.TEAM)
            case s.MembersNode():
                return p.Members(self.value(node.team))
            case s.OthersOfNode():
                return self._beside(node.player, (tuple(range(self.players)),))
            case s.PartnersNode():
                return self._beside(node.player, self.teams)
            case s.RangeNode():
                return self._range(node)
            case s.ListedNode():
                return self._listed(node)
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

    def _beside(self, player: s.PlayerExpr, groups: tuple[tuple[int, ...], ...]) -> p.Values:
        """Those in the same group as the player."""
        beside = [
            tuple(other for group in groups if seat in group for other in group if other != seat)
            for seat in range(self.players)
        ]
        return p.SeatsBeside(self.value(player), tuple(beside))

    def _either_collection(self, node: s.IfNode) -> p.Collection:
        if node.type in CARD_TYPES:
            return self.cards(node)
        if node.type in GROUP_TYPES:
            return self.groups(node)
        return self._either(node, self._values, p.EitherValues)

    def _values(self, node: s.Collection) -> p.Values:
        lowered = self.collection(node)
        assert isinstance(lowered, p.Values)
        return lowered

    def _range(self, node: s.RangeNode) -> p.Values:
        low, high = self.value(node.low), self.value(node.high)
        if isinstance(low, p.Const) and isinstance(high, p.Const) and high.value - low.value < 256:
            numbers = tuple(range(low.value, high.value + 1))
            return p.Constants(numbers[::-1] if node.backwards else numbers)
        return p.Range(low, high, node.span, node.backwards)

    def _listed(self, node: s.ListedNode) -> p.Values:
        values = tuple(map(self.value, node.elements))
        constants = tuple(value.value for value in values if isinstance(value, p.Const))
        return p.Constants(constants) if len(constants) == len(values) else p.ListedValues(values)

    def _at(self, node: s.AtNode) -> p.Value:
        number, values = self.value(node.number), self._values(node.collection)
        match number, values:
            case p.Const(value=place), p.Constants(values=constants) if (
                1 <= place <= len(constants)
            ):
                return p.Const(constants[place - 1])
            case _:
                return p.At(number, values, node.span)

    # ------------------------------------------------------------------ numbers, conditions, cards

    def value(self, node: s.IntExpr | s.StrExpr | s.OwnerExpr) -> p.Value:
        match node:
            case s.IntLiteralNode(value=value):
                return p.Const(value)
            case s.StrLiteralNode(value=text):
                return p.Const(self.numbering.string(text))
            case s.VariableNode():
                return self._variable(node)
            case s.IntStorageNode() | s.StrStorageNode():
                return p.Load(self.slot(node))
            case s.CardAttributeNode():
                return p.AttributeOf(self.value(node.attribute), self.card(node.card))
            case s.ArithmeticNode():
                return self._arithmetic(node)
            case s.IfNode():
                return self._either(node, self.value, p.Either)
            case s.CountNode():
                return self._count(node.condition)
            case s.RandomNode():
                return p.Random(self.value(node.low), self.value(node.high), node.span)
            case s.SizeNode():
                return p.Size(self.collection(node.collection), node.span)
            case s.SumNode():
                return p.SumPoints(self.cards(node.cards), self.slot(node.points), node.span)
            case s.ExtremeScoreNode():
                cards, points = self.cards(node.cards), self.slot(node.points)
                return p.ExtremePoints(node.goal, cards, points, node.span)
            case s.ScoreNode():
                return p.Score(self.card(node.card), self.slot(node.points), node.span)
            case s.SumOverNode():
                return p.SumOver(*self._looped(node), node.span)
            case s.AtNode():
                return self._at(node)
            case s.ExtremeOverNode():
                return p.ExtremeOver(node.goal, *self._looped(node), node.span)
            case s.BestNode():
                values, slot, body = self._looped(node)
                assert isinstance(values, p.Values)
                return p.BestValue(values, slot, body, node.span)
            case s.PlayerNumberNode(player=owner) | s.TeamNumberNode(team=owner):
                return folding.arithmetic("+", (self.value(owner), p.Const(1)), node.span)
            case _:
                return self._owner(node)

    def _owner(self, node: _Owner) -> p.Value:
        match node:
            case s.TurnPlayerNode():
                return p.TurnOf(s.CycleKind.PLAYER, node.turn)
            case s.TurnTeamNode():
                return p.TurnOf(s.CycleKind.TEAM, node.turn)
            case s.NumberedPlayerNode():
                return p.Numbered(s.CycleKind.PLAYER, self.value(node.number), node.span)
            case s.NumberedTeamNode():
                return p.Numbered(s.CycleKind.TEAM, self.value(node.number), node.span)
            case s.FoundPlayerNode():
                start, condition = self.value(node.start), self.condition(node.condition)
                slot = node.binder.number
                return p.FoundSeat(node.turn, start, slot, condition, self.players, node.span)
            case s.SeatAwayNode():
                return p.SeatAway(node.turn, self.value(node.start), self.value(node.distance))
            case s.OwnerOfCardNode():
                return p.OwnerOf(self.card(node.card), node.span)
            case s.TeamOfPlayerNode():
                return p.TeamOf(self.value(node.player))
            case s.TableNode():
                raise AssertionError("the table has no number")

    def _looped(
        self, node: s.SumOverNode | s.ExtremeOverNode | s.BestNode
    ) -> tuple[p.Collection, int, p.Value]:
        """What a loop goes over, by which variable, and the number of each."""
        return self.collection(node.collection), node.binder.number, self.value(node.body)

    def _either(
        self, node: s.IfNode, lower: Callable[[Any], L], made: Callable[[p.Condition, L, L], L]
    ) -> L:
        """The side that holds if the options tell, else both."""
        settled = self.constants.settled(node.condition)
        if settled is not None:
            return lower(node.yes if settled else node.no)
        return made(self.condition(node.condition), lower(node.yes), lower(node.no))

    def _count(self, condition: s.BoolExpr) -> p.Value:
        lowered = self.condition(condition)
        if isinstance(lowered, p.Truth):
            return p.Const(int(lowered.value))
        return p.Either(lowered, p.Const(1), p.Const(0))

    def _variable(self, node: s.VariableNode) -> p.Value:
        constant = self.constants.values.get(node.binder.number)
        match constant:
            case int():
                return p.Const(constant)
            case str():
                return p.Const(self.numbering.string(constant))
            case _:
                return p.Var(node.binder.number)

    def _arithmetic(self, node: s.ArithmeticNode) -> p.Value:
        first, *rest = map(self.value, node.operands)
        if not rest:
            return folding.arithmetic(node.operator, (first,), node.span)
        for right in rest:
            first = folding.arithmetic(node.operator, (first, right), node.span)
        return first

    def condition(self, node: s.BoolExpr) -> p.Condition:
        match node:
            case s.AndNode():
                return folding.conjunction(map(self.condition, node.operands))
            case s.OrNode():
                return folding.disjunction(map(self.condition, node.operands))
            case s.NotNode():
                return folding.negate(self.condition(node.operand))
            case s.CompareNode():
                return folding.compare(node.operator, self.value(node.left), self.value(node.right))
            case s.EqualNode():
                return self._equal(node)
            case s.QuantifiedNode():
                collection = self.collection(node.collection)
                body = self.condition(node.body)
                quantified = p.Some if node.quantifier is s.Quantifier.ANY else p.Every
                return quantified(collection, node.binder.number, body)
            case s.IfNode():
                return folding.compare("==", self._either(node, self._count, p.Either), p.Const(1))

    def _equal(self, node: s.EqualNode) -> p.Condition:
        left, right = node.left, node.right
        if node.type is s.Type.CARD:
            assert isinstance(left, s.CardExpr)
            assert isinstance(right, s.CardExpr)
            return p.SameCard(node.negated, self.card(left), self.card(right), node.span)
        assert not isinstance(left, s.CardAtNode | s.ExtremeCardNode)
        assert not isinstance(right, s.CardAtNode | s.ExtremeCardNode)
        operator = "!=" if node.negated else "=="
        return folding.compare(operator, self.value(left), self.value(right))

    def card(self, node: s.CardExpr) -> p.Card:
        match node:
            case s.VariableNode():
                return p.CardVar(node.binder.number)
            case s.CardAtNode():
                return p.CardAt(self.where(node.where), self.cards(node.cards))
            case s.ExtremeCardNode():
                points = self.slot(node.points)
                return p.ExtremeCard(node.goal, self.cards(node.cards), points, node.span)
            case s.IfNode():
                return self._either(node, self.card, p.EitherCard)
            case s.BestNode():
                cards, slot, body = self._looped(node)
                assert not isinstance(cards, p.Values | p.Groups)
                return p.BestCard(cards, slot, body, node.span)

    def back(self, node: s.StrExpr | None) -> p.Value:
        """The string behind a deck's cards."""
        if node is None:
            return p.Const(self.numbering.string("DEFAULT"))
        return self.value(node)
