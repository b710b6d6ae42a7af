"""Every node of a lowered game; and what decides how it is played, as one digest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from kibitz.engine.program import Bind, Decide, Program, Size, Slot
from kibitz.recycle import Span


def nodes(root: Any) -> Iterator[Any]:
    """The node itself and all nodes in it, a node before its parts."""
    waiting: list[Any] = []
    _gather(root, waiting)
    waiting.reverse()
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(parts(node))


def parts(node: Any) -> list[Any]:
    """The nodes directly in a node; the storages of a slot are rows of a table, and may be many."""
    found: list[Any] = []
    for name in _names(node.__class__):
        _gather(getattr(node, name), found)
    return found


def _gather(value: Any, found: list[Any]) -> None:
    if isinstance(value, tuple):
        for item in value:
            _gather(item, found)
    elif _is_node(value.__class__):
        found.append(value)


@cache
def _is_node(kind: type[Any]) -> bool:
    return is_dataclass(kind) and not issubclass(kind, Span)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    names = tuple(field.name for field in fields(kind))
    return tuple(name for name in names if not (kind is Slot and name == "storages"))


# ---------------------------------------------------------------------------- behaviour

_SILENT: dict[str, tuple[str, ...]] = {
    Program.__name__: ("source", "digest", "options", "variables", "is_cooperative"),
    Decide.__name__: ("names",),
    Bind.__name__: ("type",),
    Slot.__name__: ("span",),
    Size.__name__: ("span",),
}
"""Fields that decide nothing."""


def behaviour(program: Program) -> str:
    """The same for programs that are played in the same way, as far as their rules show it; what
    is as it is by default is no fact, so that nets outlive what is added to the language."""
    return hashlib.sha256(repr(_facts(program)).encode()).hexdigest()


def _facts(value: Any) -> object:
    match value:
        case Span():
            return None
        case tuple() | list():
            return [_facts(item) for item in value]
        case Enum():
            return value.name
        case _ if is_dataclass(value):
            kind: str = value.__class__.__name__
            silent = _SILENT.get(kind, ())
            told = [
                (field.default, getattr(value, field.name))
                for field in fields(value)
                if field.name not in silent
            ]
            return kind, [_facts(fact) for usual, fact in told if fact != usual]
        case _:
            return value
