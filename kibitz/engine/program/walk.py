"""Every node of a lowered game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from kibitz.recycle.source import Span


def nodes(root: Any) -> Iterator[Any]:
    """The node itself and all nodes in it, a node before its parts."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif is_dataclass(node) and not isinstance(node, Span | type):
            yield node
            waiting.extend(getattr(node, name) for name in reversed(_names(type(node))))


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
