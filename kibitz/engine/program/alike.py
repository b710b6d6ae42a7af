"""Which card faces the rules of a game never tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.engine.program import AttributeOf, Award, Const, Kind, Partition, Program, Value
from kibitz.engine.program.walk import nodes


def alike(program: Program) -> tuple[int, ...]:
    """By kind: a number, equal for faces between which the rules see no difference.

    Where suits count for nothing, the four sevens are one face in four copies.
    """
    looks = set(_looks(program))
    numbers: dict[object, int] = {}
    return tuple(
        numbers.setdefault(frozenset((look, _seen(kind, look)) for look in looks), len(numbers))
        for kind in program.kinds
    )


def looked_at(program: Program) -> frozenset[int]:
    """The attributes of cards that some rule asks for."""
    asked = {attribute for look in _looks(program) for attribute, _ in look}
    every = {attribute for kind in program.kinds for attribute, _ in kind.attributes}
    return frozenset(every if None in asked else every & asked)


def all_different(program: Program) -> tuple[int, ...]:
    """The same where somebody may look at everything that is printed on a card."""
    return tuple(range(len(program.kinds)))


Look = tuple[tuple[int | None, int | None], ...]
"""Tests that must all hold, attribute and value; what the program does not fix is None."""


def _looks(program: Program) -> Iterator[Look]:
    """Everything that some rule wants to know about a card."""
    for node in nodes((*program.code, program.score)):
        match node:
            case AttributeOf(attribute=attribute) | Partition(attribute=attribute):
                yield ((_fixed(attribute), None),)
            case Award(tests=tests):
                fixed = tuple((_fixed(attribute), _fixed(value)) for attribute, value in tests)
                yield fixed
                yield from (((attribute, None),) for attribute, value in fixed if value is None)


def _fixed(value: Value) -> int | None:
    return value.value if isinstance(value, Const) else None


def _seen(kind: Kind, look: Look) -> object:
    """What the look finds: a value where one is asked for, else whether all tests hold."""
    if len(look) == 1 and look[0][1] is None:
        attribute = look[0][0]
        return kind if attribute is None else kind.value(attribute)
    return all(
        kind.value(attribute) == value
        for attribute, value in look
        if attribute is not None and value is not None
    )
