"""Numbers and conditions that a game asks for in many places: emitted once, and called.

A definition is written out wherever it is used, and the conditions of a decision are asked for
where options are found, where they are given keys and where one is performed. Where that comes to
much code, what takes loops in loops is a function of its own; its variables come in as arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import (
    Bound,
    Component,
    Kept,
    Listing,
    Pile,
    SharedFunctions,
    SharedNode,
)
from kibitz.engine.native.layout.lazy_collections import draws
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.walk import nodes
from kibitz.recycle import Span

if TYPE_CHECKING:
    from kibitz.engine.native.emission.function_emitter import FunctionEmitter

_MANY_NODES = 800
"""A game of fewer is little code as it is."""
_WORTH = 8
"""Nodes that are worth a function; a call costs as much as one or two of them."""
_LOOPS = (
    p.Every,
    p.Some,
    p.SumOver,
    p.ExtremeOver,
    p.BestValue,
    p.SumPoints,
    p.ExtremePoints,
    p.Size,
)
_VARIABLES = (p.Var, p.CardVar, p.LocationVar, p.ListVar, p.GroupsVar, p.ValuesVar)
_TURNS = (p.TurnOf, p.Others, p.FoundSeat, p.SeatAway)
_WIDE = (p.Runs, p.Subsets, p.Partition, p.FilterGroups, p.Collect, *_LOOPS[:5])
"""What is emitted as a loop over more than cards."""


def shared_functions(program: p.Program) -> SharedFunctions:
    """What is worth sharing in a game as it is emitted."""
    roots = list(program.code)
    if sum(1 for root in roots for _ in nodes(root)) < _MANY_NODES:
        return SharedFunctions()
    found, times = {}, Counter[object]()
    for root in roots:
        emitted = 2 if isinstance(root, p.Decide) else 1
        for node in nodes(root):
            if _is_worth_it(node):
                found[id(node)] = shared = _shared(node)
                times[shared.form] += emitted
    return SharedFunctions({key: one for key, one in found.items() if times[one.form] > 1})


def _is_worth_it(node: Any) -> bool:
    if not isinstance(node, _LOOPS) or draws(node):
        return False
    inside = list(nodes(node))
    return len(inside) >= _WORTH and any(isinstance(part, _WIDE) for part in inside[1:])


def _shared(node: Any) -> SharedNode:
    slots: dict[int, int] = {}
    form = _form(node, slots)
    inside = [part for part in nodes(node) if isinstance(getattr(part, "slot", None), int)]
    bound = {part.slot for part in inside if not isinstance(part, _VARIABLES)}
    asks = any(isinstance(part, _TURNS) for part in nodes(node))
    return SharedNode(form, tuple(slot for slot in slots if slot not in bound), asks)


def _form(value: Any, slots: dict[int, int]) -> object:
    match value:
        case Span():
            return None
        case tuple():
            return tuple(_form(item, slots) for item in value)
        case _ if is_dataclass(value):
            return (type(value), *_field_forms(value, slots))
        case _:
            return value


def _field_forms(node: Any, slots: dict[int, int]) -> Iterator[object]:
    for one in fields(node):
        value = getattr(node, one.name)
        if one.name == "slot" and isinstance(value, int):
            yield slots.setdefault(value, len(slots))
        else:
            yield _form(value, slots)


class SharedEmitter(Component):
    def is_shared(self, node: p.Value | p.Condition) -> bool:
        """Whether a function of its own works it out; nobody shares what a score asks for."""
        if id(node) not in self.unit.shared.nodes or self.e.scored_seat is not None:
            return False
        occupied = self.e.indexed.occupied
        return not any(id(part) in occupied for part in nodes(node)) if occupied else True

    def called(self, node: p.Value | p.Condition) -> Word:
        """The number, or whether the condition holds, as the function tells."""
        assert isinstance(node, _LOOPS), "nothing else is shared"
        shared = self.unit.shared.nodes[id(node)]
        bound = [self.bound[slot] for slot in shared.free]
        depths = self.e.depths if shared.asks_whose_turn else None
        place = shared.form, tuple(map(_kind, bound)), self.e.is_counting, depths
        names = self.unit.shared.names
        if place not in names:
            names[place] = f"shared{len(names)}"
            self.e.write_apart(names[place], node, shared.free)
        result = self.f.buffer(4)
        self.e.call_apart(names[place], result, *(part for one in bound for part in _taken(one)))
        return result.load(4)


def _kind(bound: Bound) -> object:
    """What the function must know of what it is given."""
    match bound:
        case Word():
            return None
        case Pile(is_memory=is_memory, families=families):
            return is_memory, families
        case Listing(mask=mask):
            return mask is not None
        case Kept(is_live=is_live, is_memory=is_memory):
            return "kept", is_live, is_memory


def _taken(bound: Bound) -> tuple[Word | Pointer, ...]:
    match bound:
        case Word():
            return (bound,)
        case Pile(number=number):
            return (number,)
        case Listing(record=record, mask=mask):
            return (record,) if mask is None else (record, mask)
        case Kept(address=address):
            return (address,)


def letters(bound: Bound) -> str:
    """How a signature names what is given for it."""
    match bound:
        case Word() | Pile():
            return "i"
        case Listing(mask=mask):
            return "p" if mask is None else "pl"
        case Kept():
            return "p"


def given(emitter: FunctionEmitter, bound: Bound, position: int) -> Bound:
    """The same as a parameter of another function, from that position on."""
    f = emitter.f
    match bound:
        case Word():
            return f.number(position)
        case Pile(is_memory=is_memory, families=families):
            return Pile(f.number(position), is_memory, families)
        case Listing(mask=mask):
            return Listing(f.address(position), None if mask is None else f.number(position + 1))
        case Kept(is_live=is_live, is_memory=is_memory):
            return Kept(f.address(position), is_live, is_memory)
