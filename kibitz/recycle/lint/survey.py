"""What every check asks first: where nodes stand, who binds a variable, what cards there are;
and the reports that checks have in common.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TypeVar

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.source import Source, Span
from kibitz.recycle.suggestions import nearest
from kibitz.recycle.syntax import Node, StrLiteralNode
from kibitz.recycle.walk import Visit, nodes, visits


@dataclass(frozen=True, slots=True)
class Cure:
    """What to do, and the change itself where it is plain."""

    help: str
    edit: Edit | None = None


def warning(
    slug: str,
    headline: str,
    primary: Label,
    *secondary: Label,
    notes: tuple[str, ...] = (),
    cure: Cure | None = None,
) -> Diagnostic:
    """A diagnostic of severity WARNING."""
    text, edit = (cure.help, cure.edit) if cure else (None, None)
    return Diagnostic(
        slug, headline, primary, secondary, notes, help=text, edit=edit, severity=Severity.WARNING
    )


def respelt(written: Node, candidates: Collection[str]) -> Cure | None:
    """The nearest candidate for a string that the program spells out."""
    if not isinstance(written, StrLiteralNode):
        return None
    near = nearest(written.value, candidates)
    return None if near is None else Cure(f"did you mean `{near}`?", Edit(written.span, near))


def listed(names: Collection[str], most: int = 8) -> str:
    """`A`, `B` and `C`; with many names only the first few."""
    words = [f"`{name}`" for name in sorted(names)]
    if len(words) > most:
        return ", ".join(words[:most]) + " and others"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def one_of(values: Collection[int | str], most: int = 6) -> str:
    """A, B or C; a stretch of many integers by its ends."""
    numbers = sorted(value for value in values if isinstance(value, int))
    words = [str(n) for n in numbers] or sorted(str(value) for value in values)
    if len(words) > most:
        return f"from {words[0]} to {words[-1]}" if numbers else f"{words[0]}, {words[1]} …"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]


Binding = (
    s.DeclareNode
    | s.OptionNode
    | s.LetNode
    | s.LoopNode
    | s.FilterNode
    | s.QuantifiedNode
    | s.SumOverNode
    | s.CollectNode
)
"""What gives a variable its value: at once, or element by element."""

LONGEST_QUOTE = 60

N = TypeVar("N", bound=s.Node)


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

    def reach(self, root: s.Node) -> Iterator[s.Node]:
        """The nodes below `root`, and below all that its variables stand for or run over."""
        waiting, followed = [root], set[int]()
        while waiting:
            for node in nodes(waiting.pop()):
                yield node
                if isinstance(node, s.VariableNode) and node.binder.number not in followed:
                    followed.add(node.binder.number)
                    waiting.append(source_of(self.binding(node)))

    def quote(self, node: s.Node) -> str:
        """The program's own words for `node`, on one line, without an end if they are many."""
        lines = self.source.slice(node.span).split("\n")
        words = " ".join(" ".join(line.split(";;")[0] for line in lines).split())
        return words if len(words) <= LONGEST_QUOTE else f"{words[:LONGEST_QUOTE]}…"


def source_of(binding: Binding) -> s.Node:
    """The expression a binder takes its value, or its values, from."""
    match binding:
        case s.DeclareNode() | s.LetNode():
            return binding.value
        case s.OptionNode():
            return binding.domain
        case _:
            return binding.collection


# ---------------------------------------------------------------------------- shape


Shape = Hashable


def shape(node: s.Node) -> Shape:
    """A value equal for expressions that say the same."""
    return _Shaper().shape(node)


def is_steady(node: s.Node) -> bool:
    """Whether `node` means the same when asked twice in one state: no chance in it."""
    return not any(isinstance(inner, s.RandomNode | s.ExtremeCardNode) for inner in nodes(node))


class _Shaper:
    def __init__(self) -> None:
        self._own: dict[int, int] = {}

    def shape(self, node: s.Node) -> Shape:
        match node:
            case s.VariableNode():
                number = node.binder.number
                return ("variable", self._own.get(number, -1 - number))
            case s.BinderNode():
                return ("binder", self._own.setdefault(node.number, len(self._own)))
            case s.LocationNode(index=None):
                # A location without an index is the one with index 0.
                return self._parts(replace(node, index=s.IntLiteralNode(0, span=node.span)))
            case _:
                return self._parts(node)

    def _parts(self, node: s.Node) -> Shape:
        values = (getattr(node, field.name) for field in fields(node))
        return (type(node), *(self._value(value) for value in values))

    def _value(self, value: object) -> Shape:
        match value:
            case Span():
                return None
            case s.Node():
                return self.shape(value)
            case tuple():
                return tuple(self._value(item) for item in value)
            case _:
                assert isinstance(value, Hashable)
                return value
