"""What every node of a lowered game says about itself; a class that leaves a fact out is no class.

Whoever must know something about all nodes asks for a fact: there are no lists of classes to
forget one in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import ClassVar, TypeVar, dataclass_transform

from kibitz.recycle import TreeNode, node


class ProgramNode(TreeNode):
    __slots__ = ()

    finds: ClassVar[bool]
    """It must find a card wherever that lies."""


class ExpressionNode(ProgramNode):
    """A number, a condition, a card or a collection."""

    __slots__ = ()

    draws: ClassVar[bool]
    """Working it out uses chance, so it must be done exactly once."""
    reads: ClassVar[bool]
    """Working it out may take a look at what cards are, not only where they lie."""


class CollectionNode(ExpressionNode):
    __slots__ = ()

    calm: ClassVar[bool]
    """Its elements can be looked at one by one with nothing happening in between, where that is
    so of its parts."""


class StatementNode(ProgramNode):
    __slots__ = ()

    moves: ClassVar[bool]
    """It may change which cards lie where, or in which order."""


E = TypeVar("E", bound=ExpressionNode)
C = TypeVar("C", bound=CollectionNode)
S = TypeVar("S", bound=StatementNode)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def expression(*, draws: bool, finds: bool, reads: bool) -> Callable[[type[E]], type[E]]:
    def told(cls: type[E]) -> type[E]:
        made = node(cls)
        made.draws, made.finds, made.reads = draws, finds, reads
        return made

    return told


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def collection(
    *, draws: bool, finds: bool, calm: bool, reads: bool
) -> Callable[[type[C]], type[C]]:
    def told(cls: type[C]) -> type[C]:
        made = expression(draws=draws, finds=finds, reads=reads)(cls)
        made.calm = calm
        return made

    return told


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def statement(*, finds: bool, moves: bool) -> Callable[[type[S]], type[S]]:
    def told(cls: type[S]) -> type[S]:
        made = node(cls)
        made.finds, made.moves = finds, moves
        return made

    return told
