"""Statements: blocks, loops, picks and actions."""

from __future__ import annotations

from typing import Any

from kibitz.engine.machine import Machine
from kibitz.engine.points import PointMap
from kibitz.engine.program import (
    Action,
    Add,
    Award,
    Bind,
    Block,
    Card,
    CardAt,
    CardVar,
    Collection,
    Const,
    Create,
    Cycle,
    Each,
    ExtremeCard,
    ListMember,
    ListVar,
    Live,
    Pass,
    Pick,
    Repeat,
    RepeatAll,
    Statement,
    StorageKind,
    Store,
    StorePoints,
    Value,
    When,
)
from kibitz.engine.program.work import STEP, award_price, fixed_rounds
from kibitz.engine.rules.actions import ActionRules
from kibitz.engine.rules.base import Act, ElementsRule
from kibitz.engine.rules.conditions import ConditionRules
from kibitz.engine.rules.groups import GroupRules
from kibitz.engine.rules.values import ValueRules, overflow
from kibitz.recycle.arithmetic import LARGEST, SMALLEST
from kibitz.recycle.syntax import Turn

_SHARED = Live | ListVar | ListMember
"""Card lists that a loop body may change while the loop runs."""


class Rules(ValueRules, ConditionRules, GroupRules, ActionRules):
    """All closures of a program."""

    def act(self, node: Statement) -> Act:
        match node:
            case Block():
                return self._block(node)
            case When():
                test, body = self.test(node.condition), self.act(node.statement)
                return lambda m: body(m) if test(m) else None
            case Each():
                return self._each(node)
            case Pick():
                return self.pick(node)
            case Bind():
                return self._bind(node)
            case Repeat():
                return self._repeat(node)
            case RepeatAll():
                return self._repeat_all(node)
            case _:
                return self.action(node)

    def pick(self, node: Pick) -> Act:
        """One element, as the player chose; only in a choice."""
        raise AssertionError(f"a pick outside a choice at {node.span}")

    def action(self, node: Action) -> Act:
        match node:
            case Store() | Add() | StorePoints():
                return self._storage_act(node)
            case Cycle():
                seat = self.value(node.seat)
                if node.turn is Turn.NEXT:
                    return lambda m: m.queue(seat(m))
                return lambda m: m.seat(seat(m))
            case Pass():
                return lambda m: m.do_nothing()
            case Create():
                location, back = self.location(node.location), self.value(node.back)
                return lambda m: m.create(node.kinds, back(m), location(m), node.span)
            case _:
                return self.card_act(node)

    # ------------------------------------------------------------------ control

    def _block(self, node: Block) -> Act:
        acts = tuple(map(self.act, node.statements))

        def run(m: Machine) -> None:
            for act in acts:
                act(m)

        return run

    def snapshot(self, node: Collection, visits: int) -> ElementsRule:
        """The elements at this moment, safe from what a loop body does."""
        elements = self.elements(node, visits)
        if isinstance(node, _SHARED):
            return lambda m: list(elements(m))
        return elements

    def _each(self, node: Each) -> Act:
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

    def _bind(self, node: Bind) -> Act:
        value, body, slot = self.bound(node.value), self.act(node.statement), node.slot

        def run(m: Machine) -> None:
            m.variables[slot] = value(m)
            body(m)

        return run

    def bound(self, node: Value | Collection | Card) -> Any:
        """What a variable will hold: every element that is kept is charged."""
        if isinstance(node, Live):
            return self.location(node)
        if isinstance(node, CardVar | CardAt | ExtremeCard):
            return self.card(node)
        if isinstance(node, Value):
            return self.value(node)
        return self.elements(node, 1)

    def _repeat(self, node: Repeat) -> Act:
        count, body, price = self.value(node.count), self.act(node.action), self.price(node.action)

        def run(m: Machine) -> None:
            times = max(0, count(m))
            m.count_steps(times)
            m.count_work(times * price)
            for _ in range(times):
                body(m)

        return run

    def _repeat_all(self, node: RepeatAll) -> Act:
        cards, body, price = self.cards(node.cards), self.act(node.action), self.price(node.action)

        def run(m: Machine) -> None:
            times = len(cards(m))
            m.count_steps(times)
            m.count_work(times * price)
            for _ in range(times):
                body(m)

        return run

    # ------------------------------------------------------------------ storages

    def _storage_act(self, node: Store | Add | StorePoints) -> Act:
        slot = self.slot(node.slot)
        match node:
            case Store():
                value = self.value(node.value)
                if node.slot.kind is StorageKind.INT:
                    return lambda m: m.store_int(slot(m), value(m))
                return lambda m: m.store_str(slot(m), value(m))
            case Add():
                return self._add(node)
            case StorePoints():
                return self._store_points(node)

    def _add(self, node: Add) -> Act:
        slot, amount = self.slot(node.slot), self.value(node.amount)
        sign = -1 if node.negative else 1

        def run(m: Machine) -> None:
            number = slot(m)
            result = m.ints[number] + sign * amount(m)
            if not SMALLEST <= result <= LARGEST:
                raise overflow(node.span)
            m.store_int(number, result)

        return run

    def _store_points(self, node: StorePoints) -> Act:
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


def _constant_award(award: Award) -> tuple[tuple[tuple[int, int], ...], int] | None:
    tests = tuple(
        (attribute.value, value.value)
        for attribute, value in award.tests
        if isinstance(attribute, Const) and isinstance(value, Const)
    )
    if len(tests) < len(award.tests) or not isinstance(award.points, Const):
        return None
    return tests, award.points.value
