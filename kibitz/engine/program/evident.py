"""What everybody at the table can tell of the picks that led to an option."""

from __future__ import annotations

from kibitz.engine import program as p


def evident_picks(alternative: p.Statement) -> frozenset[int]:
    """The variables that what the alternative does in any case gives away, whatever they hold:
    a number stored as it is, the owner or the index of a place between which cards move, and cards
    that move, to those who see them.
    """
    node = alternative
    while isinstance(node, p.When | p.Bind | p.Pick):
        node = node.statement
    return frozenset(_given_away(node))


def _given_away(node: p.Statement) -> set[int]:
    match node:
        case p.Block(statements=statements):
            return set[int]().union(*map(_given_away, statements))
        case p.Store(slot=slot, value=value) | p.Add(slot=slot, amount=value):
            return _in_storage(slot) | _itself(value)
        case p.Move(source=source, destination=destination):
            return _of_card(source) | _in_place(destination.location)
        case p.SwapCards(first=card, second=other):
            return _of_card(card) | _of_card(other)
        case p.SwapLocations(first=place, second=another):
            return _in_place(place) | _in_place(another)
        case p.RepeatAll(cards=p.ListVar(slot=slot)):
            return {slot}
        case p.Each(collection=p.ListVar(slot=slot), statement=p.Move(source=p.CardVar())):
            return {slot}
        case p.Cycle(seat=seat):
            return _itself(seat)
        case _:
            return set()


def _itself(value: p.Value | None) -> set[int]:
    return {value.slot} if isinstance(value, p.Var) else set()


def _in_storage(slot: p.Slot) -> set[int]:
    return _itself(slot.name) | _itself(slot.owner)


def _of_card(card: p.Card) -> set[int]:
    match card:
        case p.CardVar(slot=slot):
            return {slot}
        case p.CardAt(cards=cards):
            return _in_place(cards)
        case _:
            return set()


def _in_place(place: object) -> set[int]:
    match place:
        case p.Location(name=name, owner=owner, index=index):
            return _itself(name) | _itself(owner) | _itself(index)
        case p.LocationVar(slot=slot):
            return {slot}
        case _:
            return set()
