"""Everything that can still happen, gone through: options, chance, and what seats cannot know.

A node is a set of worlds that look the same to the seat that decides there. It chooses once for
all of them. Worlds hold undealt cards (`engine/lazy_deal.py`), so a card that nobody looks at any
more makes no branches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from kibitz.engine import (
    Decision,
    Event,
    OnceByRules,
    Past,
    Path,
    Program,
    State,
    View,
    alike,
    all_different,
    keeps_secrets,
    lazy_deal,
)
from kibitz.recycle import KibitzError
from kibitz.solver.worlds import World, as_printed, seen
from kibitz.solver.worth import Aim, Likely, OutcomeOdds

Policy = Callable[[View, Decision], Sequence[Fraction]]
"""How likely a seat takes each option, from what it may know."""
Deciding = list[tuple[World, tuple[Path, ...]]]
"""Worlds in which a seat decides, with the paths of its options."""
Result = TypeVar("Result")

MOST_DECISIONS = 100
"""Of seats that choose what is best, one after the other."""


class TooBig(KibitzError):
    """More can still happen than the budget allows to go through."""


class PrivateCards(KibitzError):
    """A best reply depends on what others do with cards that only they can see."""


open_interpreter = OnceByRules(lazy_deal.OpenInterpreter)
"""The interpreter that leaves cards undealt, made once for these rules."""
_alike = OnceByRules(alike)


def refuse_secrets(program: Program) -> None:
    """Raises TooBig where seats do not know of each other what is no card."""
    if keeps_secrets(program):
        raise TooBig("what secret storages may hold is not gone through")


class SolverTree:
    """The rest of a match; seats without a policy choose what is best for them."""

    def __init__(
        self,
        program: Program,
        aim: Aim,
        policies: Mapping[int, Policy],
        budget: int,
        until: int | None = None,
    ) -> None:
        """`budget`: how often rules are carried out, at most. `until`: the slot of an integer that
        ends it when it changes. Raises TooBig where not only cards are hidden."""
        refuse_secrets(program)
        self._program = program
        self._engine = open_interpreter(program)
        self._aim = aim
        self._policies = policies
        self._alike = all_different(program) if policies else _alike(program)
        self._has_rivals = len(policies) < program.players - 1
        self._budget = budget
        self._left = budget
        self._depth = 0
        self._until, self._watched = until, 0
        self._printed: Sequence[int] = ()

    def from_view(self, view: View) -> list[Likely]:
        """What comes of every option of the decision that the view's seat is at."""
        state, doubts = self._engine.world(view)
        self._printed = state.kinds
        if self._until is not None:
            self._watched = view.ints[self._until]
        world = World(state, doubts, Fraction(1))
        worlds = [world] if view.past is None else self._recalled(view.past, world)
        decisions = [decision for world in worlds for decision in self._decisions(world)]
        told = world.known_to(view.seat)
        return self._options(decisions, told)

    def _recalled(self, past: Past, world: World) -> list[World]:
        """The worlds that it becomes when every choice was there to be made, and led where it led.

        Raises TooBig where none is left.
        """
        worlds = [(world, self._engine.began(past, world.state))]
        for moment in past.moments:
            worlds = [
                (_after(world, odds, chance, made[0], ()), made[1])
                for world, here in worlds
                for odds, chance, made in self._runs(
                    world, partial(self._engine.recalled, moment, world.state, here)
                )
                if made is not None
            ]
        if not worlds:
            raise TooBig("what happened before cannot be followed")
        return [world for world, _ in worlds]

    def from_deal(self) -> Likely:
        """What comes of the whole match."""
        nothing = World(self._engine.laid_out(), (), Fraction(1))
        self._printed = nothing.state.kinds
        dealt = self._runs(nothing, self._engine.dealt)
        worlds = [_after(nothing, odds, chance, *made) for odds, chance, made in dealt]
        return self._outlook(worlds, 0)

    # ------------------------------------------------------------------ what is chosen

    def _outlook(self, worlds: list[World], told: int) -> Likely:
        """What comes of these worlds; `told`: cards that somebody has acted on."""
        self._depth += 1
        if self._depth > MOST_DECISIONS:
            raise TooBig(f"more than {MOST_DECISIONS} decisions may follow each other")
        total: Likely = {}
        deciding: Deciding = []
        waiting = worlds[::-1]
        while waiting:
            world = waiting.pop()
            if self._has_ended(world):
                _add(total, self._scores(world))
            elif world.seat in self._policies:
                waiting += self._answered(world)
            else:
                deciding += self._decisions(world)
        for group in self._looking_alike(deciding):
            _add(total, self._best(group, told))
        self._depth -= 1
        return total

    def _has_ended(self, world: World) -> bool:
        is_left = self._until is not None and world.state.ints[self._until] != self._watched
        return is_left or self._engine.is_over(world.state)

    def _looking_alike(self, deciding: Deciding) -> list[Deciding]:
        """Put together what the seat that decides cannot tell apart."""
        if len(deciding) < 2:
            return [deciding] if deciding else []
        groups: dict[object, Deciding] = {}
        for world, paths in deciding:
            looks = world.seat, paths, seen(world, world.seat, self._alike)
            groups.setdefault(looks, []).append((world, paths))
        return list(groups.values())

    def _best(self, group: Deciding, told: int) -> Likely:
        """The seat decides, once for all these worlds."""
        seat = group[0][0].seat
        if self._has_rivals:
            self._refuse_secrets(group, seat, told)
        options = self._options(group, told | group[0][0].known_to(seat))
        if len(options) == 1:
            return options[0]
        goal, aim = self._program.goal, self._aim
        return max(options, key=lambda likely: OutcomeOdds(likely, goal).worth(seat, aim))

    def _refuse_secrets(self, group: Deciding, seat: int, told: int) -> None:
        for world, _ in group:
            if world.has_secrets or told & ~world.known_to(seat) & ~world.undealt:
                raise PrivateCards(
                    f"what is best for player {seat + 1} depends on how others play with cards "
                    "that only they can see"
                )

    def _options(self, group: Deciding, told: int) -> list[Likely]:
        """What comes of each option in worlds that have the same ones."""
        return [
            self._outlook(
                [after for world, paths in group for after in self._played(world, path)], told
            )
            for path in group[0][1]
        ]

    # ------------------------------------------------------------------ what happens

    def _decisions(self, world: World) -> Iterator[tuple[World, tuple[Path, ...]]]:
        """The world once its seat sees what it may see, and the options there."""
        for looked in self._looked(world):
            runs = self._runs(looked, partial(self._engine.found, looked.state))
            for odds, chance, (state, found) in runs:
                after = _after(looked, odds, chance, state, ())
                yield after, tuple(path for path, _ in found)

    def _looked(self, world: World) -> list[World]:
        """The worlds that it becomes when the seat that decides looks at its cards."""
        cards = world.to_look_at(world.seat)
        if not cards:
            return [world]
        runs = self._runs(world, partial(self._engine.looked_at, world.state, cards))
        return [_after(world, odds, chance, state, ()) for odds, chance, state in runs]

    def _answered(self, world: World) -> list[World]:
        """The worlds that it becomes when a seat with a policy has decided."""
        answered = []
        for looked in self._looked(world):
            state = as_printed(looked, looked.seat, self._printed)
            decision = self._engine.at(state).status
            assert isinstance(decision, Decision), "nobody decides when a match is over"
            odds = self._policies[looked.seat](self._engine.view(state, looked.seat), decision)
            for option, likely in zip(decision.options, odds, strict=True):
                if likely:
                    weighted = replace(looked, likely=looked.likely * likely)
                    answered += self._played(weighted, option.path)
        return answered

    def _played(self, world: World, path: Path) -> list[World]:
        runs = self._runs(world, partial(self._engine.played, world.state, path))
        return [_after(world, odds, chance, *made) for odds, chance, made in runs]

    def _scores(self, world: World) -> Likely:
        likely: Likely = {}
        runs = self._runs(world, partial(self._engine.scored, world.state))
        for odds, _, outcome in runs:
            _add(likely, {outcome.scores: world.likely * odds})
        return likely

    def _runs(
        self, world: World, run: Callable[[lazy_deal.Chance], Result]
    ) -> Iterator[tuple[Fraction, lazy_deal.Chance, Result]]:
        """Carry it out in every way that chance can go, each with its probability."""
        waiting: list[tuple[Fraction, lazy_deal.Script]] = [(Fraction(1), ())]
        while waiting:
            likely, script = waiting.pop()
            self._left -= 1
            if self._left < 0:
                raise TooBig(f"it takes more than {self._budget:,} steps to go through the rest")
            chance = lazy_deal.Chance(world.doubts, self._alike, script)
            try:
                result = run(chance)
            except lazy_deal.Fork as fork:
                ways = [(likely * odds, (*script, n)) for n, odds in enumerate(fork.odds)]
                waiting += ways[::-1]
            except lazy_deal.Entangled:
                raise TooBig("cards were shuffled in more ways than can be followed") from None
            else:
                yield likely, chance, result


def _after(
    before: World, odds: Fraction, chance: lazy_deal.Chance, state: State, events: tuple[Event, ...]
) -> World:
    return World(
        state,
        chance.doubts,
        before.likely * odds,
        before.events + events,
        before.has_secrets or chance.has_secrets,
    )


def _add(total: Likely, more: Likely) -> None:
    for scores, odds in more.items():
        total[scores] = total.get(scores, Fraction(0)) + odds
