"""What is known of a value before a match starts: literals, declares, and options as any of their
values.

A set of possible values may be too large, never too small: what lies outside it cannot happen.
None means that nothing is known.
"""

from __future__ import annotations

from itertools import product
from math import prod

from kibitz.recycle import syntax as s
from kibitz.recycle.arithmetic import Overflow, calculate_all
from kibitz.recycle.lint.survey import Binding, Survey, source_of

Constant = int | str
Values = frozenset[Constant] | None

MANY = 64
"""Sets larger than this are not worth following."""


class PossibleValues:
    """The possible values of every variable that does not depend on the course of a match."""

    def __init__(self, survey: Survey) -> None:
        self._values_by_binder: dict[int, Values] = {}
        # A binder comes after all that its value refers to, so one pass in order is enough.
        for number, binding in survey.binding_by_number.items():
            self._values_by_binder[number] = self._bound(binding)

    def values(self, node: s.Node) -> Values:
        """What an integer or a string can be, or the elements of a list of either."""
        match node:
            case s.IntLiteralNode() | s.StrLiteralNode():
                return frozenset({node.value})
            case s.VariableNode():
                return self._values_by_binder.get(node.binder.number)
            case s.StringsNode():
                return frozenset(node.values) if len(node.values) <= MANY else None
            case s.RangeNode():
                return self._range(node)
            case s.FilterNode():
                return self.values(node.collection)
            case s.ArithmeticNode():
                return self._arithmetic(node)
            case _:
                return None

    def strings(self, node: s.Node) -> frozenset[str] | None:
        values = self.values(node)
        return None if values is None else frozenset(v for v in values if isinstance(v, str))

    def integers(self, node: s.Node) -> frozenset[int] | None:
        values = self.values(node)
        return None if values is None else frozenset(v for v in values if isinstance(v, int))

    def single(self, node: s.Node) -> Constant | None:
        """The one value that `node` can have, if there is only one."""
        values = self.values(node)
        return next(iter(values)) if values is not None and len(values) == 1 else None

    def _bound(self, binding: Binding) -> Values:
        source = source_of(binding)
        if isinstance(binding, s.DeclareNode | s.LetNode) or isinstance(
            source, s.StringsNode | s.RangeNode | s.FilterNode | s.VariableNode
        ):
            return self.values(source) or None
        return None

    def _range(self, node: s.RangeNode) -> Values:
        low, high = self.integers(node.low), self.integers(node.high)
        if not low or not high or max(high) - min(low) > MANY:
            return None
        return frozenset(range(min(low), max(high) + 1))

    def _arithmetic(self, node: s.ArithmeticNode) -> Values:
        operands = [self.integers(operand) for operand in node.operands]
        if not all(operands):
            return None
        known = [operand for operand in operands if operand is not None]
        if prod(len(operand) for operand in known) * len(known) > 2 * MANY:
            return None
        try:
            return frozenset(calculate_all(node.operator, numbers) for numbers in product(*known))
        except (Overflow, ZeroDivisionError):
            return None
