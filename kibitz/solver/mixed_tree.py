"""A whole game of two as columns of numbers: decisions, options and what they end in.

A node is a world in which a seat decides, an edge one of its options there. Chance has no nodes: an
option has as many nodes behind it as chance goes ways, each with how likely it is. Nodes that look
the same to the seat that decides are one information set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from kibitz.engine import (
    OnceByRules,
    OwnerKind,
    Program,
    StorageKind,
    View,
    alike,
    nodes,
    rounds_of,
)
from kibitz.engine import program as p
from kibitz.solver.tree import SolverTree, TooBig
from kibitz.solver.worlds import World, as_printed
from kibitz.solver.worth import Aim, OutcomeOdds

Reals = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
_same = OnceByRules(alike)


@dataclass(slots=True)
class MixedGame:
    """All decisions of a game of two, as columns."""

    keys: list[bytes] = field(default_factory=list)
    """By information set: what its seat sees there."""
    seats: list[int] = field(default_factory=list)
    """By information set."""
    sizes: list[int] = field(default_factory=list)
    """By information set: how many options it has."""
    node_set: list[int] = field(default_factory=list)
    node_depth: list[int] = field(default_factory=list)
    node_parent: list[int] = field(default_factory=list)
    """The edge that leads there; -1 for none."""
    node_likely: list[float] = field(default_factory=list)
    """By chance alone."""
    first_edge: list[int] = field(default_factory=list)
    """By node."""
    leaf_edge: list[int] = field(default_factory=list)
    leaf_likely: list[float] = field(default_factory=list)
    leaf_outcome: list[int] = field(default_factory=list)
    outcomes: list[tuple[int, ...]] = field(default_factory=list)
    """By number: the scores of both."""
    edges: int = 0


class MixedTree(SolverTree):
    """Goes through a whole game of two once."""

    def __init__(self, program: Program, aim: Aim, budget: int) -> None:
        """Raises TooBig where it is no such game."""
        super().__init__(program, aim, {}, budget)
        if program.players != 2 or not program.has_rivals:
            raise TooBig("only what two play against each other is mixed")
        rounds = rounds_of(program)
        if rounds is not None and aim is not Aim.SCORE:
            raise TooBig("who plays several rounds for a place plays no two alike")
        self._rounds = rounds
        self._sets: dict[bytes, int] = {}
        self._ends: dict[tuple[int, ...], int] = {}
        self._is_private = False
        """Whether somebody decides who knows a card that the other does not."""
        self._game = MixedGame()

    def grown(self) -> MixedGame:
        """Raises TooBig, and MatchError if a rule fails."""
        for world in self._outsets():
            self._grow(world)
        if not self._is_private:
            raise TooBig("both know the same: there is nothing to hide by mixing")
        return self._game

    def utility(self) -> Reals:
        """By outcome: what it is worth to the first seat, nothing on both sides being 0.

        Raises TooBig where one does not win what the other loses.
        """
        goal, outcomes = self._program.goal, self._game.outcomes
        both = [
            [float(OutcomeOdds({scores: Fraction(1)}, goal).worth(n, self._aim)) for n in (0, 1)]
            for scores in outcomes
        ]
        worths = np.array(both)
        sums = worths.sum(axis=1)
        if len(sums) and sums.max() - sums.min() > 1e-9:
            raise TooBig("what one wins is not what the other loses")
        found: Reals = (worths[:, 0] - worths[:, 1]) / 2
        return found

    # ------------------------------------------------------------------ where it begins

    def _outsets(self) -> Iterator[World]:
        """The deal; of several rounds that only add up, as many as there are players to begin."""
        nothing = World(self._engine.laid_out(), (), Fraction(1))
        self._printed = nothing.state.kinds
        begun = [
            World(state, chance.doubts, odds, events, chance.has_secrets)
            for odds, chance, (state, events) in self._runs(nothing, self._engine.dealt)
        ]
        yield from begun
        if self._rounds is None:
            return
        world = begun[0]
        for number in range(1, min(self._rounds.count, self._program.players)):
            while world.state.ints[self._rounds.slot] < self._rounds.first + number:
                decided, paths = next(iter(self._decisions(world)))
                world = self._played(decided, paths[0])[0]
            yield replace(world, likely=Fraction(1), events=())

    # ------------------------------------------------------------------ growing

    def _grow(self, outset: World) -> None:
        game, standing = self._game, self._standing(outset)
        waiting: list[tuple[World, int, int]] = [(outset, -1, 0)]
        while waiting:
            world, edge, depth = waiting.pop()
            if self._is_over(world, outset):
                self._end(world, edge, standing)
                continue
            for decided, paths in self._decisions(world):
                if len(paths) == 1:
                    waiting += [(one, edge, depth) for one in self._played(decided, paths[0])]
                    continue
                game.node_set.append(self._information(decided, len(paths)))
                game.node_depth.append(depth)
                game.node_parent.append(edge)
                game.node_likely.append(float(decided.likely))
                game.first_edge.append(game.edges)
                game.edges += len(paths)
                for number, path in enumerate(paths):
                    after = game.first_edge[-1] + number
                    waiting += [(one, after, depth + 1) for one in self._played(decided, path)]

    def _is_over(self, world: World, outset: World) -> bool:
        if self._engine.is_over(world.state):
            return True
        rounds = self._rounds
        return rounds is not None and (
            world.state.ints[rounds.slot] != outset.state.ints[rounds.slot]
        )

    def _standing(self, outset: World) -> tuple[int, ...]:
        """What both have when a later round begins: it is no part of what the round brings."""
        if self._rounds is None or self._engine.is_over(outset.state):
            return (0, 0)
        return self._engine.score(outset.state).scores

    def _end(self, world: World, edge: int, standing: Sequence[int]) -> None:
        for scores, likely in self._scores(world).items():
            brought = tuple(score - before for score, before in zip(scores, standing, strict=True))
            number = self._ends.setdefault(brought, len(self._ends))
            if number == len(self._game.outcomes):
                self._game.outcomes.append(brought)
            if edge >= 0:
                self._game.leaf_edge.append(edge)
                self._game.leaf_likely.append(float(likely))
                self._game.leaf_outcome.append(number)

    def _information(self, world: World, options: int) -> int:
        apart = world.known_to(0) ^ world.known_to(1)
        self._is_private |= bool(apart & ~world.undealt)
        state = as_printed(world, world.seat, self._printed)
        key = key_of(self._program, self._engine.view(state, world.seat), options)
        number = self._sets.setdefault(key, len(self._sets))
        if number == len(self._game.keys):
            self._game.keys.append(key)
            self._game.seats.append(world.seat)
            self._game.sizes.append(options)
        return number


def key_of(program: Program, view: View, options: int) -> bytes:
    """What the seat sees that may matter; nothing of what earlier rounds have brought."""
    same, told = _same(program), _running(program)
    faces = [same[kind] for kind in view.kinds]
    piles = tuple(
        tuple((-1 if spot.card is None else faces[spot.card], spot.back) for spot in pile)
        for pile in view.piles
    )
    unknown = tuple(
        sorted(
            (
                tuple(tuple(sorted(faces[card] for card in pool)) for pool in one.pools),
                one.groups,
                one.tables,
            )
            for one in view.unknown
        )
    )
    ints = tuple(number for slot, number in enumerate(view.ints) if slot not in told)
    where = tuple((position, queued) for position, queued, _ in view.seats[:1]) + view.seats[1:]
    looks = (view.seat, options, piles, unknown, ints, view.strs, view.points, where, view.teams,
             view.position, view.course)  # fmt: skip
    return hashlib.sha256(repr(looks).encode()).hexdigest()[:32].encode()


def _slots(program: Program) -> frozenset[int]:
    """Numbers that only tell which round it is, and what the score is made of."""
    rounds = rounds_of(program)
    if rounds is None:
        return frozenset()
    read = {
        storage
        for node in nodes(program.score)
        if isinstance(node, p.Load) and node.slot.kind is StorageKind.INT
        for storage in node.slot.storages
    }
    owned = {OwnerKind.TABLE: 1, OwnerKind.PLAYER: program.players, OwnerKind.TEAM: 1}
    sums = {one.first + n for one in read for n in range(owned[one.owner])}
    return frozenset({rounds.slot, *sums})


_running = OnceByRules(_slots)
