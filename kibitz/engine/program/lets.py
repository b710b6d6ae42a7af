"""What a named move may say of the lets on the way to it: who can tell what they hold.

Told is a number, a text, a player, a team or a card that a `let` names before anything is done.
All can tell it if it is worked out from what lies open to all, as sizes of piles and storages do;
its chooser also if it asks for cards that its chooser sees. What is not known here to be open is
not. In the same way it is told of which moves the picks say everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

from kibitz.engine import program as p
from kibitz.engine.program.evidence import evident_picks
from kibitz.engine.program.facts import CollectionNode, ProgramNode
from kibitz.engine.program.walk import nodes
from kibitz.recycle import CycleKind, End, LocationClass, Turn, Type

_TOLD = (Type.INT, Type.STR, Type.PLAYER, Type.TEAM, Type.CARD)
_KEPT = p.ListVar | p.GroupsVar | p.ValuesVar | p.LocationVar
"""Variables of which it is not followed here what they hold."""
_FACES = p.CardVar | p.CardAt | p.ExtremeCard | p.BestCard | p.EitherCard | p.SameCard
_VARIABLES = p.Var | p.CardVar
_SAID = (Type.CARD, Type.INT, Type.STR, Type.PLAYER, Type.TEAM)
"""What is called the same wherever it is picked; a place may be called by the cards in it."""
_OWN = p.TurnOf(CycleKind.PLAYER, Turn.CURRENT)


class Reach(IntEnum):
    """Who can tell."""

    NOBODY = 0
    CHOOSER = 1
    ALL = 2


class LetOnTheWay(NamedTuple):
    slot: int
    type: Type
    reach: Reach


def lets_on_the_way(alternative: p.Statement) -> tuple[LetOnTheWay, ...]:
    """Those before anything is done, in order."""
    return tuple(_lets(alternative))


def _lets(node: p.Statement) -> Iterator[LetOnTheWay]:
    evident = evident_picks(node)
    known: dict[int, Reach] = {}
    while isinstance(node, p.When | p.Bind | p.Pick):
        match node:
            case p.Pick(type=Type.CARD):
                known[node.slot] = reach(node.collection, known, is_read=True)
            case p.Pick():
                known[node.slot] = Reach.ALL if node.slot in evident else Reach.CHOOSER
            case p.Bind(type=kind) if kind in _TOLD:
                known[node.slot] = reach(node.value, known)
                yield LetOnTheWay(node.slot, kind, known[node.slot])
            case _:
                pass
        node = node.statement


def reach(value: Any, known: dict[int, Reach], *, is_read: bool = False) -> Reach:
    """Of what is worked out where the picks so far are known to these. `is_read`: somebody takes a
    look at the cards of it."""
    parts = list(nodes(value))
    inner = {part.slot for part in parts if _binds(part)}
    told = Reach.ALL
    for part in parts:
        told = min(told, _of_part(part, known, inner))
    reading = (isinstance(part, _FACES) or getattr(part, "reads", False) for part in parts)
    places = [part for part in parts if isinstance(part, p.Location)]
    if is_read or any(reading):
        told = min(told, Reach.CHOOSER if all(map(_is_seen, places)) else Reach.NOBODY)
    return told


def _binds(part: Any) -> bool:
    slot = getattr(part, "slot", None)
    return isinstance(slot, int) and not isinstance(part, _KEPT | _VARIABLES)


def _of_part(part: Any, known: dict[int, Reach], inner: set[int]) -> Reach:
    match part:
        case p.Var(slot=slot) | p.CardVar(slot=slot):
            return Reach.ALL if slot in inner else known.get(slot, Reach.NOBODY)
        case p.Slot(storages=storages):
            is_open = not any(getattr(one, "is_secret", False) for one in storages)
            return Reach.ALL if is_open else Reach.NOBODY
        case ProgramNode(finds=True):
            return Reach.NOBODY
        case _ if isinstance(part, _KEPT) or getattr(part, "draws", False):
            return Reach.NOBODY
        case _:
            return Reach.ALL


def _is_seen(place: p.Location) -> bool:
    """Whether the chooser sees the cards there: open ones, and their own."""
    classes = {family.location_class for family in place.families}
    is_own = place.owner == _OWN
    seen = {LocationClass.VISIBLE, *((LocationClass.INVISIBLE,) if is_own else ())}
    return classes <= seen


# ---------------------------------------------------------------------------- said by picks alone


def said_by_picks(decision: p.Decide) -> frozenset[int]:
    """The alternatives with a name of which the picks say everything; it may leave some out.

    What its chooser sees decides whether such an option is there, and its first action cannot fail:
    so it is there, and does something, in every world that the chooser could be in.
    """
    named = enumerate(zip(decision.alternatives, decision.names, strict=True))
    return frozenset(
        number
        for number, (alternative, name) in named
        if name and not decision.effect and _is_said_by_picks(alternative)
    )


def _is_said_by_picks(alternative: p.Statement) -> bool:
    node, known = alternative, dict[int, Reach]()
    while isinstance(node, p.When | p.Pick):
        if isinstance(node, p.When):
            told = reach(node.condition, known)
        else:
            told = reach(node.collection, known, is_read=node.type is Type.CARD)
            known[node.slot] = told
            if node.type not in _SAID:
                return False
        if told is Reach.NOBODY:
            return False
        node = node.statement
    return _takes_little(node) and _surely_acts(node)


def _takes_little(node: p.Statement) -> bool:
    """Whether nothing is picked or gone over, so that no option is too much work."""
    return not any(
        isinstance(part, p.Each | p.Repeat | p.RepeatAll | p.Pick | p.FoundSeat)
        or (isinstance(part, CollectionNode) and not isinstance(part, p.Location))
        for part in nodes(node)
    )


def _surely_acts(node: p.Statement) -> bool:
    match node:
        case p.Block(statements=(first, *_)):
            return _surely_acts(first)
        case p.Pass():
            return True
        case p.StoreValue(slot=slot, value=p.Const() | p.Var()):
            return slot.name is None and slot.index is None and slot.owner in (None, _OWN)
        case p.Move(source=p.CardVar(), destination=p.Destination(End(), p.Location() as place)):
            return _is_there(place)
        case _:
            return False


def _is_there(place: p.Location) -> bool:
    """Whether it is always the same place of the table or the chooser, and there is one."""
    return (
        place.name is None
        and place.owner in (None, _OWN)
        and isinstance(place.index, p.Const)
        and 0 <= place.index.value < place.families[0].indices
    )
