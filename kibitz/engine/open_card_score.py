"""The counting of a hole, tried out on cards that everybody sees.

A program counts when a hole is over. What its rules would come to before that is found by running
the same rules in a world where every other card is a blank: it has no attribute, so that it scores
nothing and is like no card but another blank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.event_writer import EventNotes
from kibitz.engine.events import CardMoved, Event, Stored
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.machine import Machine
from kibitz.engine.places import layout
from kibitz.engine.program.walk import nodes
from kibitz.engine.rules import OptionRules
from kibitz.engine.rules.base import Act
from kibitz.engine.state import PointMap, StageFrame, State
from kibitz.engine.view import View

_COUNTED = -1
"""The variable that holds the player who is counted: it comes after those of the program."""

Piles = Mapping[int, Sequence[int | None]]
"""By location, bottom first: what cards lie there, by their kind; None is a blank."""


class OpenCardScore:
    """The steps of a program that count, up to those that store a number of every player.

    They are run for one player at a time, which takes less than for all: what is to be done for
    every player is done for that one.
    """

    def __init__(self, program: p.Program, total: str) -> None:
        """`total` is the number; a program that stores it nowhere has nothing to try out."""
        self._program = replace(program, kinds=(*program.kinds, p.CardKind(())))
        self._blank = len(program.kinds)
        rules, places = _OnePlayersRules(self._program), layout(program).places
        self._acts = [rules.act(step.statement) for step in _counting_steps(program, total)]
        self._reached = [
            [number for number, place in enumerate(places) if place.owner in (None, seat)]
            for seat in range(program.players)
        ]
        """By seat: the locations of the seat and the table."""
        self._points = lru_cache(64)(lambda points: PointMap(points.awards, self._program.kinds))

    def tried(self, view: View, piles: Piles, seat: int) -> list[Event]:
        """What would be stored and which cards moved if the view's hole were counted for the seat
        with these piles, blanks in all others of the seat and the table, and nobody else's cards.
        Nothing where a rule fails."""
        world = self._world(view, piles, seat)
        notes = EventNotes(world)
        machine = Machine(world, len(self._program.variables) + 1, None, notes)
        machine.variables[_COUNTED] = seat
        try:
            for act in self._acts:
                act(machine)
        except Fault:
            return []
        return [event for event in notes.events if isinstance(event, CardMoved | Stored)]

    def _world(self, view: View, piles: Piles, seat: int) -> State:
        cards: list[list[int]] = [[] for _ in view.piles]
        kinds: list[int] = []
        place: list[int] = []
        for location in self._reached[seat]:
            count = len(piles[location] if location in piles else view.piles[location])
            if count:
                cards[location] = list(range(len(kinds), len(kinds) + count))
                place += [location] * count
                kinds += [
                    self._blank if kind is None else kind
                    for kind in piles.get(location, (None,) * count)
                ]
        return State(
            cards=cards,
            place=place,
            kinds=kinds,
            backs=[0] * len(kinds),
            ints=list(view.ints),
            strs=list(view.strs),
            points=[self._points(points) for points in view.points],
            seats=[StageFrame(*frame) for frame in view.seats],
            teams=[StageFrame(*frame) for frame in view.teams],
            position=view.position,
            knowledge=Knowledge([()] * view.players),
        )


class _OnePlayersRules(OptionRules):
    """A loop over all players goes to the counted one only."""

    def act(self, node: p.Statement) -> Act:
        if not (isinstance(node, p.Each) and self._goes_over_players(node)):
            return super().act(node)
        body, slot = self.act(node.statement), node.slot

        def run(machine: Machine) -> None:
            machine.variables[slot] = machine.variables[_COUNTED]
            body(machine)

        return run

    def _goes_over_players(self, loop: p.Each) -> bool:
        """Whether it counts up seats, and what it counts up owns things of players."""
        return loop.collection == p.Constants(tuple(range(self.program.players))) and any(
            node.owner == p.Var(loop.slot)
            and all(
                thing.owner is p.OwnerKind.PLAYER
                for thing in (node.storages if isinstance(node, p.Slot) else node.families)
            )
            for node in nodes(loop.statement)
            if isinstance(node, p.Slot | p.Location)
        )


def _counting_steps(program: p.Program, total: str) -> list[p.Perform]:
    """The last step that stores the number for players, and those right before it."""
    code = program.code
    last = max((n for n, step in enumerate(code) if _stores(program, step, total)), default=-1)
    found: list[p.Perform] = []
    for step in reversed(code[: last + 1]):
        if not isinstance(step, p.Perform):
            break
        found.insert(0, step)
    return found


def _stores(program: p.Program, step: object, name: str) -> bool:
    return isinstance(step, p.Perform) and any(
        storage.owner is p.OwnerKind.PLAYER and program.strings[storage.name] == name
        for node in nodes(step.statement)
        if isinstance(node, p.StoreValue | p.Add) and node.slot.kind is p.StorageKind.INT
        for storage in node.slot.storages
    )
