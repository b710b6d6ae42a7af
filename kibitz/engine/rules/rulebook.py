"""Statements: blocks, loops, picks, and actions on cards and storages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import MISSING, Machine
from kibitz.engine.program.evidence import evidence
from kibitz.engine.program.walk import nodes
from kibitz.engine.program.work import STEP, award_price, fixed_rounds
from kibitz.engine.rules.base import Act, CardsRule, ElementsRule, TestRule, charged
from kibitz.engine.rules.groups import GroupRules
from kibitz.engine.rules.reckoning import Provenance
from kibitz.engine.rules.values import ConditionRules, ValueRules, overflow
from kibitz.engine.state import PointMap
from kibitz.recycle import LARGEST, SMALLEST, End, LocationClass, Span, Turn

_SHARED = p.Live | p.ListVar | p.ListMember
"""Card lists that a loop body may change while the loop runs."""


class Rules(ValueRules, ConditionRules, GroupRules):
    """All closures of a program."""

    def __init__(self, program: p.Program) -> None:
        super().__init__(program)
        self.provenance = Provenance(self)

    def act(self, node: p.Statement) -> Act:
        match node:
            case p.Block():
                return self._block(node)
            case p.When():
                test, body = self._guarded(node)
                return lambda m: body(m) if test(m) else None
            case p.Cases():
                return self._cases(node)
            case p.Each():
                return self._each(node)
            case p.Pick():
                return self.pick(node)
            case p.Bind():
                return self.bind(node, self.act(node.statement))
            case p.TakeEffect():
                return self._take_effect(node)
            case p.Repeat() | p.RepeatAll():
                return self._repeat(node)
            case _:
                return self.action(node)

    def _take_effect(self, node: p.TakeEffect) -> Act:
        """What was chosen is told as if it had been chosen now."""
        body, name, picks = self.act(node.statement), node.name, node.picks
        told_by = evidence(self.program, node.statement)
        names = self.program.variables

        def run(m: Machine) -> None:
            before = 0 if m.writer is None else len(m.writer.events)
            body(m)
            if m.writer is None:
                return
            seat = frozenset({m.seats[-1].position})
            evident = told_by.given(m.writer.stored(before))
            picked = [(names[n], kind, m.variables[n], n in evident, seat) for n, kind in picks]
            m.writer.took_effect(before, name, picked)

        return run

    def asked(self, condition: p.Condition, span: Span) -> TestRule:
        """Whether what stands under the condition is done; `span` is where it is written."""
        return self.test(condition)

    def _guarded(self, node: p.When) -> tuple[TestRule, Act]:
        with self.provenance.under(node.condition, node.span):
            return self.asked(node.condition, node.span), self.act(node.statement)

    def _cases(self, node: p.Cases) -> Act:
        guarded = list(map(self._guarded, node.guarded))
        otherwise = self.act(node.otherwise)

        def run(m: Machine) -> None:
            held = False
            for test, body in guarded:
                if test(m):
                    held = True
                    body(m)
            if not held:
                otherwise(m)

        return run

    def pick(self, node: p.Pick) -> Act:
        """One element, as the player chose; only in a choice."""
        raise AssertionError(f"a pick outside a choice at {node.span}")

    def action(self, node: p.Action) -> Act:
        match node:
            case p.StoreValue():
                slot, value = self.slot(node.slot), self.value(node.value)
                if node.slot.kind is p.StorageKind.STR:
                    return lambda m: m.store_str(slot(m), value(m))
                tell = self._reckoned(node.slot, node.value, node.span, is_added=False, sign=1)
                return _both(tell, lambda m: m.store_int(slot(m), value(m)))
            case p.KeepPick(value=kept):
                slot = self.slot(node.slot)
                picked = self.card(kept) if isinstance(kept, p.Card) else self.value(kept)
                return lambda m: m.keep(slot(m), picked(m))
            case p.Add():
                return self._add(node)
            case p.StorePoints():
                return self._store_points(node)
            case p.Cycle():
                seat = self.value(node.seat)
                if node.turn is Turn.NEXT:
                    return lambda m: m.queue(seat(m))
                return lambda m: m.seat(seat(m))
            case p.TurnBack():
                return lambda m: m.turn_back()
            case p.Pass():
                return lambda m: m.do_nothing()
            case p.Create():
                location, back = self.location(node.location), self.value(node.back)
                return lambda m: m.create(node.kinds, back(m), location(m), node.span)
            case p.Move():
                return self._move(node)
            case p.SwapCards():
                return self._swap_cards(node)
            case p.SwapLocations():
                return self._swap_locations(node)
            case p.Remember():
                return self._remember(node)
            case p.Forget():
                return self._forget(node)
            case p.Shuffle():
                return self._shuffle(node)
            case p.Gather():
                return self._gather(node)
            case p.Show():
                return self._show(node)
            case undecided:
                assert_never(undecided)

    def _block(self, node: p.Block) -> Act:
        acts = tuple(map(self.act, node.statements))

        def run(m: Machine) -> None:
            for act in acts:
                act(m)

        return run

    def snapshot(self, node: p.Collection, visits: int) -> ElementsRule:
        """The elements at this moment, safe from what a loop body does."""
        elements = self.elements(node, visits)
        if isinstance(node, _SHARED):
            return lambda m: list(elements(m))
        return elements

    def _each(self, node: p.Each) -> Act:
        elements = self.snapshot(node.collection, self.price(node.statement))
        body, slot = self.act(node.statement), node.slot
        work = STEP if fixed_rounds(node.collection) is None else 0

        def run(m: Machine) -> None:
            found = elements(m)
            m.count_steps(len(found), work)
            for element in found:
                m.variables[slot] = element
                body(m)

        return run

    def bind(self, node: p.Bind, body: Callable[[Machine], Any]) -> Callable[[Machine], Any]:
        """The body with the variable bound before it."""
        value, slot = self.bound(node.value), node.slot

        def run(m: Machine) -> Any:
            m.variables[slot] = value(m)
            return body(m)

        return run

    def bound(self, node: p.Value | p.Collection | p.Card) -> Any:
        """What a variable will hold: every element that is kept is charged."""
        if isinstance(node, p.Live):
            return self.location(node)
        if isinstance(node, p.Card):
            return self.card(node)
        if isinstance(node, p.Value):
            return self.value(node)
        return self.elements(node, 1)

    def _repeat(self, node: p.Repeat | p.RepeatAll) -> Act:
        body, price = self.act(node.action), self.price(node.action)
        if isinstance(node, p.Repeat):
            count = self.value(node.count)
        else:
            cards = self.cards(node.cards)
            count = lambda m: len(cards(m))  # noqa: E731

        def run(m: Machine) -> None:
            times = max(0, count(m))
            m.count_steps(times)
            m.count_work(times * price)
            for _ in range(times):
                body(m)

        return run

    def _add(self, node: p.Add) -> Act:
        slot, amount = self.slot(node.slot), self.value(node.amount)
        sign = -1 if node.negative else 1

        def run(m: Machine) -> None:
            number = slot(m)
            result = m.ints[number] + sign * amount(m)
            if not SMALLEST <= result <= LARGEST:
                raise overflow(node.span)
            m.store_int(number, result)

        span = node.span
        return _both(self._reckoned(node.slot, node.amount, span, is_added=True, sign=sign), run)

    def _reckoned(
        self, slot: p.Slot, value: p.Value, span: Span, *, is_added: bool, sign: int
    ) -> Act | None:
        """Says what is stored or added, where the score of the match is made of it; nothing of what
        is drawn by chance, which is drawn once."""
        drawn = any(getattr(part, "draws", False) for part in nodes((slot, value)))
        if drawn or not self.provenance.concerns(slot):
            return None
        return self.provenance.told(slot, value, span, is_added=is_added, sign=sign)

    def score_told(self, score: p.Value) -> Act | None:
        """Says what the score of the current player is made up of; None for a number of the rules,
        which has been told of when it was stored."""
        if isinstance(score, p.Load):
            return None
        return self.provenance.told(None, score, None, is_added=False, sign=1)

    def _store_points(self, node: p.StorePoints) -> Act:
        slot, kinds, update = self.slot(node.slot), self.program.kinds, node.update
        site = next(n for n, other in enumerate(self.point_sites) if other is node)
        origins = tuple((site, number) for number in range(len(node.awards)))
        constant = [_constant_award(award) for award in node.awards]
        if not update and all(constant):
            fixed = PointMap(tuple(award for award in constant if award), kinds, origins)
            if fixed.total <= LARGEST:
                return lambda m: m.store_points(slot(m), fixed)
        price = award_price(node, self.program.kinds, self.point_sites)
        awards = [
            (
                [(self.value(attribute), self.value(value)) for attribute, value in award.tests],
                self.value(award.points),
            )
            for award in node.awards
        ]

        def run(m: Machine) -> None:
            number = slot(m)
            m.count_work(price)
            found = tuple(
                (tuple((attribute(m), value(m)) for attribute, value in tests), points(m))
                for tests, points in awards
            )
            if update:
                after = m.points[number].updated(found, kinds, origins)
            else:
                after = PointMap(found, kinds, origins)
            if after.total > LARGEST:
                raise overflow(node.span)
            m.store_points(number, after)

        return run

    def _move(self, node: p.Move) -> Act:
        span = node.span
        take, target = self._source(node.source, span), self._destination(node.destination)
        named = _names_a_position(node.source), isinstance(node.destination.where, End | p.Const)

        def move(m: Machine) -> None:
            card, remove = take(m)
            location, index = target(m)
            m.move(card, named, location, index, span)
            if remove is not None:
                m.take(*remove)

        return move

    def _source(
        self, node: p.Card, span: Span
    ) -> Callable[[Machine], tuple[int, tuple[list[int], int] | None]]:
        """The card to move and, if it is moved through a variable's list, its place there."""
        missing = self.missing_card("no-card", "there is no card to move", node, span)
        if not (isinstance(node, p.CardAt) and isinstance(node.cards, p.ListVar | p.ListMember)):
            card = self.card(node)

            def take(m: Machine) -> tuple[int, None]:
                found = card(m)
                if found == MISSING:
                    missing(m)
                return found, None

            return take
        cards, position = self.cards(node.cards), self.position(node.where)

        def take_from_list(m: Machine) -> tuple[int, tuple[list[int], int]]:
            pile = cards(m)
            index = position(m, len(pile))
            if not 0 <= index < len(pile):
                missing(m)
            return pile[index], (pile, index)

        return take_from_list

    def _destination(self, node: p.Destination) -> Callable[[Machine], tuple[int, int | None]]:
        """The location, and the index the card will get (None: on top)."""
        location = self.location(node.location)
        match node.where:
            case End.TOP:
                return lambda m: (location(m), None)
            case End.BOTTOM:
                return lambda m: (location(m), 0)
            case number:
                index = self.value(number)
                return lambda m: (location(m), index(m))

    def _swap_cards(self, node: p.SwapCards) -> Act:
        first, second, span = self.card(node.first), self.card(node.second), node.span
        headline = "there is no card to swap"
        first_missing = self.missing_card("no-card", headline, node.first, span)
        second_missing = self.missing_card("no-card", headline, node.second, span)
        named = _names_a_position(node.first), _names_a_position(node.second)

        def swap(m: Machine) -> None:
            one, other = first(m), second(m)
            if one == MISSING:
                first_missing(m)
            if other == MISSING:
                second_missing(m)
            m.swap(one, other, named)

        return swap

    def _swap_locations(self, node: p.SwapLocations) -> Act:
        first, second, span = self.location(node.first), self.location(node.second), node.span

        def swap(m: Machine) -> None:
            one, other = first(m), second(m)
            for number in (one, other):
                if not m.cards[number]:
                    label = f"{self.location_words(number)} is empty"
                    raise Fault("no-card", "an empty location cannot be swapped", span, label)
            m.swap_locations(one, other)

        return swap

    def _remember(self, node: p.Remember) -> Act:
        card, target, span = self.card(node.card), self._destination(node.destination), node.span
        missing = self.missing_card("no-card", "there is no card to remember", node.card, span)
        most = self.most_listed

        def remember(m: Machine) -> None:
            found = card(m)
            if found == MISSING:
                missing(m)
            m.remember(found, *target(m), most, span)

        return remember

    def _forget(self, node: p.Forget) -> Act:
        location, position = self.location(node.location), self.position(node.where)

        def forget(m: Machine) -> None:
            number = location(m)
            size = len(m.cards[number])
            index = position(m, size)
            if not 0 <= index < size:
                label = f"{self.location_words(number)} holds {size}"
                raise Fault("no-card", "there is nothing to forget", node.span, label)
            m.forget(number, index)

        return forget

    def _shuffle(self, node: p.Shuffle) -> Act:
        if isinstance(node.cards, p.Live):
            location = self.location(node.cards)

            def shuffle(m: Machine) -> None:
                number = location(m)
                m.count_work(len(m.cards[number]))
                m.shuffle(m.cards[number], number)

            return shuffle
        cards = self.cards(node.cards, 1)
        return lambda m: m.shuffle(cards(m), -1)

    def _gather(self, node: p.Gather) -> Act:
        location, span = self.location(node.location), node.span
        memory = LocationClass.MEMORY
        every = [n for n, place in enumerate(self.places) if place.location_class is not memory]
        if node.sources is None:
            emptied: list[ElementsRule] = [charged(lambda m: every, 1)]
        else:
            emptied = [self._places_of(source) for source in node.sources]

        def gather(m: Machine) -> None:
            number = location(m)
            for places in emptied:
                for source in places(m):
                    m.gather(source, number, span)
            m.count_work(len(m.cards[number]))
            m.lay_out(number)

        return gather

    def _show(self, node: p.Show) -> Act:
        cards = self._shown(node)
        if isinstance(node.seats, p.Value):
            seat = self.value(node.seats)
            return lambda m: m.show(cards(m), [seat(m)])
        seats = self.elements(node.seats, 1)
        return lambda m: m.show(cards(m), seats(m))

    def _shown(self, node: p.Show) -> CardsRule:
        if not isinstance(node.cards, p.Card):
            return self.cards(node.cards, 1)
        card, span = self.card(node.cards), node.span
        missing = self.missing_card("no-card", "there is no card to show", node.cards, span)

        def one(m: Machine) -> list[int]:
            found = card(m)
            if found == MISSING:
                missing(m)
            return [found]

        return one

    def _places_of(self, node: p.Live | p.Groups) -> ElementsRule:
        if isinstance(node, p.Live):
            location = self.location(node)
            return lambda m: [location(m)]
        return self.elements(node, 1)


def _both(first: Act | None, second: Act) -> Act:
    if first is None:
        return second

    def run(m: Machine) -> None:
        first(m)
        second(m)

    return run


def _names_a_position(node: p.Card) -> bool:
    """Whether the rules name a position of a location, so that everybody can follow.

    A number that is worked out may come from a secret: a pick, a card, chance.
    """
    return (
        isinstance(node, p.CardAt)
        and isinstance(node.cards, p.Live)
        and isinstance(node.where, End | p.Const)
    )


def _constant_award(award: p.Award) -> tuple[tuple[tuple[int, int], ...], int] | None:
    tests = tuple(
        (attribute.value, value.value)
        for attribute, value in award.tests
        if isinstance(attribute, p.Const) and isinstance(value, p.Const)
    )
    if len(tests) < len(award.tests) or not isinstance(award.points, p.Const):
        return None
    return tests, award.points.value
