"""Every node of a lowered game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from kibitz.recycle.source import Span


def nodes(root: Any) -> Iterator[Any]:
    """The node itself and all nodes in it, a node before its parts."""
    waiting = list(_nodes_in(root))[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(parts(node))))


def parts(node: Any) -> Iterator[Any]:
    """The nodes directly in a node."""
    for name in _names(node.__class__):
        yield from _nodes_in(getattr(node, name))


def _nodes_in(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes_in(item)
    elif is_dataclass(value) and not isinstance(value, Span | type):
        yield value


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
