"""Numbers for strings, variables, storages and locations, found by one look over the whole game.

Names may be computed (`(game sto 'N)`), but strings cannot be made up during play, so every name
that can occur is known here; a computed name gets a table of the numbers it may stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import cast

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.lower.constants import ChosenConstants, refusal
from kibitz.recycle import (
    Constant,
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
_ANY: Interval = (-(2**31), 2**31 - 1)

StorageNode = s.IntStorageNode | s.StrStorageNode | s.PointStorageNode

STORAGE_KINDS: dict[type[StorageNode], p.StorageKind] = {
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


def is_secret(storage: StorageNode) -> bool:
    return not isinstance(storage, s.PointStorageNode) and storage.is_secret


class Numbering:
    """All numbers of one game with its options chosen."""

    def __init__(
        self,
        source: Source,
        game: s.GameSyntax,
        constants: ChosenConstants,
        owners: dict[p.OwnerKind, int],
    ) -> None:
        self.source = source
        self._constants = constants
        self.owners = owners
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
                    | s.BestNode(collection=collection, binder=binder)
                    | s.ExtremeOverNode(collection=collection, binder=binder)
                ):
                    self._note_elements(binder, collection)
                case s.BinderNode(number=number, name=name):
                    self._variables[number] = name
                case s.IntStorageNode() | s.StrStorageNode() | s.PointStorageNode():
                    self._storages[STORAGE_KINDS[type(node)]].append(node)
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
            elif isinstance(collection, s.ListedNode) and collection.type is s.Type.INTS:
                self._intervals[binder.number] = self._hull(collection.elements)
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
            case s.CountNode():
                return 0, 1
            case s.IfNode():
                return self._hull((value.yes, value.no))
            case s.AtNode():
                listed = self._constant(value.collection)
                numbers = (
                    [n for n in listed if isinstance(n, int)] if isinstance(listed, tuple) else []
                )
                return (min(numbers), max(numbers)) if numbers else _ANY
            case s.BestNode():
                self._note_elements(value.binder, value.collection)
                return self._intervals.get(value.binder.number, _ANY)
            case s.ExtremeOverNode():
                self._note_elements(value.binder, value.collection)
                return self.interval(value.body)
            case _:
                return _ANY

    def _hull(self, values: Iterable[s.Value]) -> Interval:
        """Bounds of whichever of the numbers it is."""
        lows, highs = zip(*map(self.interval, values), strict=True)
        return min(lows), max(highs)

    def names(self, name: s.StrExpr) -> tuple[str, ...]:
        """Every string the name expression may have as its value."""
        constant = self._constant(name)
        if isinstance(constant, str):
            return (constant,)
        if isinstance(name, s.VariableNode) and name.binder.number in self._lists:
            return self._lists[name.binder.number]
        if isinstance(name, s.AtNode):
            listed = self._constant(name.collection)
            return tuple(map(str, listed)) if isinstance(listed, tuple) else self.strings
        if isinstance(name, s.BestNode):
            return self._lists.get(name.binder.number, self.strings)
        if isinstance(name, s.IfNode):
            sides = cast(s.StrExpr, name.yes), cast(s.StrExpr, name.no)
            return tuple(dict.fromkeys(text for side in sides for text in self.names(side)))
        return self.strings

    # ------------------------------------------------------------------ tables

    def _number_storages(self, found: list[StorageNode]) -> tuple[p.Storage, ...]:
        counts: dict[tuple[p.OwnerKind, str, bool], int] = {}
        slots = 0
        for node in found:
            owner = owner_kind(node)
            count = 1 if isinstance(node, s.PointStorageNode) else self._indices(node.index)
            for name in self.names(node.name):
                key = owner, name, is_secret(node)
                more = max(0, count - counts.get(key, 0))
                counts[key] = counts.get(key, 0) + more
                slots += self.owners[owner] * more
            if slots > limits.STORAGES:
                headline = f"a game has at most {limits.STORAGES} storages of one type"
                raise self._refuse("too-many-storages", headline, node.span)
        storages: list[p.Storage] = []
        first = 0
        for (owner, name, secret), count in counts.items():
            for index in range(count):
                storages.append(p.Storage(owner, self.string(name), first, index, secret))
                first += self.owners[owner]
        return tuple(storages)

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
                locations += self.owners[owner] * more
            if locations > limits.LOCATIONS:
                headline = f"a game has at most {limits.LOCATIONS} locations"
                raise self._refuse("too-many-locations", headline, node.span)
        families = []
        first = 0
        for (owner, location_class, name), count in counts.items():
            families.append(p.Family(owner, location_class, self.string(name), count, first))
            first += self.owners[owner] * count
        return tuple(families)

    def _in_force(self, game: s.GameSyntax) -> Iterator[s.Node]:
        """Every node but those that the options rule out: their places are not on the table."""
        waiting: list[s.Node] = [game]
        while waiting:
            node = waiting.pop()
            match node:
                case s.ConditionalNode() | s.GuardedDeckNode() | s.GuardedNode():
                    condition = node.condition
                    if condition is not None and self._constants.rule_out(condition):
                        continue
                case s.IfNode():
                    settled = self._constants.settled(node.condition)
                    if settled is not None:
                        waiting.append(node.yes if settled else node.no)
                        continue
            yield node
            inside = children(node)
            gone = {id(part) for part in self._constants.unreached(inside)}
            waiting += [part for part in reversed(inside) if id(part) not in gone]

    def _refuse(self, slug: str, headline: str, span: Span) -> RecycleError:
        note = "they count for every owner, every name this may have and every index"
        label = Label(span, "with this, there are more")
        return refusal(self.source, slug, headline, label, (note,))

    def _indices(self, index: s.IntExpr | None) -> int:
        """How many indices from 0 on can occur here."""
        if index is None:
            return 1
        _, high = self.interval(index)
        return max(1, min(high, limits.INDICES - 1) + 1)

    def kept_picks(self, count: int) -> tuple[p.Storage, ...]:
        """Storages of every player for what is picked before all have chosen."""
        numbers = self.storages[p.StorageKind.INT]
        kept = [one for one in numbers if one.is_pick]
        players, name = self.owners[p.OwnerKind.PLAYER], self.string("picked together")
        first = sum(self.owners[one.owner] for one in numbers)
        for index in range(len(kept), count):
            made = p.Storage(p.OwnerKind.PLAYER, name, first, index, is_secret=True, is_pick=True)
            kept.append(made)
            self.storages[p.StorageKind.INT] += (made,)
            first += players
        return tuple(kept[:count])

    # ------------------------------------------------------------------ look-ups

    def named_storages(self, node: StorageNode) -> tuple[p.Storage, ...]:
        """The storages that the node may mean."""
        wanted = {self.string(text) for text in self.names(node.name)}
        keys = owner_kind(node), is_secret(node)
        storages = self.storages[STORAGE_KINDS[type(node)]]
        found = [one for one in storages if (one.owner, one.is_secret) == keys]
        return tuple(one for one in found if one.name in wanted)

    def named_families(
        self, owner: p.OwnerKind, location_class: s.LocationClass, name: s.StrExpr
    ) -> tuple[p.Family, ...]:
        wanted = {self.string(text) for text in self.names(name)}
        keys = (owner, location_class)
        families = [one for one in self.families if (one.owner, one.location_class) == keys]
        return tuple(family for family in families if family.name in wanted)


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
        if card_count(deck) > limits.CARDS:
            headline = f"this deck has more than {limits.CARDS:,} cards"
            label = Label(deck.span, "one card for every combination")
            raise refusal(self._source, "too-many-cards", headline, label)
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


def card_count(deck: s.CreateDeckNode) -> int:
    return prod(_leaves(attribute) for attribute in deck.attributes)


def _leaves(attribute: s.AttributeNode) -> int:
    return sum(
        sum(map(_leaves, branch.attributes)) if branch.attributes else 1
        for branch in attribute.branches
    )
