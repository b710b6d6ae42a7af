"""Statements: blocks, loops, picks and actions."""

from __future__ import annotations

from typing import Any

from kibitz.engine import program as p
from kibitz.engine.machine import Machine
from kibitz.engine.points import PointMap
from kibitz.engine.program.work import STEP, award_price, fixed_rounds
from kibitz.engine.rules.actions import ActionRules
from kibitz.engine.rules.base import Act, ElementsRule
from kibitz.engine.rules.groups import GroupRules
from kibitz.engine.rules.values import ConditionRules, ValueRules, overflow
from kibitz.recycle import LARGEST, SMALLEST, Turn

_SHARED = p.Live | p.ListVar | p.ListMember
"""Card lists that a loop body may change while the loop runs."""


class Rules(ValueRules, ConditionRules, GroupRules, ActionRules):
    """All closures of a program."""

    def act(self, node: p.Statement) -> Act:
        match node:
            case p.Block():
                return self._block(node)
            case p.When():
                test, body = self.test(node.condition), self.act(node.statement)
                return lambda m: body(m) if test(m) else None
            case p.Each():
                return self._each(node)
            case p.Pick():
                return self.pick(node)
            case p.Bind():
                return self._bind(node)
            case p.Repeat():
                return self._repeat(node)
            case p.RepeatAll():
                return self._repeat_all(node)
            case _:
                return self.action(node)

    def pick(self, node: p.Pick) -> Act:
        """One element, as the player chose; only in a choice."""
        raise AssertionError(f"a pick outside a choice at {node.span}")

    def action(self, node: p.Action) -> Act:
        match node:
            case p.StoreValue() | p.Add() | p.StorePoints():
                return self._storage_act(node)
            case p.Cycle():
                seat = self.value(node.seat)
                if node.turn is Turn.NEXT:
                    return lambda m: m.queue(seat(m))
                return lambda m: m.seat(seat(m))
            case p.Pass():
                return lambda m: m.do_nothing()
            case p.Create():
                location, back = self.location(node.location), self.value(node.back)
                return lambda m: m.create(node.kinds, back(m), location(m), node.span)
            case _:
                return self.card_act(node)

    # ------------------------------------------------------------------ control

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

    def _bind(self, node: p.Bind) -> Act:
        value, body, slot = self.bound(node.value), self.act(node.statement), node.slot

        def run(m: Machine) -> None:
            m.variables[slot] = value(m)
            body(m)

        return run

    def bound(self, node: p.Value | p.Collection | p.Card) -> Any:
        """What a variable will hold: every element that is kept is charged."""
        if isinstance(node, p.Live):
            return self.location(node)
        if isinstance(node, p.CardVar | p.CardAt | p.ExtremeCard):
            return self.card(node)
        if isinstance(node, p.Value):
            return self.value(node)
        return self.elements(node, 1)

    def _repeat(self, node: p.Repeat) -> Act:
        count, body, price = self.value(node.count), self.act(node.action), self.price(node.action)

        def run(m: Machine) -> None:
            times = max(0, count(m))
            m.count_steps(times)
            m.count_work(times * price)
            for _ in range(times):
                body(m)

        return run

    def _repeat_all(self, node: p.RepeatAll) -> Act:
        cards, body, price = self.cards(node.cards), self.act(node.action), self.price(node.action)

        def run(m: Machine) -> None:
            times = len(cards(m))
            m.count_steps(times)
            m.count_work(times * price)
            for _ in range(times):
                body(m)

        return run

    # ------------------------------------------------------------------ storages

    def _storage_act(self, node: p.StoreValue | p.Add | p.StorePoints) -> Act:
        slot = self.slot(node.slot)
        match node:
            case p.StoreValue():
                value = self.value(node.value)
                if node.slot.kind is p.StorageKind.INT:
                    return lambda m: m.store_int(slot(m), value(m))
                return lambda m: m.store_str(slot(m), value(m))
            case p.Add():
                return self._add(node)
            case p.StorePoints():
                return self._store_points(node)

    def _add(self, node: p.Add) -> Act:
        slot, amount = self.slot(node.slot), self.value(node.amount)
        sign = -1 if node.negative else 1

        def run(m: Machine) -> None:
            number = slot(m)
            result = m.ints[number] + sign * amount(m)
            if not SMALLEST <= result <= LARGEST:
                raise overflow(node.span)
            m.store_int(number, result)

        return run

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


def _constant_award(award: p.Award) -> tuple[tuple[tuple[int, int], ...], int] | None:
    tests = tuple(
        (attribute.value, value.value)
        for attribute, value in award.tests
        if isinstance(attribute, p.Const) and isinstance(value, p.Const)
    )
    if len(tests) < len(award.tests) or not isinstance(award.points, p.Const):
        return None
    return tests, award.points.value
