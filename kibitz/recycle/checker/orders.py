"""Orders: `(order RANK (TWO, THREE, …))` says once which value of an attribute is above which.

An order is a point map that is set before anything happens and never again: its storage has a name
that no program can write. A value is worth its place, from 1; a card without a place is worth 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, fault, nearest
from kibitz.recycle.source import Atom, List, Span, is_name, is_word


def order_storage(name: str) -> str:
    """What the point map of an order is called."""
    return f"order {name}"


def order_name(storage: str) -> str:
    """The name of the order whose point map is called so; nothing if it is not one's."""
    word, _, name = storage.partition(" ")
    return name if word == "order" else ""


@dataclass(slots=True)
class ValueOrder:
    name: Atom
    attribute: Atom
    values: tuple[Atom, ...]
    span: Span
    is_asked: bool = False
    """It stands somewhere in place of a point map."""
    is_listed: bool = False
    """Some point map begins with it."""

    def points(self, span: Span) -> s.PointStorageNode:
        """The order where a point map is wanted."""
        self.is_asked = True
        name = s.StrLiteralNode(order_storage(self.name.text), span=span)
        return s.PointStorageNode(s.TableNode(span=span), None, name, span=span)

    def awards(self, span: Span | None = None) -> tuple[s.AwardNode, ...]:
        """What each value is worth; `span` is the place in a point map that begins with it."""
        self.is_listed = self.is_listed or span is not None
        return tuple(self._award(value, place, span) for place, value in enumerate(self.values, 1))

    def _award(self, value: Atom, place: int, span: Span | None) -> s.AwardNode:
        where = span or value.span
        attribute = s.StrLiteralNode(self.attribute.text, span=span or self.attribute.span)
        test = s.TestNode(attribute, s.StrLiteralNode(value.text, span=where), span=where)
        return s.AwardNode((test,), s.IntLiteralNode(place, span=where), span=where)


@dataclass(slots=True)
class Orders:
    """Those of a program."""

    by_name: dict[str, ValueOrder] = field(default_factory=dict)
    faulty: set[str] = field(default_factory=set)
    """Names of orders that could not be read: nobody complains about their uses."""

    def read(self, form: List) -> Iterator[Diagnostic]:
        """Take an order in; what is wrong with it."""
        match form.items:
            case (_, Atom() as name, List() as listed) if is_name(name):
                attribute = name
            case (_, Atom() as name, Atom() as attribute, List() as listed) if is_name(
                name
            ) and is_name(attribute):
                pass
            case _:
                self.faulty |= {item.text for item in form.items if isinstance(item, Atom)}
                yield fault("malformed-order", form.span)
                return
        values = [item for item in listed.items if not is_word(item, ",")]
        names = tuple(item for item in values if is_name(item))
        other = next((item for item in values if not is_name(item)), None)
        if other is not None or not names:
            self.faulty.add(name.text)
            yield fault("malformed-order", listed.span if other is None else other.span)
            return
        yield from self._repeated(name, names)
        self.by_name.setdefault(name.text, ValueOrder(name, attribute, names, form.span))

    def _repeated(self, name: Atom, values: tuple[Atom, ...]) -> Iterator[Diagnostic]:
        if name.text in self.by_name:
            first = self.by_name[name.text].name.span
            yield fault("repeated-order", name.span, first, name=name.text)
        seen: dict[str, Atom] = {}
        for value in values:
            if value.text in seen:
                first = seen[value.text].span
                yield fault("repeated-order.value", value.span, first, name=value.text)
            seen.setdefault(value.text, value)

    def unknown(self, name: Atom) -> Iterator[Diagnostic]:
        """What is to be said about a name that is no order's."""
        if name.text not in self.faulty:
            near = nearest(name.text, self.by_name)
            yield fault("unknown-order", name.span, name=name.text, edit=near)

    def unused(self) -> Iterator[Diagnostic]:
        for order in self.by_name.values():
            if not (order.is_asked or order.is_listed):
                yield fault("unused-order", order.name.span, name=order.name.text)

    def set_before_play(self) -> tuple[s.SetPointsNode, ...]:
        """What makes the point maps of the orders that are asked for."""
        asked = [order for order in self.by_name.values() if order.is_asked]
        return tuple(
            s.SetPointsNode(order.points(order.span), order.awards(), False, span=order.span)
            for order in asked
        )
