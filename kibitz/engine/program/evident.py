"""What everybody at the table can tell of the picks that led to an option."""

from __future__ import annotations

from kibitz.engine.program.acts import (
    Add,
    Bind,
    Block,
    Cycle,
    Each,
    Move,
    Pick,
    RepeatAll,
    Statement,
    Store,
    SwapCards,
    SwapLocations,
    When,
)
from kibitz.engine.program.expressions import (
    Card,
    CardAt,
    CardVar,
    ListVar,
    Location,
    LocationVar,
    Slot,
    Value,
    Var,
)


def evident_picks(alternative: Statement) -> frozenset[int]:
    """The variables that what the alternative does in any case gives away, whatever they hold:
    a number stored as it is, the owner or the index of a place between which cards move, and cards
    that move, to those who see them.
    """
    node = alternative
    while isinstance(node, When | Bind | Pick):
        node = node.statement
    return frozenset(_given_away(node))


def _given_away(node: Statement) -> set[int]:
    match node:
        case Block(statements=statements):
            return set[int]().union(*map(_given_away, statements))
        case Store(slot=slot, value=value) | Add(slot=slot, amount=value):
            return _in_storage(slot) | _itself(value)
        case Move(source=source, destination=destination):
            return _of_card(source) | _in_place(destination.location)
        case SwapCards(first=card, second=other):
            return _of_card(card) | _of_card(other)
        case SwapLocations(first=place, second=another):
            return _in_place(place) | _in_place(another)
        case RepeatAll(cards=ListVar(slot=slot)):
            return {slot}
        case Each(collection=ListVar(slot=slot), statement=Move(source=CardVar())):
            return {slot}
        case Cycle(seat=seat):
            return _itself(seat)
        case _:
            return set()


def _itself(value: Value | None) -> set[int]:
    return {value.slot} if isinstance(value, Var) else set()


def _in_storage(slot: Slot) -> set[int]:
    return _itself(slot.name) | _itself(slot.owner)


def _of_card(card: Card) -> set[int]:
    match card:
        case CardVar(slot=slot):
            return {slot}
        case CardAt(cards=cards):
            return _in_place(cards)
        case _:
            return set()


def _in_place(place: object) -> set[int]:
    match place:
        case Location(name=name, owner=owner, index=index):
            return _itself(name) | _itself(owner) | _itself(index)
        case LocationVar(slot=slot):
            return {slot}
        case _:
            return set()
