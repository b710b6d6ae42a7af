"""Statements lowered; in a choice, `any` becomes a pick."""

from __future__ import annotations

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.collections import CollectionLowering
from kibitz.engine.lower.constants import ChosenConstants
from kibitz.engine.lower.expressions import ExpressionLowering
from kibitz.engine.lower.numbering import Kinds, Numbering
from kibitz.recycle import syntax as s

_SCALARS = (s.Type.INT, s.Type.STR, s.Type.PLAYER, s.Type.TEAM)


class StatementLowering(ExpressionLowering):
    def __init__(
        self,
        constants: ChosenConstants,
        numbering: Numbering,
        kinds: Kinds,
        owners: tuple[int, int],
    ) -> None:
        players, teams = owners
        CollectionLowering.__init__(self, constants, numbering, players, teams)
        self.kinds = kinds
        self._in_choice = False

    def alternatives(self, choice: s.ChoiceNode) -> tuple[tuple[p.Statement, ...], tuple[str, ...]]:
        """The choice's alternatives and their names; what can never offer anything is left out."""
        self._in_choice = True
        lowered = [(self.statement(each), _name(each)) for each in choice.alternatives]
        self._in_choice = False
        kept = [(statement, name) for statement, name in lowered if statement != folding.NOTHING]
        return tuple(statement for statement, _ in kept), tuple(name for _, name in kept)

    def statement(self, node: s.Statement) -> p.Statement:
        match node:
            case s.BlockNode():
                return folding.block(map(self.statement, node.statements))
            case s.ConditionalNode() if self.constants.rule_out(node.condition):
                return folding.NOTHING
            case s.ConditionalNode():
                body = self.statement(node.statement)
                return folding.when(self.condition(node.condition), body, node.condition.span)
            case s.LoopNode():
                return self._loop(node)
            case s.LetNode():
                body = self.statement(node.statement)
                return p.Bind(self._bound(node), node.binder.number, body)
            case s.NamedNode():
                return self.statement(node.statement)
            case s.SetIntNode() | s.SetStrNode() | s.SetPointsNode():
                return self._set(node)
            case s.IncreaseNode() | s.DecreaseNode():
                amount = p.Const(1) if node.amount is None else self.value(node.amount)
                slot = self.slot(p.StorageKind.INT, node.storage)
                return p.Add(slot, amount, isinstance(node, s.DecreaseNode), node.span)
            case s.RepeatNode():
                return p.Repeat(self.value(node.count), self.statement(node.action))
            case s.RepeatAllNode():
                return self._repeat_all(node)
            case s.CycleNode():
                return p.Cycle(node.turn, self.value(node.player), node.span)
            case s.PassNode():
                return p.Pass(node.span)
            case _:
                return self._card_action(node)

    def _loop(self, node: s.LoopNode) -> p.Statement:
        collection = self.collection(node.collection)
        body = self.statement(node.statement)
        if node.quantifier is s.Quantifier.ANY and self._in_choice:
            pick = p.Pick(collection, node.binder.number, node.binder.type, body, node.span)
            return folding.over_elements(pick)
        return folding.over_elements(p.Each(collection, node.binder.number, body))

    def _bound(self, node: s.LetNode) -> p.Value | p.Collection | p.Card:
        """The value of a `let`, by the type of its variable."""
        value = node.value
        if node.binder.type in _SCALARS:
            return self.value(value)  # type: ignore[arg-type]  # the checker vouches for the type
        if node.binder.type is s.Type.CARD:
            return self.card(value)  # type: ignore[arg-type]  # likewise
        return self.collection(value)  # type: ignore[arg-type]  # likewise

    def _set(self, node: s.SetIntNode | s.SetStrNode | s.SetPointsNode) -> p.Statement:
        match node:
            case s.SetIntNode():
                slot = self.slot(p.StorageKind.INT, node.storage)
                return p.StoreValue(slot, self.value(node.value), node.span)
            case s.SetStrNode():
                slot = self.slot(p.StorageKind.STR, node.storage)
                return p.StoreValue(slot, self.value(node.value), node.span)
            case s.SetPointsNode():
                return p.StorePoints(
                    self.points(node.storage), self._awards(node), node.update, node.span
                )

    def _awards(self, node: s.SetPointsNode) -> tuple[p.Award, ...]:
        """The awards that the options leave in the map."""
        return tuple(
            self._award(item.award if isinstance(item, s.GuardedAwardNode) else item)
            for item in node.awards
            if not isinstance(item, s.GuardedAwardNode)
            or self.condition(item.condition) == p.Truth(True)
        )

    def _award(self, node: s.AwardNode) -> p.Award:
        tests = ((self.value(test.attribute), self.value(test.value)) for test in node.tests)
        return p.Award(tuple(tests), self.value(node.points))

    def _repeat_all(self, node: s.RepeatAllNode) -> p.Statement:
        action = self.statement(node.action)
        assert isinstance(action, p.Move | p.Forget)
        if isinstance(action, p.Forget):
            return p.RepeatAll(action.location, action)
        match action.source:
            case p.CardAt(cards=cards) | p.ExtremeCard(cards=cards):
                return p.RepeatAll(cards, action)
            case p.CardVar():
                return p.Repeat(p.Const(1), action)

    def _destination(self, node: s.CardAtNode) -> p.Destination:
        return p.Destination(self.where(node.where), self.live(node.cards))

    def _card_action(
        self,
        node: s.MoveNode
        | s.SwapCardsNode
        | s.SwapLocationsNode
        | s.RememberNode
        | s.ForgetNode
        | s.ShuffleNode
        | s.CreateDeckNode,
    ) -> p.Statement:
        match node:
            case s.MoveNode():
                return p.Move(
                    self.card(node.source), self._destination(node.destination), node.span
                )
            case s.SwapCardsNode():
                return p.SwapCards(self.card(node.first), self.card(node.second), node.span)
            case s.SwapLocationsNode():
                return p.SwapLocations(self.live(node.first), self.live(node.second), node.span)
            case s.RememberNode():
                destination = self._destination(node.destination)
                return p.Remember(self.card(node.card), destination, node.span)
            case s.ForgetNode():
                place = self._destination(node.reference)
                return p.Forget(place.where, place.location, node.span)
            case s.ShuffleNode():
                return p.Shuffle(self.cards(node.cards), node.span)
            case s.CreateDeckNode():
                return self.create(node)

    def create(self, node: s.CreateDeckNode) -> p.Create:
        location = self.location(node.location)
        return p.Create(self.kinds.of_deck(node), self.back(node.back), location, node.span)


def _name(node: s.Statement) -> str:
    """What an alternative is called; only conditions, `any` and `let` stand before its name."""
    while isinstance(node, s.ConditionalNode | s.LetNode | s.LoopNode):
        node = node.statement
    return node.name if isinstance(node, s.NamedNode) else ""
