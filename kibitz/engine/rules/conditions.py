"""Conditions."""

from __future__ import annotations

from kibitz.engine import program as p
from kibitz.engine.machine import MISSING, Machine
from kibitz.engine.rules.base import RuleCompiler, TestRule
from kibitz.recycle.arithmetic import COMPARISONS


class ConditionRules(RuleCompiler):
    def test(self, node: p.Condition) -> TestRule:
        match node:
            case p.Truth(value=constant):
                return lambda m: constant
            case p.And(operands=operands):
                return self._until(False, operands)
            case p.Or(operands=operands):
                return self._until(True, operands)
            case p.Not():
                test = self.test(node.operand)
                return lambda m: not test(m)
            case p.Compare():
                return self._compare(node)
            case p.SameCard():
                return self._same_card(node)
            case p.Every() | p.Some():
                return self._quantified(node)

    def _until(self, decisive: bool, operands: tuple[p.Condition, ...]) -> TestRule:
        """Left to right, up to the first operand that decides."""
        tests = tuple(map(self.test, operands))

        def decide(m: Machine) -> bool:
            for test in tests:
                if test(m) is decisive:
                    return decisive
            return not decisive

        return decide

    def _compare(self, node: p.Compare) -> TestRule:
        left, right = self.value(node.left), self.value(node.right)
        compare = COMPARISONS[node.operator]
        if isinstance(node.right, p.Const):
            constant = node.right.value
            return lambda m: compare(left(m), constant)
        return lambda m: compare(left(m), right(m))

    def _same_card(self, node: p.SameCard) -> TestRule:
        left, right, negated = self.card(node.left), self.card(node.right), node.negated
        headline = "there is no card to compare"
        left_missing = self.missing_card("no-card", headline, node.left, node.span)
        right_missing = self.missing_card("no-card", headline, node.right, node.span)

        def same(m: Machine) -> bool:
            one, other = left(m), right(m)
            if one == MISSING:
                left_missing(m)
            if other == MISSING:
                right_missing(m)
            return (one == other) is not negated

        return same

    def _quantified(self, node: p.Every | p.Some) -> TestRule:
        elements = self.elements(node.collection, self.price(node.body))
        body, slot = self.test(node.body), node.slot
        decisive = isinstance(node, p.Some)

        def quantified(m: Machine) -> bool:
            for element in elements(m):
                m.variables[slot] = element
                if body(m) is decisive:
                    return decisive
            return not decisive

        return quantified
