"""Statements lowered; in a choice, `any` becomes a pick."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.expressions import ExpressionLowering
from kibitz.recycle import syntax as s

_SCALARS = (s.Type.INT, s.Type.STR, s.Type.PLAYER, s.Type.TEAM)


class StatementLowering(ExpressionLowering):
    _in_choice = False

    def alternatives(self, choice: s.ChoiceNode) -> tuple[tuple[p.Statement, ...], tuple[str, ...]]:
        """The choice's alternatives and their names; what can never offer anything is left out."""
        self._in_choice = True
        names = map(_name, choice.alternatives)
        lowered = zip(self._offered(choice.alternatives), names, strict=True)
        kept = [(statement, name) for statement, name in lowered if statement != folding.NOTHING]
        self._in_choice = False
        return tuple(statement for statement, _ in kept), tuple(name for _, name in kept)

    def _offered(self, alternatives: tuple[s.Statement, ...]) -> Iterator[p.Statement]:
        """Those under `else` are there if none of the conditions right before them holds."""
        held: list[p.Condition] = []
        for node in alternatives:
            if isinstance(node, s.ElseNode):
                none = folding.negate(folding.disjunction(held))
                is_there = none != p.Truth(False) and p.Truth(True) not in held
                body = self.statement(node.statement) if is_there else folding.NOTHING
                yield folding.when(none, body, node.span)
            else:
                yield self.statement(node)
            guard = s.guard_of(node)
            held = [] if guard is None else [*held, self.asked(guard)]

    def in_order(self, statements: tuple[s.Statement, ...]) -> Iterator[p.Statement]:
        """One after the other; an `else` is one statement with the conditions right before it."""
        run: list[s.ConditionalNode] = []
        for node in statements:
            if isinstance(node, s.ConditionalNode):
                run.append(node)
            elif isinstance(node, s.ElseNode):
                yield self._cases(run, node)
                run = []
            else:
                yield from map(self.statement, run)
                yield self.statement(node)
                run = []
        yield from map(self.statement, run)

    def _cases(self, run: list[s.ConditionalNode], otherwise: s.ElseNode) -> p.Statement:
        conditions = [self.asked(node.condition) for node in run]
        if p.Truth(True) in conditions:
            return folding.block(map(self.statement, run))
        guarded = [
            p.When(condition, self.statement(node.statement), node.condition.span)
            for condition, node in zip(conditions, run, strict=True)
            if condition != p.Truth(False)
        ]
        body = self.statement(otherwise.statement)
        return p.Cases(tuple(guarded), body) if guarded else body

    def asked(self, condition: s.BoolExpr) -> p.Condition:
        """The condition, or what comes of it if play has no say in it."""
        settled = self.constants.settled(condition)
        return self.condition(condition) if settled is None else p.Truth(settled)

    def fresh(self, node: s.FreshNode) -> p.Statement:
        """Every storage of these names, whoever owns it, becomes 0 where it is not."""
        slots = [
            p.Slot(kind, (storage,), None, self._numbered_owner(storage.owner, owner))
            for kind in (p.StorageKind.INT, p.StorageKind.STR)
            for storage in self.numbering.storages[kind]
            if storage.name in {self.numbering.string(name.value) for name in node.names}
            for owner in range(self.numbering.owners[storage.owner])
        ]
        return folding.block(
            p.When(
                p.Compare("!=", p.Load(slot), p.Const(0)),
                p.StoreValue(slot, p.Const(0), node.span),
                node.span,
            )
            for slot in slots
        )

    def _numbered_owner(self, kind: p.OwnerKind, owner: int) -> p.Value | None:
        return None if kind is p.OwnerKind.TABLE else p.Const(owner)

    def statement(self, node: s.Statement) -> p.Statement:
        match node:
            case s.BlockNode():
                return folding.block(self.in_order(node.statements))
            case s.ConditionalNode() if self.constants.rule_out(node.condition):
                return folding.NOTHING
            case s.ConditionalNode():
                body = self.statement(node.statement)
                return folding.when(self.condition(node.condition), body, node.condition.span)
            case s.ElseNode():
                raise AssertionError("an else has something right before it")
            case s.LoopNode():
                return self._loop(node)
            case s.LetNode():
                body = self.statement(node.statement)
                return p.Bind(self._bound(node), node.binder.number, body, node.binder.type)
            case s.NamedNode():
                return self.statement(node.statement)
            case s.SetIntNode() | s.SetStrNode():
                return p.StoreValue(self.slot(node.storage), self.value(node.value), node.span)
            case s.SetPointsNode():
                slot, awards = self.slot(node.storage), self._awards(node)
                return p.StorePoints(slot, awards, node.update, node.span)
            case s.IncreaseNode() | s.DecreaseNode():
                amount = p.Const(1) if node.amount is None else self.value(node.amount)
                slot = self.slot(node.storage)
                return p.Add(slot, amount, isinstance(node, s.DecreaseNode), node.span)
            case s.RepeatNode():
                return p.Repeat(self.value(node.count), self.statement(node.action))
            case s.RepeatAllNode():
                return self._repeat_all(node)
            case s.CycleNode():
                return p.Cycle(node.turn, self.value(node.player), node.span)
            case s.PassNode():
                return p.Pass(node.span)
            case s.TurnBackNode():
                return p.TurnBack(node.span)
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
            case s.GatherNode():
                return self._gather(node)
            case s.ShowNode():
                return self._show(node)
            case s.CreateDeckNode():
                return self.create(node)

    def _show(self, node: s.ShowNode) -> p.Show:
        of_type = self.card if node.type is s.Type.CARD else self.cards
        cards: p.Card | p.Cards = of_type(node.cards)  # type: ignore[arg-type]  # the checker vouches
        if node.is_one:
            return p.Show(cards, self.value(node.seats), node.span)  # type: ignore[arg-type]
        seats = self.collection(node.seats)  # type: ignore[arg-type]
        assert isinstance(seats, p.Values)
        return p.Show(cards, seats, node.span)

    def _gather(self, node: s.GatherNode) -> p.Gather:
        sources: list[p.Live | p.Groups] = []
        for source in node.sources:
            lowered = self.collection(source)
            assert isinstance(lowered, p.Live | p.Groups)
            sources.append(lowered)
        return p.Gather(self.live(node.location), tuple(sources) or None, node.span)

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
            case p.CardAt(cards=cards) | p.ExtremeCard(cards=cards) | p.BestCard(collection=cards):
                return p.RepeatAll(cards, action)
            case p.CardVar() | p.EitherCard() | p.KeptCard():
                return p.Repeat(p.Const(1), action)

    def _destination(self, node: s.CardAtNode) -> p.Destination:
        return p.Destination(self.where(node.where), self.live(node.cards))

    def create(self, node: s.CreateDeckNode) -> p.Create:
        location = self.location(node.location)
        return p.Create(self.kinds.of_deck(node), self.back(node.back), location, node.span)


def _name(node: s.Statement) -> str:
    """What an alternative is called; only conditions, `any` and `let` stand before its name."""
    while isinstance(node, s.ConditionalNode | s.ElseNode | s.LetNode | s.LoopNode):
        node = node.statement
    return node.name if isinstance(node, s.NamedNode) else ""
