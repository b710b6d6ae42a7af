"""Which card faces the rules of a game never tell apart."""

from __future__ import annotations

from kibitz.engine.program import AttributeOf, Award, Const, Kind, Partition, Program, Value
from kibitz.engine.program.walk import nodes


def alike(program: Program) -> tuple[int, ...]:
    """By kind: a number, equal for faces between which the rules see no difference.

    Where suits count for nothing, the four sevens are one face in four copies.
    """
    numbers: dict[object, int] = {}
    marks = [_marks(program, kind) for kind in program.kinds]
    return tuple(numbers.setdefault(mark, len(numbers)) for mark in marks)


def all_different(program: Program) -> tuple[int, ...]:
    """The same where somebody may look at everything that is printed on a card."""
    return tuple(range(len(program.kinds)))


def _marks(program: Program, kind: Kind) -> tuple[object, ...]:
    """Everything that some rule could find out about it."""
    marks: list[object] = []
    for node in nodes((*program.code, program.score)):
        match node:
            case AttributeOf(attribute=attribute) | Partition(attribute=attribute):
                marks.append(_read(kind, attribute))
            case Award(tests=tests):
                marks.append(all(_holds(kind, *test) for test in tests))
                marks += [_read(kind, attribute) for attribute, value in tests if _varies(value)]
    return tuple(marks)


def _read(kind: Kind, attribute: Value) -> object:
    return kind.value(attribute.value) if isinstance(attribute, Const) else kind


def _varies(value: Value) -> bool:
    return not isinstance(value, Const)


def _holds(kind: Kind, attribute: Value, value: Value) -> object:
    if isinstance(attribute, Const) and isinstance(value, Const):
        return kind.value(attribute.value) == value.value
    return True
