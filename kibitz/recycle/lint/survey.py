"""What every check asks first: where nodes stand, who binds a variable, what cards there are, and
what is known of a value before a match starts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Edit, nearest
from kibitz.recycle.source import Source
from kibitz.recycle.syntax.types import Visit, nodes, visits

Binding = (
    s.DeclareNode
    | s.OptionNode
    | s.LetNode
    | s.LoopNode
    | s.FilterNode
    | s.QuantifiedNode
    | s.SumOverNode
    | s.CollectNode
    | s.FoundPlayerNode
    | s.BestNode
    | s.ExtremeOverNode
)
"""What gives a variable its value: at once, or element by element."""

Constant = int | str
Values = frozenset[Constant] | None
"""May hold too much, never too little; None means that nothing is known."""

LONGEST_QUOTE = 60
MANY = 64
"""Sets larger than this are not worth following."""

N = TypeVar("N", bound=s.Node)


@dataclass(frozen=True, slots=True)
class ReadOutside:
    """What somebody reads who stands outside the program: the page of the game, for the table."""

    storages: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    """Without their quotes."""


@dataclass(frozen=True)
class Survey:
    """One walk over a game, and what it shows at a glance."""

    source: Source
    game: s.GameSyntax

    @cached_property
    def visits(self) -> tuple[Visit, ...]:
        return tuple(visits(self.game))

    @cached_property
    def binding_by_number(self) -> dict[int, Binding]:
        return {
            visit.node.number: visit.parent.node
            for visit in self.visits
            if isinstance(visit.node, s.BinderNode)
            and visit.parent is not None
            and isinstance(visit.parent.node, Binding)
        }

    @cached_property
    def values_by_attribute(self) -> dict[str, frozenset[str]]:
        """What each attribute can be on a card, over all decks, whenever they are made."""
        found: dict[str, set[str]] = {}
        for attribute in self.all_of(s.AttributeNode):
            values = {branch.value for branch in attribute.branches}
            found.setdefault(attribute.name, set()).update(values)
        return {name: frozenset(values) for name, values in found.items()}

    def visits_of(self, *kinds: type[s.Node]) -> Iterator[Visit]:
        return (visit for visit in self.visits if isinstance(visit.node, kinds))

    def all_of(self, kind: type[N]) -> Iterator[N]:
        return (visit.node for visit in self.visits if isinstance(visit.node, kind))

    def binding(self, variable: s.VariableNode) -> Binding:
        return self.binding_by_number[variable.binder.number]

    def resolve(self, node: s.Node) -> s.Node:
        """The expression a variable stands for; the variable itself if a loop gives its value."""
        while isinstance(node, s.VariableNode):
            binding = self.binding(node)
            if not isinstance(binding, s.DeclareNode | s.LetNode):
                return node
            node = binding.value
        return node

    def quote(self, node: s.Node) -> str:
        """The program's own words for `node`, on one line, without an end if they are many."""
        lines = self.source.slice(node.span).split("\n")
        words = " ".join(" ".join(line.split(";;")[0] for line in lines).split())
        return words if len(words) <= LONGEST_QUOTE else f"{words[:LONGEST_QUOTE]}…"

    # ------------------------------------------------------------------ possible values

    @cached_property
    def _values_by_binder(self) -> dict[int, Values]:
        # A binder comes after all that its value refers to, so one pass in order is enough.
        found: dict[int, Values] = {}
        for number, binding in self.binding_by_number.items():
            found[number] = self._values(source_of(binding), found) or None
        return found

    def values(self, node: s.Node) -> Values:
        """What an integer or a string can be, or the elements of a list of either."""
        return self._values(node, self._values_by_binder)

    def strings(self, node: s.Node) -> frozenset[str] | None:
        values = self.values(node)
        return None if values is None else frozenset(v for v in values if isinstance(v, str))

    def _values(self, node: s.Node, known: dict[int, Values]) -> Values:
        match node:
            case s.IntLiteralNode() | s.StrLiteralNode():
                return frozenset({node.value})
            case s.VariableNode():
                return known.get(node.binder.number)
            case s.StringsNode():
                return frozenset(node.values) if len(node.values) <= MANY else None
            case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
                return frozenset(range(low, high + 1)) if high - low <= MANY else None
            case s.FilterNode() | s.BestNode():
                return self._values(node.collection, known)
            case s.CountNode():
                return frozenset({0, 1})
            case s.IfNode():
                sides = [self._values(side, known) for side in (node.yes, node.no)]
                return None if None in sides else frozenset().union(*filter(None, sides))
            case _:
                return None


def source_of(binding: Binding) -> s.Node:
    """The expression a binder takes its value, or its values, from."""
    match binding:
        case s.DeclareNode() | s.LetNode():
            return binding.value
        case s.OptionNode():
            return binding.domain
        case s.FoundPlayerNode():
            return binding.start
        case _:
            return binding.collection


def respelt(written: s.Node, candidates: Collection[str]) -> Edit | None:
    """The nearest candidate in place of a string that the program spells out."""
    if not isinstance(written, s.StrLiteralNode):
        return None
    near = nearest(written.value, candidates)
    return None if near is None else Edit(written.span, near)


def listed(names: Collection[str], most: int = 8) -> str:
    """`A`, `B` and `C`; with many names only the first few."""
    words = [f"`{name}`" for name in sorted(names)]
    if len(words) > most:
        return ", ".join(words[:most]) + " and others"
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def is_steady(node: s.Node) -> bool:
    """Whether `node` means the same when asked twice in one state: no chance in it."""
    chance = s.RandomNode | s.ExtremeCardNode
    return not any(isinstance(visit.node, chance) for visit in visits(node))


def is_said(binding: Binding) -> bool:
    """Whether the variable is picked for a move that has a name."""
    return (
        isinstance(binding, s.LoopNode)
        and binding.quantifier is s.Quantifier.ANY
        and any(isinstance(inner, s.NamedNode) for inner in nodes(binding.statement))
    )
