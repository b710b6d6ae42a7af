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
            case s.IntLiteral(value=value):
                return p.Const(value)
            case s.StrLiteral(value=text):
                return p.Const(self.numbering.string(text))
            case s.Variable():
                return self._variable(node)
            case s.IntStorage():
                return p.Load(self.slot(p.StorageKind.INT, node))
            case s.StrStorage():
                return p.Load(self.slot(p.StorageKind.STR, node))
            case s.CardAttribute():
                return p.AttributeOf(self.value(node.attribute), self.card(node.card))
            case s.Arithmetic():
                return self._arithmetic(node)
            case s.Random():
                return p.Random(self.value(node.low), self.value(node.high), node.span)
            case s.Size() | s.Sum() | s.ExtremeScore() | s.Score() | s.SumOver():
                return self._count(node)
            case s.Table():
                raise AssertionError("the table has no number")
            case _:
                return self._owner(node)

    def _variable(self, node: s.Variable) -> p.Value:
        constant = self.constants.values.get(node.binder.number)
        match constant:
            case int():
                return p.Const(constant)
            case str():
                return p.Const(self.numbering.string(constant))
            case _:
                return p.Var(node.binder.number)

    def _arithmetic(self, node: s.Arithmetic) -> p.Value:
        first, *rest = map(self.value, node.operands)
        if not rest:
            return folding.arithmetic(node.operator, (first,), node.span)
        return reduce(
            lambda left, right: folding.arithmetic(node.operator, (left, right), node.span),
            rest,
            first,
        )

    def _count(self, node: s.Size | s.Sum | s.ExtremeScore | s.Score | s.SumOver) -> p.Value:
        match node:
            case s.Size():
                return p.Size(self.collection(node.collection))
            case s.Sum():
                return p.SumPoints(self.cards(node.cards), self.points(node.points), node.span)
            case s.ExtremeScore():
                cards, points = self.cards(node.cards), self.points(node.points)
                return p.ExtremePoints(node.goal, cards, points, node.span)
            case s.Score():
                return p.Score(self.card(node.card), self.points(node.points), node.span)
            case s.SumOver():
                collection = self.collection(node.collection)
                return p.SumOver(collection, node.binder.number, self.value(node.body), node.span)

    def _owner(
        self,
        node: s.PlayerNumber
        | s.TeamNumber
        | s.TurnPlayer
        | s.NumberedPlayer
        | s.OwnerOfCard
        | s.TurnTeam
        | s.NumberedTeam
        | s.TeamOfPlayer,
    ) -> p.Value:
        match node:
            case s.PlayerNumber():
                return folding.arithmetic("+", (self.value(node.player), p.Const(1)), node.span)
            case s.TeamNumber():
                return folding.arithmetic("+", (self.value(node.team), p.Const(1)), node.span)
            case s.TurnPlayer():
                return p.TurnOf(s.CycleKind.PLAYER, node.turn)
            case s.TurnTeam():
                return p.TurnOf(s.CycleKind.TEAM, node.turn)
            case s.NumberedPlayer():
                return p.Numbered(s.CycleKind.PLAYER, self.value(node.number), node.span)
            case s.NumberedTeam():
                return p.Numbered(s.CycleKind.TEAM, self.value(node.number), node.span)
            case s.OwnerOfCard():
                return p.OwnerOf(self.card(node.card), node.span)
            case s.TeamOfPlayer():
                return p.TeamOf(self.value(node.player))

    def condition(self, node: s.BoolExpr) -> p.Condition:
        match node:
            case s.And():
                return folding.conjunction(map(self.condition, node.operands))
            case s.Or():
                return folding.disjunction(map(self.condition, node.operands))
            case s.Not():
                return folding.negate(self.condition(node.operand))
            case s.Compare():
                return folding.compare(node.operator, self.value(node.left), self.value(node.right))
            case s.Equal():
                return self._equal(node)
            case s.Quantified():
                collection = self.collection(node.collection)
                body = self.condition(node.body)
                quantified = p.Some if node.quantifier is s.Quantifier.ANY else p.Every
                return quantified(collection, node.binder.number, body)

    def _equal(self, node: s.Equal) -> p.Condition:
        left, right = node.left, node.right
        if node.type is s.Type.CARD:
            assert isinstance(left, s.Variable | s.CardAt | s.ExtremeCard)
            assert isinstance(right, s.Variable | s.CardAt | s.ExtremeCard)
            return p.SameCard(node.negated, self.card(left), self.card(right), node.span)
        assert not isinstance(left, s.CardAt | s.ExtremeCard)
        assert not isinstance(right, s.CardAt | s.ExtremeCard)
        operator = "!=" if node.negated else "=="
        return folding.compare(operator, self.value(left), self.value(right))

    def card(self, node: s.CardExpr) -> p.Card:
        match node:
            case s.Variable():
                return p.CardVar(node.binder.number)
            case s.CardAt():
                return p.CardAt(self.where(node.where), self.cards(node.cards))
            case s.ExtremeCard():
                points = self.points(node.points)
                return p.ExtremeCard(node.goal, self.cards(node.cards), points, node.span)

    def back(self, node: s.StrExpr | None) -> p.Value:
        """The string behind a deck's cards."""
        if node is None:
            return p.Const(self.numbering.string("DEFAULT"))
        return self.value(node)
