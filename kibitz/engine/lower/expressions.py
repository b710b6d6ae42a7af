"""Expressions lowered: numbers, conditions, cards."""

from __future__ import annotations

from functools import reduce

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.collections import CollectionLowering
from kibitz.recycle import syntax as s


class ExpressionLowering(CollectionLowering):
    """Numbers, strings, owners, conditions and cards; collections come from the base class."""

    def value(self, node: s.IntExpr | s.StrExpr | s.OwnerExpr) -> p.Value:
        match node:
            case s.IntLiteralNode(value=value):
                return p.Const(value)
            case s.StrLiteralNode(value=text):
                return p.Const(self.numbering.string(text))
            case s.VariableNode():
                return self._variable(node)
            case s.IntStorageNode():
                return p.Load(self.slot(p.StorageKind.INT, node))
            case s.StrStorageNode():
                return p.Load(self.slot(p.StorageKind.STR, node))
            case s.CardAttributeNode():
                return p.AttributeOf(self.value(node.attribute), self.card(node.card))
            case s.ArithmeticNode():
                return self._arithmetic(node)
            case s.RandomNode():
                return p.Random(self.value(node.low), self.value(node.high), node.span)
            case (
                s.SizeNode() | s.SumNode() | s.ExtremeScoreNode() | s.ScoreNode() | s.SumOverNode()
            ):
                return self._count(node)
            case s.TableNode():
                raise AssertionError("the table has no number")
            case _:
                return self._owner(node)

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
        return reduce(
            lambda left, right: folding.arithmetic(node.operator, (left, right), node.span),
            rest,
            first,
        )

    def _count(
        self, node: s.SizeNode | s.SumNode | s.ExtremeScoreNode | s.ScoreNode | s.SumOverNode
    ) -> p.Value:
        match node:
            case s.SizeNode():
                return p.Size(self.collection(node.collection))
            case s.SumNode():
                return p.SumPoints(self.cards(node.cards), self.points(node.points), node.span)
            case s.ExtremeScoreNode():
                cards, points = self.cards(node.cards), self.points(node.points)
                return p.ExtremePoints(node.goal, cards, points, node.span)
            case s.ScoreNode():
                return p.Score(self.card(node.card), self.points(node.points), node.span)
            case s.SumOverNode():
                collection = self.collection(node.collection)
                return p.SumOver(collection, node.binder.number, self.value(node.body), node.span)

    def _owner(
        self,
        node: s.PlayerNumberNode
        | s.TeamNumberNode
        | s.TurnPlayerNode
        | s.NumberedPlayerNode
        | s.OwnerOfCardNode
        | s.TurnTeamNode
        | s.NumberedTeamNode
        | s.TeamOfPlayerNode,
    ) -> p.Value:
        match node:
            case s.PlayerNumberNode():
                return folding.arithmetic("+", (self.value(node.player), p.Const(1)), node.span)
            case s.TeamNumberNode():
                return folding.arithmetic("+", (self.value(node.team), p.Const(1)), node.span)
            case s.TurnPlayerNode():
                return p.TurnOf(s.CycleKind.PLAYER, node.turn)
            case s.TurnTeamNode():
                return p.TurnOf(s.CycleKind.TEAM, node.turn)
            case s.NumberedPlayerNode():
                return p.Numbered(s.CycleKind.PLAYER, self.value(node.number), node.span)
            case s.NumberedTeamNode():
                return p.Numbered(s.CycleKind.TEAM, self.value(node.number), node.span)
            case s.OwnerOfCardNode():
                return p.OwnerOf(self.card(node.card), node.span)
            case s.TeamOfPlayerNode():
                return p.TeamOf(self.value(node.player))

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

    def _equal(self, node: s.EqualNode) -> p.Condition:
        left, right = node.left, node.right
        if node.type is s.Type.CARD:
            assert isinstance(left, s.VariableNode | s.CardAtNode | s.ExtremeCardNode)
            assert isinstance(right, s.VariableNode | s.CardAtNode | s.ExtremeCardNode)
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
                points = self.points(node.points)
                return p.ExtremeCard(node.goal, self.cards(node.cards), points, node.span)

    def back(self, node: s.StrExpr | None) -> p.Value:
        """The string behind a deck's cards."""
        if node is None:
            return p.Const(self.numbering.string("DEFAULT"))
        return self.value(node)
