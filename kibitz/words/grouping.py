"""Card moves that belong together when a person tells them: a deal, a trick gathered, a swap."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kibitz.engine.events import CardMoved
from kibitz.engine.program import Place
from kibitz.words.wording import cell

Moves = Sequence[CardMoved]


@dataclass(frozen=True, slots=True)
class Move:
    """Cards that go the same way."""

    moves: Moves


@dataclass(frozen=True, slots=True)
class Swap:
    """A card leaves a cell of the chooser, another one takes its place."""

    left: CardMoved
    entered: CardMoved


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards from one place to several players."""

    moves: Moves


@dataclass(frozen=True, slots=True)
class Gathering:
    """Cards of several players to one place."""

    moves: Moves


Run = Move | Swap | Deal | Gathering


def runs(places: tuple[Place, ...], chooser: int | None, moves: Moves) -> Iterator[Run]:
    """The moves in order, cut into runs."""
    start = 0
    while start < len(moves):
        run, length = _longest(places, chooser, moves[start:])
        yield run
        start += length


def _longest(places: tuple[Place, ...], chooser: int | None, moves: Moves) -> tuple[Run, int]:
    if _is_swap(places, chooser, moves):
        return Swap(moves[0], moves[1]), 2
    if _is_exchange(places, chooser, moves):
        return Swap(moves[1], moves[0]), 2

    def route(move: CardMoved) -> tuple[Place, Place]:
        return places[move.source], places[move.destination]

    def way(move: CardMoved) -> object:
        source, target = route(move)
        return cell(source)[:2], cell(target)[:2]

    def deal(move: CardMoved) -> object:
        source, target = route(move)
        return cell(source), target.name, target.owner is None

    def gathering(move: CardMoved) -> object:
        source, target = route(move)
        return source.name, source.owner is None, cell(target)

    same = _prefix(moves, way)
    dealt, gathered = _prefix(moves, deal), _prefix(moves, gathering)
    if len(dealt) > len(same) and _owners(places, [m.destination for m in dealt]) > 1:
        return Deal(dealt), len(dealt)
    if len(gathered) > len(same) and _owners(places, [m.source for m in gathered]) > 1:
        return Gathering(gathered), len(gathered)
    return Move(same), len(same)


def _prefix(moves: Moves, trait: Callable[[CardMoved], object]) -> Moves:
    """As many moves as share the first one's trait."""
    first = trait(moves[0])
    end = next((n for n, move in enumerate(moves) if trait(move) != first), len(moves))
    return moves[:end]


def _owners(places: tuple[Place, ...], locations: list[int]) -> int:
    return len({places[location].owner for location in locations} - {None})


def _is_swap(places: tuple[Place, ...], chooser: int | None, moves: Moves) -> bool:
    if chooser is None or len(moves) < 2:
        return False
    left, entered = moves[0], moves[1]
    target = cell(places[entered.destination])
    return (
        cell(places[left.source]) == target
        and target[0] == chooser
        and cell(places[left.destination]) != target
        and cell(places[entered.source]) != target
        and entered.source != left.destination
    )


def _is_exchange(places: tuple[Place, ...], chooser: int | None, moves: Moves) -> bool:
    """Whether a card comes to lie in a numbered cell, then the one before it leaves."""
    if chooser is None or len(moves) < 2:
        return False
    entered, left = places[moves[0].destination], places[moves[1].source]
    return (
        cell(entered) == cell(left)
        and entered.owner == chooser
        and entered.index > 0
        and moves[0].card != moves[1].card
        and cell(places[moves[0].source]) != cell(entered)
        and cell(places[moves[1].destination]) != cell(entered)
    )
