"""Counters of a page: texts with expressions in braces, `{(// (size TAKEN) 4)} tricks`.

An expression is written as in a program: a number, a name of a number or a text, an option with its
quote, `(size PLACE)`, `(sum PLACE using MAP)`, `(player NUMBER)`, and arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.recycle import Atom, AtomKind, Form, KibitzError, List, Source, head_word, read

_BRACES = re.compile(r"\{([^{}]*)\}")
ARITHMETIC = ("+", "-", "*", "//", "%", "min", "max")


class BadCounter(KibitzError):
    """An expression that cannot be counted, and why."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A text with expressions in it; without any it is no counter."""

    words: tuple[str, ...]
    """Around the expressions: one more than there are of these."""
    expressions: tuple[Form, ...]

    def names(self) -> Iterator[tuple[str, str]]:
        """What it reads, by what it is in the program: `location`, `number or text` and others."""
        for expression in self.expressions:
            yield from _names(expression)


def counter(text: str) -> Counter:
    """Raises BadCounter."""
    pieces = _BRACES.split(text)
    if len(pieces) == 1 or "{" in "".join(pieces[::2]) + "".join(pieces[1::2]):
        raise BadCounter("a counter has an expression in braces")
    return Counter(tuple(pieces[::2]), tuple(map(_expression, pieces[1::2])))


def _expression(text: str) -> Form:
    document, faults = read(Source("counter", text))
    if faults or len(document.forms) != 1:
        raise BadCounter(f"`{text}` is not one expression")
    list(_names(document.forms[0]))
    return document.forms[0]


def _names(form: Form) -> Iterator[tuple[str, str]]:
    match form:
        case Atom(kind=AtomKind.INTEGER):
            pass
        case Atom(kind=AtomKind.NAME, text=name):
            yield "number or text", name
        case Atom(kind=AtomKind.VARIABLE, text=name):
            yield "option", name.lstrip("'")
        case List(items=(_, Atom(kind=AtomKind.NAME, text=place))) if head_word(form) == "size":
            yield "location", place
        case List(
            items=(
                _,
                Atom(kind=AtomKind.NAME, text=place),
                _,
                Atom(kind=AtomKind.NAME, text=points),
            )
        ) if head_word(form) == "sum":
            yield "location", place
            yield "point map", points
        case List(items=(_, Atom(kind=AtomKind.NAME, text=name))) if head_word(form) == "player":
            yield "number", name
        case List(items=(_, *operands)) if operands and head_word(form) in ARITHMETIC:
            for operand in operands:
                yield from _names(operand)
        case _:
            raise BadCounter(
                "it may read numbers, (size PLACE), (sum PLACE using MAP), and add them"
            )
