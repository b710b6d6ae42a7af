"""Numbers for strings, variables, storages and locations, found by one look over the whole game.

Names may be computed (`(game sto 'N)`), but strings cannot be made up during play, so every name
that can occur is known here; a computed name gets a table of the numbers it may stand for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.lower.constants import ChosenConstants
from kibitz.recycle import (
    Constant,
    Diagnostic,
    Label,
    NotComputable,
    NotConstant,
    RecycleError,
    Source,
    Span,
    children,
    evaluate,
    nodes,
)
from kibitz.recycle import syntax as s

Interval = tuple[int, int]

StorageNode = s.IntStorageNode | s.StrStorageNode | s.PointStorageNode

_STORAGE_KINDS: dict[type[StorageNode], p.StorageKind] = {
    s.IntStorageNode: p.StorageKind.INT,
    s.StrStorageNode: p.StorageKind.STR,
    s.PointStorageNode: p.StorageKind.POINTS,
}


def owner_kind(storage: StorageNode) -> p.OwnerKind:
    match storage.owner_type:
        case None:
            return p.OwnerKind.TABLE
        case s.Type.TEAM:
            return p.OwnerKind.TEAM
        case _:
            return p.OwnerKind.PLAYER


class Numbering:
    """All numbers of one game with its options chosen."""

    def __init__(
        self,
        source: Source,
        game: s.GameSyntax,
        constants: ChosenConstants,
        owners: dict[p.OwnerKind, int],
    ) -> None:
        self._source = source
        self._constants = constants
        self._owners = owners
        self._strings: dict[str, int] = {"": 0}
        self._lists: dict[int, tuple[str, ...]] = {}
        self._intervals: dict[int, Interval] = {}
        self._variables: dict[int, str] = {}
        self._storages: dict[p.StorageKind, list[StorageNode]] = {
            kind: [] for kind in p.StorageKind
        }
        self._look_over(game)
        self.storages: dict[p.StorageKind, tuple[p.Storage, ...]] = {
            kind: self._number_storages(found) for kind, found in self._storages.items()
        }
        self.families = self._number_families(game)

    @property
    def strings(self) -> tuple[str, ...]:
        return tuple(self._strings)

    @property
    def variables(self) -> tuple[str, ...]:
        """What they are called, by their numbers."""
        count = max(self._variables, default=-1) + 1
        return tuple(self._variables.get(number, "") for number in range(count))

    def string(self, text: str) -> int:
        return self._strings.setdefault(text, len(self._strings))

    # ------------------------------------------------------------------ names and intervals

    def _look_over(self, game: s.GameSyntax) -> None:
        """Collect every string, variable and storage, and what loop variables range over."""
        for node in nodes(game):
            match node:
                case s.StrLiteralNode(value=text) | s.BranchNode(value=text):
                    self.string(text)
                case s.AttributeNode(name=text):
                    self.string(text)
                case s.StringsNode(values=texts):
                    for text in texts:
                        self.string(text)
                case s.LetNode(value=value, binder=binder):
                    self._note_binding(binder, value)
                case (
                    s.LoopNode(collection=collection, binder=binder)
                    | s.QuantifiedNode(collection=collection, binder=binder)
                    | s.SumOverNode(collection=collection, binder=binder)
                    | s.CollectNode(collection=collection, binder=binder)
                    | s.FilterNode(collection=collection, binder=binder)
                ):
                    self._note_elements(binder, collection)
                case s.BinderNode(number=number, name=name):
                    self._variables[number] = name
                case s.IntStorageNode() | s.StrStorageNode() | s.PointStorageNode():
                    self._storages[_STORAGE_KINDS[type(node)]].append(node)
        self.string("DEFAULT")

    def _constant(self, value: s.Value) -> Constant | None:
        """Its value if it is a constant that can be computed."""
        try:
            return evaluate(value, self._constants.values)
        except (NotConstant, NotComputable):
            return None

    def _note_binding(self, binder: s.BinderNode, value: s.Value) -> None:
        if binder.type is s.Type.INT:
            self._intervals[binder.number] = self.interval(value)

    def _note_elements(self, binder: s.BinderNode, collection: s.Collection) -> None:
        elements = self._constant(collection)
        if not isinstance(elements, tuple):
            if isinstance(collection, s.RangeNode):
                low, high = self.interval(collection.low), self.interval(collection.high)
                self._intervals[binder.number] = low[0], high[1]
            return
        numbers = [element for element in elements if isinstance(element, int)]
        texts = tuple(element for element in elements if isinstance(element, str))
        if numbers:
            self._intervals[binder.number] = min(numbers), max(numbers)
        elif texts:
            self._lists[binder.number] = texts

    def interval(self, value: s.Value) -> Interval:
        """Bounds of an integer expression, as far as a simple look can tell."""
        constant = self._constant(value)
        if isinstance(constant, int):
            return constant, constant
        match value:
            case s.VariableNode() if value.binder.number in self._intervals:
                return self._intervals[value.binder.number]
            case s.ArithmeticNode(operator="+"):
                parts = [self.interval(operand) for operand in value.operands]
                return sum(low for low, _ in parts), sum(high for _, high in parts)
            case s.ArithmeticNode(operator="-"):
                (low, high), (least, most) = (self.interval(operand) for operand in value.operands)
                return low - most, high - least
            case s.ArithmeticNode(operator="min" | "max"):
                end = min if value.operator == "min" else max
                lows, highs = zip(*map(self.interval, value.operands), strict=True)
                return end(lows), end(highs)
            case _:
                return -(2**31), 2**31 - 1

    def names(self, name: s.StrExpr) -> tuple[str, ...]:
        """Every string the name expression may have as its value."""
        constant = self._constant(name)
        if isinstance(constant, str):
            return (constant,)
        if isinstance(name, s.VariableNode) and name.binder.number in self._lists:
            return self._lists[name.binder.number]
        return self.strings

    # ------------------------------------------------------------------ tables

    def _number_storages(self, found: list[StorageNode]) -> tuple[p.Storage, ...]:
        storages: dict[tuple[p.OwnerKind, str], p.Storage] = {}
        first = 0
        for node in found:
            owner = owner_kind(node)
            for name in self.names(node.name):
                if (owner, name) not in storages:
                    storages[owner, name] = p.Storage(owner, self.string(name), first)
                    first += self._owners[owner]
            if first > limits.STORAGES:
                headline = f"a game has at most {limits.STORAGES} storages of one type"
                raise self._refuse("too-many-storages", headline, node.span)
        return tuple(storages.values())

    def _number_families(self, game: s.GameSyntax) -> tuple[p.Family, ...]:
        counts: dict[tuple[p.OwnerKind, s.LocationClass, str], int] = {}
        locations = 0
        for node in self._in_force(game):
            if not isinstance(node, s.LocationNode | s.IndexedNode):
                continue
            owner = p.OwnerKind.TABLE if isinstance(node.owner, s.TableNode) else p.OwnerKind.PLAYER
            count = self._indices(node.index) if isinstance(node, s.LocationNode) else 1
            for name in self.names(node.name):
                key = owner, node.location_class, name
                more = max(0, count - counts.get(key, 0))
                counts[key] = counts.get(key, 0) + more
                locations += self._owners[owner] * more
            if locations > limits.LOCATIONS:
                headline = f"a game has at most {limits.LOCATIONS} locations"
                raise self._refuse("too-many-locations", headline, node.span)
        families = []
        first = 0
        for (owner, location_class, name), count in counts.items():
            families.append(p.Family(owner, location_class, self.string(name), count, first))
            first += self._owners[owner] * count
        return tuple(families)

    def _in_force(self, game: s.GameSyntax) -> Iterator[s.Node]:
        """Every node but those that the options rule out: their places are not on the table."""
        waiting: list[s.Node] = [game]
        while waiting:
            node = waiting.pop()
            match node:
                case s.ConditionalNode() | s.GuardedDeckNode():
                    if self._constants.rule_out(node.condition):
                        continue
            yield node
            waiting.extend(reversed(list(children(node))))

    def _refuse(self, slug: str, headline: str, span: Span) -> RecycleError:
        note = "they count for every owner, every name this may have and every index"
        label = Label(span, "with this, there are more")
        return RecycleError(self._source, (Diagnostic(slug, headline, label, notes=(note,)),))

    def _indices(self, index: s.IntExpr | None) -> int:
        """How many indices from 0 on can occur here."""
        if index is None:
            return 1
        _, high = self.interval(index)
        return max(1, min(high, limits.INDICES - 1) + 1)

    # ------------------------------------------------------------------ look-ups

    def named_storages(
        self, kind: p.StorageKind, owner: p.OwnerKind, name: s.StrExpr
    ) -> tuple[p.Storage, ...]:
        """The storages that the name expression may mean."""
        wanted = {self.string(text) for text in self.names(name)}
        return tuple(
            storage
            for storage in self.storages[kind]
            if storage.owner is owner and storage.name in wanted
        )

    def named_families(
        self, owner: p.OwnerKind, location_class: s.LocationClass, name: s.StrExpr
    ) -> tuple[p.Family, ...]:
        wanted = {self.string(text) for text in self.names(name)}
        return tuple(
            family
            for family in self.families
            if family.owner is owner
            and family.location_class is location_class
            and family.name in wanted
        )


# ---------------------------------------------------------------------------- decks


class Kinds:
    """The distinct card faces of a game, numbered in order of first creation."""

    def __init__(self, source: Source, numbering: Numbering) -> None:
        self._source = source
        self._numbering = numbering
        self._numbers: dict[p.CardKind, int] = {}

    def all(self) -> tuple[p.CardKind, ...]:
        return tuple(self._numbers)

    def of_deck(self, deck: s.CreateDeckNode) -> tuple[int, ...]:
        """The kinds of the deck's cards in creation order: the first attribute varies slowest."""
        if prod(_leaves(attribute) for attribute in deck.attributes) > limits.CARDS:
            fault = Diagnostic(
                "too-many-cards",
                f"this deck has more than {limits.CARDS} cards",
                Label(deck.span, "one card for every combination"),
            )
            raise RecycleError(self._source, (fault,))
        columns = [tuple(self._faces(attribute)) for attribute in deck.attributes]
        return tuple(self._number(parts) for parts in product(*columns))

    def _faces(self, attribute: s.AttributeNode) -> Iterator[dict[int, int]]:
        name = self._numbering.string(attribute.name)
        for branch in attribute.branches:
            value = {name: self._numbering.string(branch.value)}
            if not branch.attributes:
                yield value
            for below in branch.attributes:
                yield from (value | face for face in self._faces(below))

    def _number(self, parts: tuple[dict[int, int], ...]) -> int:
        face: dict[int, int] = {}
        for part in parts:
            face.update(part)
        return self._numbers.setdefault(p.CardKind(tuple(face.items())), len(self._numbers))


def _leaves(attribute: s.AttributeNode) -> int:
    return sum(
        sum(map(_leaves, branch.attributes)) if branch.attributes else 1
        for branch in attribute.branches
    )
