"""Expressions lowered: numbers, conditions, cards."""

from __future__ import annotations

from functools import reduce

from kibitz.engine.lower import folding
from kibitz.engine.lower.collections import CollectionLowering
from kibitz.engine.program import (
    AttributeOf,
    Card,
    CardAt,
    CardVar,
    Condition,
    Const,
    Every,
    ExtremeCard,
    ExtremePoints,
    Load,
    Numbered,
    OwnerOf,
    Random,
    SameCard,
    Score,
    Size,
    Some,
    StorageKind,
    SumOver,
    SumPoints,
    TeamOf,
    TurnOf,
    Value,
    Var,
)
from kibitz.recycle import syntax
from kibitz.recycle.syntax import CycleKind


class ExpressionLowering(CollectionLowering):
    """Numbers, strings, owners, conditions and cards; collections come from the base class."""

    def value(self, node: syntax.IntExpr | syntax.StrExpr | syntax.OwnerExpr) -> Value:
        match node:
            case syntax.IntLiteral(value=value):
                return Const(value)
            case syntax.StrLiteral(value=text):
                return Const(self.numbering.string(text))
            case syntax.Variable():
                return self._variable(node)
            case syntax.IntStorage():
                return Load(self.slot(StorageKind.INT, node))
            case syntax.StrStorage():
                return Load(self.slot(StorageKind.STR, node))
            case syntax.CardAttribute():
                return AttributeOf(self.value(node.attribute), self.card(node.card))
            case syntax.Arithmetic():
                return self._arithmetic(node)
            case syntax.Random():
                return Random(self.value(node.low), self.value(node.high), node.span)
            case (
                syntax.Size()
                | syntax.Sum()
                | syntax.ExtremeScore()
                | syntax.Score()
                | syntax.SumOver()
            ):
                return self._count(node)
            case syntax.Table():
                raise AssertionError("the table has no number")
            case _:
                return self._owner(node)

    def _variable(self, node: syntax.Variable) -> Value:
        constant = self.constants.values.get(node.binder.number)
        match constant:
            case int():
                return Const(constant)
            case str():
                return Const(self.numbering.string(constant))
            case _:
                return Var(node.binder.number)

    def _arithmetic(self, node: syntax.Arithmetic) -> Value:
        first, *rest = map(self.value, node.operands)
        if not rest:
            return folding.arithmetic(node.operator, (first,), node.span)
        return reduce(
            lambda left, right: folding.arithmetic(node.operator, (left, right), node.span),
            rest,
            first,
        )

    def _count(
        self,
        node: syntax.Size | syntax.Sum | syntax.ExtremeScore | syntax.Score | syntax.SumOver,
    ) -> Value:
        match node:
            case syntax.Size():
                return Size(self.collection(node.collection))
            case syntax.Sum():
                return SumPoints(self.cards(node.cards), self.points(node.points), node.span)
            case syntax.ExtremeScore():
                cards, points = self.cards(node.cards), self.points(node.points)
                return ExtremePoints(node.goal, cards, points, node.span)
            case syntax.Score():
                return Score(self.card(node.card), self.points(node.points), node.span)
            case syntax.SumOver():
                collection = self.collection(node.collection)
                return SumOver(collection, node.binder.number, self.value(node.body), node.span)

    def _owner(
        self,
        node: syntax.PlayerNumber
        | syntax.TeamNumber
        | syntax.TurnPlayer
        | syntax.NumberedPlayer
        | syntax.OwnerOfCard
        | syntax.TurnTeam
        | syntax.NumberedTeam
        | syntax.TeamOfPlayer,
    ) -> Value:
        match node:
            case syntax.PlayerNumber():
                return folding.arithmetic("+", (self.value(node.player), Const(1)), node.span)
            case syntax.TeamNumber():
                return folding.arithmetic("+", (self.value(node.team), Const(1)), node.span)
            case syntax.TurnPlayer():
                return TurnOf(CycleKind.PLAYER, node.turn)
            case syntax.TurnTeam():
                return TurnOf(CycleKind.TEAM, node.turn)
            case syntax.NumberedPlayer():
                return Numbered(CycleKind.PLAYER, self.value(node.number), node.span)
            case syntax.NumberedTeam():
                return Numbered(CycleKind.TEAM, self.value(node.number), node.span)
            case syntax.OwnerOfCard():
                return OwnerOf(self.card(node.card), node.span)
            case syntax.TeamOfPlayer():
                return TeamOf(self.value(node.player))

    def condition(self, node: syntax.BoolExpr) -> Condition:
        match node:
            case syntax.And():
                return folding.conjunction(map(self.condition, node.operands))
            case syntax.Or():
                return folding.disjunction(map(self.condition, node.operands))
            case syntax.Not():
                return folding.negate(self.condition(node.operand))
            case syntax.Compare():
                return folding.compare(node.operator, self.value(node.left), self.value(node.right))
            case syntax.Equal():
                return self._equal(node)
            case syntax.Quantified():
                collection = self.collection(node.collection)
                body = self.condition(node.body)
                quantified = Some if node.quantifier is syntax.Quantifier.ANY else Every
                return quantified(collection, node.binder.number, body)

    def _equal(self, node: syntax.Equal) -> Condition:
        left, right = node.left, node.right
        if node.type is syntax.Type.CARD:
            assert isinstance(left, syntax.Variable | syntax.CardAt | syntax.ExtremeCard)
            assert isinstance(right, syntax.Variable | syntax.CardAt | syntax.ExtremeCard)
            return SameCard(node.negated, self.card(left), self.card(right), node.span)
        assert not isinstance(left, syntax.CardAt | syntax.ExtremeCard)
        assert not isinstance(right, syntax.CardAt | syntax.ExtremeCard)
        operator = "!=" if node.negated else "=="
        return folding.compare(operator, self.value(left), self.value(right))

    def card(self, node: syntax.CardExpr) -> Card:
        match node:
            case syntax.Variable():
                return CardVar(node.binder.number)
            case syntax.CardAt():
                return CardAt(self.where(node.where), self.cards(node.cards))
            case syntax.ExtremeCard():
                points = self.points(node.points)
                return ExtremeCard(node.goal, self.cards(node.cards), points, node.span)

    def back(self, node: syntax.StrExpr | None) -> Value:
        """The string behind a deck's cards."""
        if node is None:
            return Const(self.numbering.string("DEFAULT"))
        return self.value(node)
