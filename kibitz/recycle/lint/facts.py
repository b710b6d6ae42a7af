"""What conditions say about card lists: which ones cannot be empty when they hold or fail."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.recycle import syntax as s
from kibitz.recycle.arithmetic import COMPARISONS
from kibitz.recycle.lint.constants import Constants
from kibitz.recycle.lint.places import Place, Places
from kibitz.recycle.lint.shape import Shape, shape
from kibitz.recycle.lint.truth import MIRROR, OPPOSITE, operator_of


@dataclass(slots=True)
class Known:
    """Card lists that have cards: exactly these expressions, and locations at any index."""

    shapes: set[Shape] = field(default_factory=set)
    places: set[Place] = field(default_factory=set)


class Facts:
    """Reads conditions generously: a doubt counts as knowledge, so that warnings stay silent."""

    def __init__(self, constants: Constants, places: Places) -> None:
        self._constants = constants
        self._places = places

    def has_cards(self, known: Known, collection: s.Node) -> None:
        known.shapes.add(shape(collection))
        known.places |= self._places.mentioned(collection) or frozenset()

    def learn(self, known: Known, condition: s.BoolExpr, *, holds: bool) -> None:
        """Add what follows when the condition holds, or when it does not."""
        match condition:
            case s.And() | s.Or():
                # When an `and` fails only one operand need fail: generous all the same.
                for operand in condition.operands:
                    self.learn(known, operand, holds=holds)
            case s.Not():
                self.learn(known, condition.operand, holds=not holds)
            case s.Quantified():
                if holds == (condition.quantifier is s.Quantifier.ANY):
                    self.has_cards(known, condition.collection)
                self.learn(known, condition.body, holds=holds)
            case s.Compare() | s.Equal():
                self._learn_comparison(known, condition, holds=holds)

    def _learn_comparison(
        self, known: Known, condition: s.Compare | s.Equal, *, holds: bool
    ) -> None:
        operator = operator_of(condition) if holds else OPPOSITE[operator_of(condition)]
        for left, right, comparison in (
            (condition.left, condition.right, operator),
            (condition.right, condition.left, MIRROR[operator]),
        ):
            match left:
                case s.Size() if self._excludes_zero(comparison, right):
                    self.has_cards(known, left.collection)
                case s.CardAttribute(card=s.CardAt(cards=cards)) if comparison == "==":
                    self.has_cards(known, cards)
                case _:
                    pass

    def _excludes_zero(self, comparison: str, other: s.Node) -> bool:
        values = self._constants.integers(other)
        if values is None:
            return comparison in ("==", ">", ">=")
        return not any(COMPARISONS[comparison](0, value) for value in values)
