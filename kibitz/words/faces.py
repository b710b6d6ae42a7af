"""The faces of a game's cards: which mean the same in it, and in what order people hold them."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.engine import PointMap, nodes, point_sites
from kibitz.engine import program as p

RANK = "RANK"


def alike(program: p.Program) -> tuple[int, ...] | None:
    """By kind: a number that faces share which the rules never tell apart.

    None where the rules look at single cards, so that even two of one kind may differ.
    """
    attributes = _attributes_that_matter(program)
    if attributes is None:
        return None
    numbers: dict[object, int] = {}
    faces = [tuple(kind.value(a) for a in sorted(attributes)) for kind in program.kinds]
    return tuple(numbers.setdefault(face, len(numbers)) for face in faces)


def hand_order(program: p.Program, order: str) -> tuple[int, ...]:
    """By kind: its place in a hand, by suit if suits matter, and by rank as the game ranks cards.

    The ranking is the point map called `order` or, if that is empty, the first one in the program
    in which no two cards of a suit are worth the same.
    """
    suits = [_suit(program, kind) for kind in range(len(program.kinds))]
    ranking = next(_rankings(program, order, suits), list(range(len(suits))))
    attributes = _attributes_that_matter(program)
    by_suit = attributes is None or any(program.strings[a] != RANK for a in attributes)
    first = {suit: number for number, suit in reversed(list(enumerate(suits)))}
    kinds = sorted(
        range(len(suits)),
        key=lambda kind: (first[suits[kind]] if by_suit else 0, ranking[kind], kind),
    )
    places = {kind: place for place, kind in enumerate(kinds)}
    return tuple(places[kind] for kind in range(len(suits)))


def _attributes_that_matter(program: p.Program) -> frozenset[int] | None:
    """The attributes that the rules look at; None if they may look at any, or at single cards."""
    read: set[p.Value] = set()
    for node in nodes((*program.code, program.score)):
        match node:
            case p.AttributeOf(attribute=attribute) | p.Partition(attribute=attribute):
                read.add(attribute)
            case p.Award(tests=tests):
                read |= {attribute for attribute, _ in tests}
            case p.SameCard() | p.Remember():
                return None
            case _:
                pass
    fixed = {attribute.value for attribute in read if isinstance(attribute, p.Const)}
    return frozenset(fixed) if len(fixed) == len(read) else None


def _suit(program: p.Program, kind: int) -> tuple[int, ...]:
    """Everything about the face but its rank."""
    attributes = program.kinds[kind].attributes
    return tuple(value for attribute, value in attributes if program.strings[attribute] != RANK)


def _rankings(program: p.Program, order: str, suits: list[tuple[int, ...]]) -> Iterator[list[int]]:
    """Point maps that may say how cards are ranked: by kind, what it is worth."""
    for site in point_sites(program):
        names = {program.strings[storage.name] for storage in site.slot.storages}
        worth = PointMap(tuple(_fixed(site)), program.kinds).scores
        is_strict = len({*zip(suits, worth, strict=True)}) == len(suits)
        if names == {order} if order else is_strict:
            yield worth


def _fixed(site: p.StorePoints) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """The awards that are the same in every match."""
    for award in site.awards:
        tests = [
            (attribute.value, value.value)
            for attribute, value in award.tests
            if isinstance(attribute, p.Const) and isinstance(value, p.Const)
        ]
        if len(tests) == len(award.tests) and isinstance(award.points, p.Const):
            yield tuple(tests), award.points.value
