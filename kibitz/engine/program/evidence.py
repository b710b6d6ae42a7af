"""What others can tell of what somebody picked, from what the option does before their eyes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kibitz.engine import program as p
from kibitz.engine.program.tables import StorageKind
from kibitz.engine.program.walk import nodes

StorageSlot = tuple[StorageKind, int]


class Evidence(NamedTuple):
    """Variables of an alternative that everybody can tell."""

    always: frozenset[int]
    by_slot: Mapping[StorageSlot, frozenset[int]]
    """Told if something is stored there, since whatever the alternative stores there tells them."""

    def given(self, stored: Iterable[StorageSlot]) -> frozenset[int]:
        """Those that are told when these have got a value."""
        return self.always.union(*(self.by_slot.get(slot, ()) for slot in stored))


def evidence(program: p.Program, alternative: p.Statement) -> Evidence:
    """What the alternative gives away in any case, and what only by what it stores."""
    return Evidence(evident_picks(alternative), _by_slot(program, alternative))


def _by_slot(program: p.Program, alternative: p.Statement) -> dict[StorageSlot, frozenset[int]]:
    told = dict[StorageSlot, frozenset[int]]()
    once = _picked_once(alternative)
    for node in nodes(alternative):
        if isinstance(node, p.StoreValue | p.Add):
            given = once.intersection(_given_away(node))
            for storage in node.slot.storages:
                for owner in range(program.owners(storage.owner)):
                    slot = node.slot.kind, storage.first + owner
                    told[slot] = told.get(slot, given) & given
    return told


def _picked_once(alternative: p.Statement) -> frozenset[int]:
    """Not those in a loop: each time something else may be picked."""
    every = list(nodes(alternative))
    loops = [list(nodes(loop)) for loop in every if isinstance(loop, p.Each)]
    again = {pick.slot for loop in loops for pick in loop if isinstance(pick, p.Pick)}
    return frozenset(pick.slot for pick in every if isinstance(pick, p.Pick)) - again


def evident_picks(alternative: p.Statement) -> frozenset[int]:
    """The variables that what the alternative does in any case gives away, whatever they hold:
    a number stored as it is, or of a player as `pid`, the owner or the index of a place between
    which cards move, and cards that move, to those who see them.
    """
    node, lets = alternative, list[p.Bind]()
    while isinstance(node, p.When | p.Bind | p.Pick):
        lets += [node] if isinstance(node, p.Bind) else []
        node = node.statement
    given = _given_away(node)
    for let in reversed(lets):
        given |= _by_another_name(let, given)
    return frozenset(given)


def _given_away(node: p.Statement) -> set[int]:
    match node:
        case p.Block(statements=statements):
            return set[int]().union(*map(_given_away, statements))
        case p.Cases(guarded=guarded, otherwise=otherwise):
            ways = [*(one.statement for one in guarded), otherwise]
            return set[int].intersection(*map(_given_away, ways))
        case p.Bind(statement=statement):
            given = _given_away(statement)
            return given | _by_another_name(node, given)
        case p.Pick(slot=slot, statement=statement):  # with nothing to pick, nothing is done
            inside = {each.slot for each in nodes(statement) if isinstance(each, p.Pick)}
            return _given_away(statement) & {slot, *inside}
        case p.StoreValue(slot=slot, value=value) | p.Add(slot=slot, amount=value):
            is_secret = any(storage.is_secret for storage in slot.storages)
            return set() if is_secret else _in_storage(slot) | _itself(value)
        case p.Move(source=source, destination=destination):
            return _of_card(source) | _in_place(destination.location)
        case p.Gather(location=place):
            return _in_place(place)
        case p.Show(cards=cards, seats=seats):
            return _shown(cards) | (_itself(seats) if isinstance(seats, p.Value) else set())
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


def _by_another_name(let: p.Bind, given: set[int]) -> set[int]:
    """The variable that the `let` names once more, if that is given away."""
    if let.slot not in given:
        return set()
    match let.value:
        case p.CardVar(slot=slot) | p.Var(slot=slot):
            return {slot}
        case p.Location() as place:
            return _in_place(place)
        case _:
            return set()


def _itself(value: p.Value | None) -> set[int]:
    """The variable, also where a constant is added, as for the number of a player."""
    match value:
        case p.Var(slot=slot):
            return {slot}
        case p.Arithmetic(operator="+" | "-", operands=(p.Var(slot=slot), p.Const())):
            return {slot}
        case _:
            return set()


def _in_storage(slot: p.Slot) -> set[int]:
    return _itself(slot.name) | _itself(slot.owner) | _itself(slot.index)


def _shown(cards: p.Card | p.Cards) -> set[int]:
    if isinstance(cards, p.Card):
        return _of_card(cards)
    return {cards.slot} if isinstance(cards, p.ListVar) else _in_place(cards)


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
