"""What every node of a lowered game says about itself; a class that leaves a fact out is no class.

Whoever must know something about all nodes asks for a fact: there are no lists of classes to
forget one in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar, dataclass_transform


class Node:
    __slots__ = ()

    finds: ClassVar[bool]
    """It must find a card wherever that lies."""


class ExpressionNode(Node):
    """A number, a condition, a card or a collection."""

    __slots__ = ()

    draws: ClassVar[bool]
    """Working it out uses chance, so it must be done exactly once."""


class CollectionNode(ExpressionNode):
    __slots__ = ()

    calm: ClassVar[bool]
    """Its elements can be looked at one by one with nothing happening in between, where that is
    so of its parts."""


class StatementNode(Node):
    __slots__ = ()

    moves: ClassVar[bool]
    """It may change which cards lie where, or in which order."""


E = TypeVar("E", bound=ExpressionNode)
C = TypeVar("C", bound=CollectionNode)
S = TypeVar("S", bound=StatementNode)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def expression(*, draws: bool, finds: bool) -> Callable[[type[E]], type[E]]:
    def made(cls: type[E]) -> type[E]:
        node = dataclass(frozen=True, slots=True)(cls)
        node.draws, node.finds = draws, finds
        return node

    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def collection(*, draws: bool, finds: bool, calm: bool) -> Callable[[type[C]], type[C]]:
    def made(cls: type[C]) -> type[C]:
        node = expression(draws=draws, finds=finds)(cls)
        node.calm = calm
        return node

    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def statement(*, finds: bool, moves: bool) -> Callable[[type[S]], type[S]]:
    def made(cls: type[S]) -> type[S]:
        node = dataclass(frozen=True, slots=True)(cls)
        node.finds, node.moves = finds, moves
        return node

    return made
