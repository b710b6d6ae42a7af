"""What a number is made up of: the cards that counted, the numbers that were added, what is so many
times something else.

A score is explained by the statements that store it. Those that store a number which the score of
the match is made of, by however many steps, say before they store it what its parts are. Nothing is
explained that only somebody who sees hidden cards could tell: whoever does not know every card that
was looked at hears the sum alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from weakref import proxy

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.events import Constituent, Reckoned
from kibitz.engine.machine import Machine, WatchedFaces
from kibitz.engine.program.walk import nodes
from kibitz.engine.rules.base import RuleCompiler
from kibitz.engine.secrets import touches_secrets
from kibitz.recycle import Span

Parts = Callable[[Machine], list[Constituent]]
_MOST = 64
"""Parts of one statement; what has more is told as one."""


class Provenance:
    """Says of the numbers of one program what they are made up of."""

    def __init__(self, rules: RuleCompiler) -> None:
        self._rules: RuleCompiler = proxy(rules)
        """Not kept alive: it keeps this."""
        self._program = rules.program
        self._scored = scored_storages(rules.program)
        self._bound = _bound_once(rules.program)
        self._under: tuple[str, ...] = ()

    def concerns(self, slot: p.Slot) -> bool:
        """Whether the score of the match is made of this number."""
        return slot.kind is p.StorageKind.INT and not self._scored.isdisjoint(slot.storages)

    @contextmanager
    def under(self, condition: p.Condition, span: Span) -> Iterator[None]:
        """What is told inside stands under this condition."""
        outer = self._under
        own = (*self._definitions(span), *self._storages(condition), *self._places(condition))
        self._under = tuple(dict.fromkeys((*own, *outer)))
        yield
        self._under = outer

    def told(
        self, slot: p.Slot | None, value: p.Value, span: Span | None, *, is_added: bool, sign: int
    ) -> Callable[[Machine], None] | None:
        """Writes down what the value is made up of that will be stored, or is the score of the
        current player. None where it is drawn by chance, or a secret has a say in it."""
        if any(getattr(node, "draws", False) for node in nodes(value)):
            return None
        if touches_secrets(value if slot is None else (slot, value)):
            return None
        number = None if slot is None else self._rules.slot(slot)
        whole, parts = self._rules.value(value), self._parts(value)
        names, under = self._definitions(span), self._under
        if slot is not None and slot.owner is not None:
            under = (*self._storages(slot.owner), *under)

        def tell(m: Machine) -> None:
            if m.writer is None:
                return
            looked_at: set[int] = set()
            kinds, work, steps = m.kinds, m.work, m.steps
            m.kinds, m.work = WatchedFaces(m.state.kinds, looked_at.add), 0
            try:
                where = None if number is None else number(m)
                seat = m.seats[-1].position if number is None else None
                amount = whole(m)
                made_of = [_named(_times(part, sign), names) for part in parts(m) if part.value]
            except Fault:
                return  # the statement itself will say so
            finally:
                m.kinds, m.work, m.steps = kinds, work, steps
            if _sum(made_of) != sign * amount or len(made_of) > _MOST:
                made_of = [Constituent(sign * amount, definitions=names)]
            is_bare = len(made_of) == 1 and not made_of[0].read
            found = [replace(made_of[0], under=made_of[0].under + under)] if is_bare else made_of
            if found or not is_added:
                m.writer.reckoned(Reckoned(where, seat, is_added, tuple(found)), looked_at)

        return tell

    # ------------------------------------------------------------------ what a value is made of

    def _parts(self, node: p.Value) -> Parts:
        found, names = self._made_of(node), self._definitions(getattr(node, "span", None))
        return (lambda m: [_named(part, names) for part in found(m)]) if names else found

    def _made_of(self, node: p.Value) -> Parts:
        match node:
            case p.Arithmetic():
                return self._arithmetic(node)
            case p.Load():
                slot, value = self._rules.slot(node.slot), self._rules.value(node)
                name = _only(self._program.strings[one.name] for one in node.slot.storages)
                return lambda m: [Constituent(value(m), name, slot(m))]
            case p.Either():
                test = self._rules.test(node.condition)
                yes, no = self._parts(node.yes), self._parts(node.no)
                names, asked = self._asked_in(node.condition), self._storages(node.condition)

                def chosen(m: Machine) -> list[Constituent]:
                    parts = [_named(part, names) for part in (yes(m) if test(m) else no(m))]
                    return [
                        part if part.read else replace(part, under=part.under + asked)
                        for part in parts
                    ]

                return chosen
            case p.SumOver():
                return self._sum_over(node)
            case p.Size():
                return self._size(node)
            case p.SumPoints():
                return self._sum_points(node)
            case p.Score():
                value, card = self._rules.value(node), self._rules.card(node.card)
                name = self._point_map(node.points)
                return lambda m: [Constituent(value(m), name, groups=((card(m),),))]
            case p.Var(slot=variable) if variable in self._bound:
                return self._variable(node, self._bound[variable])
            case _:
                value = self._rules.value(node)
                return lambda m: [Constituent(value(m))]

    def _variable(self, node: p.Var, bound: p.Value) -> Parts:
        """As what it was bound to, if that has not changed since."""
        value, parts = self._rules.value(node), self._parts(bound)

        def found(m: Machine) -> list[Constituent]:
            made_of = parts(m)
            is_so = sum(part.value for part in made_of) == value(m)
            return made_of if is_so else [Constituent(value(m))]

        return found

    def _arithmetic(self, node: p.Arithmetic) -> Parts:
        value, operands = self._rules.value(node), list(map(self._parts, node.operands))
        match node.operator, operands:
            case "+", (left, right):
                return lambda m: left(m) + right(m)
            case "-", (left, right):
                return lambda m: left(m) + [_times(part, -1) for part in right(m)]
            case "*", (left, right):
                return lambda m: _product(left(m), right(m))
            case (("min" | "max"), (left, right)):
                return lambda m: next(
                    parts for parts in (left(m), right(m)) if _sum(parts) == value(m)
                )
            case _:

                def one(m: Machine) -> list[Constituent]:
                    parts = [part for operand in operands for part in operand(m)]
                    return [_joined(value(m), parts)]

                return one

    def _sum_over(self, node: p.SumOver) -> Parts:
        elements, body = self._rules.elements(node.collection), self._parts(node.body)

        def found(m: Machine) -> list[Constituent]:
            parts: list[Constituent] = []
            for element in elements(m):
                m.variables[node.slot] = element
                parts += [part for part in body(m) if part.value]
            return parts

        return found

    def _size(self, node: p.Size) -> Parts:
        elements, name = self._rules.elements(node.collection), self._places(node.collection)
        if isinstance(node.collection, p.Cards):
            return lambda m: [Constituent(len(found := elements(m)), name, groups=(tuple(found),))]
        if isinstance(node.collection, p.Groups) and not node.collection.live:
            return lambda m: [
                Constituent(len(found := elements(m)), name, groups=tuple(map(tuple, found)))
            ]
        return lambda m: [Constituent(len(elements(m)), name)]

    def _sum_points(self, node: p.SumPoints) -> Parts:
        cards, slot = self._rules.cards(node.cards), self._rules.slot(node.points)
        value, names = self._rules.value(node), self._point_map(node.points)
        names += self._places(node.cards)

        def found(m: Machine) -> list[Constituent]:
            scores = m.points[slot(m)].scores
            counted = tuple(card for card in cards(m) if scores[m.kinds[card]])
            return [Constituent(value(m), names, groups=(counted,))]

        return found

    # ------------------------------------------------------------------ what it is called

    def _definitions(self, span: Span | None) -> tuple[str, ...]:
        """The definitions whose uses brought it there, the innermost first."""
        found, source = list[str](), self._program.source
        while span is not None and span.use is not None:
            span = span.use
            words = source.text[span.start : span.end].strip("(").split(maxsplit=1)
            found.append(words[0].rstrip(")"))
        return tuple(found)

    def _asked_in(self, condition: p.Condition) -> tuple[str, ...]:
        """The definitions in which the condition is asked, as far as a place in it tells."""
        spans = (getattr(node, "span", None) for node in nodes(condition))
        return max(map(self._definitions, spans), key=len, default=())

    def _point_map(self, slot: p.Slot) -> tuple[str, ...]:
        return _only(self._program.strings[one.name] for one in slot.storages)

    def _storages(self, node: p.Condition | p.Value) -> tuple[str, ...]:
        slots = (one for one in nodes(node) if isinstance(one, p.Slot))
        names = (self._program.strings[one.name] for slot in slots for one in slot.storages)
        return tuple(dict.fromkeys(names))

    def _places(self, node: p.Collection | p.Condition) -> tuple[str, ...]:
        """The place, if there is only one."""
        strings = self._program.strings
        return _only(
            strings[family.name]
            for one in nodes(node)
            if isinstance(one, p.Location)
            for family in one.families
        )


def _only(names: Iterator[str]) -> tuple[str, ...]:
    """The name, if there is only one."""
    found = set(names)
    return tuple(found) if len(found) == 1 else ()


def _sum(parts: list[Constituent]) -> int:
    return sum(part.value for part in parts)


def _named(part: Constituent, definitions: tuple[str, ...]) -> Constituent:
    if not definitions:
        return part
    inner = [name for name in part.definitions if name not in definitions]
    named = (*inner, *definitions)
    if named == part.definitions:
        return part
    return Constituent(
        part.value, part.read, part.slot, part.factors, part.groups, named, part.under
    )


def _times(part: Constituent, factor: int) -> Constituent:
    if factor == 1:
        return part
    factors = (*part.factors, factor) if abs(factor) > 1 else part.factors
    return replace(part, value=part.value * factor, factors=factors)


def _product(left: list[Constituent], right: list[Constituent]) -> list[Constituent]:
    """One side so many times the other: that is said of the side with cards, or with names."""
    if _slots(left) & _slots(right) or (_has_cards(left) and _has_cards(right)):
        return [_joined(_sum(left) * _sum(right), left + right)]
    counted, times = (left, right) if _weight(left) > _weight(right) else (right, left)
    return [_times(part, _sum(times)) for part in counted]


def _slots(parts: list[Constituent]) -> set[int]:
    return {part.slot for part in parts if part.slot is not None}


def _has_cards(parts: list[Constituent]) -> bool:
    return any(part.groups for part in parts)


def _weight(parts: list[Constituent]) -> tuple[bool, bool, int]:
    return _has_cards(parts), any(part.read for part in parts), len(parts)


def _joined(value: int, parts: list[Constituent]) -> Constituent:
    """All of them as one, with the names and cards that they have."""
    read = dict.fromkeys(name for part in parts for name in part.read)
    groups = dict.fromkeys(group for part in parts for group in part.groups)
    definitions = dict.fromkeys(name for part in parts for name in part.definitions)
    return Constituent(value, tuple(read), groups=tuple(groups), definitions=tuple(definitions))


# ---------------------------------------------------------------------------- what is followed


def scored_storages(program: p.Program) -> frozenset[p.Storage]:
    """The numbers that the score is made of, by however many steps."""
    found = set(_loaded(program.score))
    stores = [
        node
        for node in nodes(program.code)
        if isinstance(node, p.StoreValue | p.Add) and node.slot.kind is p.StorageKind.INT
    ]
    bound = _bound_once(program)
    while True:
        before = len(found)
        for store in stores:
            if not found.isdisjoint(store.slot.storages):
                value = store.value if isinstance(store, p.StoreValue) else store.amount
                found.update(_loaded(value))
                for node in nodes(value):
                    if isinstance(node, p.Var) and node.slot in bound:
                        found.update(_loaded(bound[node.slot]))
        if len(found) == before:
            return frozenset(found)


def _loaded(value: p.Value) -> Iterator[p.Storage]:
    for node in nodes(value):
        if isinstance(node, p.Load) and node.slot.kind is p.StorageKind.INT:
            yield from node.slot.storages


def _bound_once(program: p.Program) -> dict[int, p.Value]:
    """The variables that stand for one number of `let`, and that number."""
    binders = [node for node in nodes(program.code) if hasattr(node, "slot")]
    binders = [node for node in binders if isinstance(node.slot, int)]
    found: dict[int, p.Value] = {}
    for node in binders:
        if isinstance(node, p.Bind) and isinstance(node.value, p.Value):
            found[node.slot] = node.value
    counts = [node.slot for node in binders if isinstance(node, p.Bind | p.Each | p.Pick)]
    return {slot: value for slot, value in found.items() if counts.count(slot) == 1}
