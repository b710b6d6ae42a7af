"""Statements lowered; in a choice, `any` becomes a pick."""

from __future__ import annotations

from kibitz.engine.lower import folding
from kibitz.engine.lower.collections import CollectionLowering
from kibitz.engine.lower.constants import Constants
from kibitz.engine.lower.decks import Kinds
from kibitz.engine.lower.expressions import ExpressionLowering
from kibitz.engine.lower.numbering import Numbering
from kibitz.engine.program import (
    Add,
    Award,
    Bind,
    Card,
    CardAt,
    CardVar,
    Collection,
    Const,
    Create,
    Cycle,
    Destination,
    Each,
    ExtremeCard,
    Forget,
    Move,
    Pass,
    Pick,
    Remember,
    Repeat,
    RepeatAll,
    Shuffle,
    Statement,
    StorageKind,
    Store,
    StorePoints,
    SwapCards,
    SwapLocations,
    Truth,
    Value,
)
from kibitz.recycle import syntax
from kibitz.recycle.syntax import Quantifier, Type

_SCALARS = (Type.INT, Type.STR, Type.PLAYER, Type.TEAM)


class StatementLowering(ExpressionLowering):
    def __init__(
        self, constants: Constants, numbering: Numbering, kinds: Kinds, owners: tuple[int, int]
    ) -> None:
        players, teams = owners
        CollectionLowering.__init__(self, constants, numbering, players, teams)
        self.kinds = kinds
        self._in_choice = False

    def alternatives(self, choice: syntax.Choice) -> tuple[tuple[Statement, ...], tuple[str, ...]]:
        """The choice's alternatives and their names; what can never offer anything is left out."""
        self._in_choice = True
        lowered = [(self.statement(each), _name(each)) for each in choice.alternatives]
        self._in_choice = False
        kept = [(statement, name) for statement, name in lowered if statement != folding.NOTHING]
        return tuple(statement for statement, _ in kept), tuple(name for _, name in kept)

    def statement(self, node: syntax.Statement) -> Statement:
        match node:
            case syntax.Block():
                return folding.block(map(self.statement, node.statements))
            case syntax.Conditional() if self.constants.rule_out(node.condition):
                return folding.NOTHING
            case syntax.Conditional():
                body = self.statement(node.statement)
                return folding.when(self.condition(node.condition), body, node.condition.span)
            case syntax.Loop():
                return self._loop(node)
            case syntax.Let():
                body = self.statement(node.statement)
                return Bind(self._bound(node), node.binder.number, body)
            case syntax.Named():
                return self.statement(node.statement)
            case syntax.SetInt() | syntax.SetStr() | syntax.SetPoints():
                return self._set(node)
            case syntax.Increase() | syntax.Decrease():
                amount = Const(1) if node.amount is None else self.value(node.amount)
                slot = self.slot(StorageKind.INT, node.storage)
                return Add(slot, amount, isinstance(node, syntax.Decrease), node.span)
            case syntax.Repeat():
                return Repeat(self.value(node.count), self.statement(node.action))
            case syntax.RepeatAll():
                return self._repeat_all(node)
            case syntax.Cycle():
                return Cycle(node.turn, self.value(node.player), node.span)
            case syntax.Pass():
                return Pass(node.span)
            case _:
                return self._card_action(node)

    def _loop(self, node: syntax.Loop) -> Statement:
        collection = self.collection(node.collection)
        body = self.statement(node.statement)
        if node.quantifier is Quantifier.ANY and self._in_choice:
            pick = Pick(collection, node.binder.number, node.binder.type, body, node.span)
            return folding.over_elements(pick)
        return folding.over_elements(Each(collection, node.binder.number, body))

    def _bound(self, node: syntax.Let) -> Value | Collection | Card:
        """The value of a `let`, by the type of its variable."""
        value = node.value
        if node.binder.type in _SCALARS:
            return self.value(value)  # type: ignore[arg-type]  # the checker vouches for the type
        if node.binder.type is Type.CARD:
            return self.card(value)  # type: ignore[arg-type]  # likewise
        return self.collection(value)  # type: ignore[arg-type]  # likewise

    def _set(self, node: syntax.SetInt | syntax.SetStr | syntax.SetPoints) -> Statement:
        match node:
            case syntax.SetInt():
                slot = self.slot(StorageKind.INT, node.storage)
                return Store(slot, self.value(node.value), node.span)
            case syntax.SetStr():
                slot = self.slot(StorageKind.STR, node.storage)
                return Store(slot, self.value(node.value), node.span)
            case syntax.SetPoints():
                return StorePoints(
                    self.points(node.storage), self._awards(node), node.update, node.span
                )

    def _awards(self, node: syntax.SetPoints) -> tuple[Award, ...]:
        """The awards that the options leave in the map."""
        return tuple(
            self._award(item.award if isinstance(item, syntax.GuardedAward) else item)
            for item in node.awards
            if not isinstance(item, syntax.GuardedAward)
            or self.condition(item.condition) == Truth(True)
        )

    def _award(self, node: syntax.Award) -> Award:
        tests = ((self.value(test.attribute), self.value(test.value)) for test in node.tests)
        return Award(tuple(tests), self.value(node.points))

    def _repeat_all(self, node: syntax.RepeatAll) -> Statement:
        action = self.statement(node.action)
        assert isinstance(action, Move | Forget)
        if isinstance(action, Forget):
            return RepeatAll(action.location, action)
        match action.source:
            case CardAt(cards=cards) | ExtremeCard(cards=cards):
                return RepeatAll(cards, action)
            case CardVar():
                return Repeat(Const(1), action)

    def _destination(self, node: syntax.CardAt) -> Destination:
        return Destination(self.where(node.where), self.live(node.cards))

    def _card_action(
        self,
        node: syntax.Move
        | syntax.SwapCards
        | syntax.SwapLocations
        | syntax.Remember
        | syntax.Forget
        | syntax.Shuffle
        | syntax.CreateDeck,
    ) -> Statement:
        match node:
            case syntax.Move():
                return Move(self.card(node.source), self._destination(node.destination), node.span)
            case syntax.SwapCards():
                return SwapCards(self.card(node.first), self.card(node.second), node.span)
            case syntax.SwapLocations():
                return SwapLocations(self.live(node.first), self.live(node.second), node.span)
            case syntax.Remember():
                destination = self._destination(node.destination)
                return Remember(self.card(node.card), destination, node.span)
            case syntax.Forget():
                place = self._destination(node.reference)
                return Forget(place.where, place.location, node.span)
            case syntax.Shuffle():
                return Shuffle(self.cards(node.cards), node.span)
            case syntax.CreateDeck():
                return self.create(node)

    def create(self, node: syntax.CreateDeck) -> Create:
        location = self.location(node.location)
        return Create(self.kinds.of_deck(node), self.back(node.back), location, node.span)


def _name(node: syntax.Statement) -> str:
    """What an alternative is called; only conditions, `any` and `let` stand before its name."""
    while isinstance(node, syntax.Conditional | syntax.Let | syntax.Loop):
        node = node.statement
    return node.name if isinstance(node, syntax.Named) else ""
