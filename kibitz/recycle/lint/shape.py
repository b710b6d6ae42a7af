"""When two expressions say the same: equal up to layout and the names of their own variables."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, replace

from kibitz.recycle.source import Span
from kibitz.recycle.syntax import Binder, ExtremeCard, IntLiteral, Location, Node, Random, Variable
from kibitz.recycle.walk import nodes

Shape = Hashable


def shape(node: Node) -> Shape:
    """A value equal for expressions that say the same."""
    return _Shaper().shape(node)


def is_steady(node: Node) -> bool:
    """Whether `node` means the same when asked twice in one state: no chance in it."""
    return not any(isinstance(inner, Random | ExtremeCard) for inner in nodes(node))


class _Shaper:
    def __init__(self) -> None:
        self._own: dict[int, int] = {}

    def shape(self, node: Node) -> Shape:
        match node:
            case Variable():
                number = node.binder.number
                return ("variable", self._own.get(number, -1 - number))
            case Binder():
                return ("binder", self._own.setdefault(node.number, len(self._own)))
            case Location(index=None):
                # A location without an index is the one with index 0.
                return self._parts(replace(node, index=IntLiteral(0, span=node.span)))
            case _:
                return self._parts(node)

    def _parts(self, node: Node) -> Shape:
        values = (getattr(node, field.name) for field in fields(node))
        return (type(node), *(self._value(value) for value in values))

    def _value(self, value: object) -> Shape:
        match value:
            case Span():
                return None
            case Node():
                return self.shape(value)
            case tuple():
                return tuple(self._value(item) for item in value)
            case _:
                assert isinstance(value, Hashable)
                return value
