"""A game's syntax as a tree: the parts of a node, and every node with the place where it stands.

A `Variable` refers to its binder but does not contain it; every other node below a field is a
part. Parts come in the order of the fields, which is close to, not always, that of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.recycle.syntax import Node, VariableNode


@dataclass(frozen=True, slots=True, eq=False)
class Visit:
    """A node, and where it stands: the visit of the node that contains it, by which field."""

    node: Node
    parent: Visit | None = None
    field: str = ""

    def ancestors(self) -> Iterator[Visit]:
        """The visits around this one, innermost first."""
        visit = self.parent
        while visit is not None:
            yield visit
            visit = visit.parent

    def path(self) -> Iterator[Visit]:
        """This visit, then its ancestors."""
        yield self
        yield from self.ancestors()


def parts(node: Node) -> list[tuple[str, Node]]:
    """The nodes directly inside `node`, each with the name of its field."""
    found: list[tuple[str, Node]] = []
    if isinstance(node, VariableNode):
        return found
    for name in node.field_names:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append((name, value))
        elif isinstance(value, tuple):
            found += [(name, item) for item in value if isinstance(item, Node)]
    return found


def children(node: Node) -> list[Node]:
    """The nodes directly inside `node`."""
    return [part for _, part in parts(node)]


def visits(root: Node) -> Iterator[Visit]:
    """Every node from `root` down, a node before its parts; needs no recursion."""
    waiting = [Visit(root)]
    while waiting:
        visit = waiting.pop()
        yield visit
        inside = [Visit(part, visit, field) for field, part in parts(visit.node)]
        waiting.extend(reversed(inside))


def nodes(root: Node) -> Iterator[Node]:
    """Every node from `root` down, `root` included."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))
