"""Every node of a lowered game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

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
    """The nodes directly in a node."""
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
    return tuple(field.name for field in fields(kind))
