"""Plays the samples: random matches, matches between thinkers, one thinker among random players.

Match number k of a sample is the same whenever it is played, and finished matches are kept on
disk one by one, so that an interrupted analysis goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, takewhile

import numpy as np
import numpy.typing as npt

from kibitz.analysis.card_movements import CardMovements, follow_cards
from kibitz.analysis.following import follow_matches
from kibitz.analysis.ladder import Duel, climb, deals_by_chance
from kibitz.analysis.match_cache import Shelf, sample_key
from kibitz.analysis.plan import CannotAnalyse, SamplePlan, Seating
from kibitz.analysis.records import Outlook, PlayedMatch, Point
from kibitz.analysis.stakes import stake
from kibitz.analysis.timing import (
    AROUND_SECONDS,
    BUDGETS,
    TIMED_DECISIONS,
    Clock,
    fitting_player,
    is_enough,
    player_of,
)
from kibitz.engine import Interpreter, Program
from kibitz.engine.kept_files import Cache
from kibitz.engine.native import NativeEngine, native_engine
from kibitz.engine.native.playouts import Playouts
from kibitz.engine.protocol import Step
from kibitz.engine.stopping import time_limit
from kibitz.players import Player, Uniform
from kibitz.players.matches import Chances, Seated, play_through, side_by_side
from kibitz.players.names import wanting

Progress = Callable[[str, float], None]
"""Told what is being done, and how much of it is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Everything that was played for one game."""

    random: tuple[PlayedMatch, ...]
    """Every seat takes any option; followed decision by decision."""
    thinking: tuple[PlayedMatch, ...]
    """Every seat looks ahead."""
    mixed: tuple[PlayedMatch, ...]
    """The first seat looks ahead, the others take any option."""
    watched: CardMovements
    player: str
    """Who thinks."""
    duels: tuple[Duel, ...]
    """From the bottom of the ladder; none where there is nobody to play against."""
    by_chance: npt.NDArray[np.int32] = field(compare=False)
    """(deal, time, seat): scores of deals that random players played many times."""
    results: Playouts = field(compare=False)
    """Of very many random matches: only how they ended. The followed ones are the first."""


def play(
    program: Program, plan: SamplePlan, seating: Seating, cache: Cache, progress: Progress
) -> Sample:
    """The samples of the plan; matches already kept in the cache are not played again.

    Raises CannotAnalyse if nobody ever decides anything or no match comes to an end, and
    MatchError if a rule fails or PlayerFault if a player does.
    """
    clock = Clock(None if plan.seconds is None else plan.seconds - AROUND_SECONDS)
    engine, native = Interpreter(program), native_engine(program)
    progress("random matches", 0)
    results = _results(native, plan)
    random = follow_matches(native, plan)
    _check(random, plan)
    length = float(results.decisions.mean())
    watched = follow_cards(engine, plan.seed, plan.flow_matches, plan.most_decisions)
    player = plan.player or _fitting_player(engine, plan, seating, clock, length)
    samples = _ThinkingMatches(engine, plan, player, seating, cache, progress)
    by_chance = deals_by_chance(native, plan, clock.part(0.1))
    if program.players == 1:
        alone = samples.of("all thinking", lambda seat: True, clock)
        return Sample(random, alone, alone, watched, player, (), by_chance, results)
    mixed = samples.of("one thinker", lambda seat: seat == 0, clock.part(0.25))
    thinking = samples.of("all thinking", lambda seat: True, clock.part(0.6))
    progress("duels", 0)
    duels = climb(program, plan, clock, length)
    return Sample(random, thinking, mixed, watched, player, duels, by_chance, results)


def _fitting_player(
    engine: Interpreter, plan: SamplePlan, seating: Seating, clock: Clock, length: float
) -> str:
    """As strong as a good part of the time allows, in matches of so many decisions."""
    short = replace(plan, most_decisions=min(plan.most_decisions, TIMED_DECISIONS))

    def played(name: str) -> PlayedMatch:
        players = [seating(name, engine.program)] * engine.program.players
        return play_match(engine, name, players, short, 0)

    names = [wanting(player_of(budget), plan.objective) for budget in BUDGETS]
    return fitting_player(names, clock.left / 2, played, min(1.0, TIMED_DECISIONS / length))


def _check(matches: tuple[PlayedMatch, ...], plan: SamplePlan) -> None:
    if not any(match.points for match in matches):
        raise CannotAnalyse("nobody decides anything in this game, so there is nothing to measure")
    if all(match.capped for match in matches):
        raise CannotAnalyse(
            f"none of {len(matches)} random matches came to an end within "
            f"{plan.most_decisions:,} decisions, so there are no results to measure; "
            "the game may go round in circles"
        )


def _results(engine: NativeEngine, plan: SamplePlan) -> Playouts:
    """As many as the plan wants; fewer of a game so slow that it would keep people waiting.

    There are always as many as are followed.
    """
    seconds = plan.random_seconds
    with time_limit(seconds if plan.seconds is None else min(seconds, plan.seconds / 10)):
        many = engine.playouts(plan.seed, plan.random_matches, most_decisions=plan.most_decisions)
    if len(many.scores) >= plan.followed_matches:
        return many
    return engine.playouts(plan.seed, plan.followed_matches, most_decisions=plan.most_decisions)


@dataclass(frozen=True, slots=True)
class _ThinkingMatches:
    """Plays the matches with thinkers, as many at once as there are cores."""

    engine: Interpreter
    plan: SamplePlan
    player: str
    seating: Seating
    cache: Cache
    progress: Progress

    def of(
        self, sample: str, thinks: Callable[[int], bool], clock: Clock
    ) -> tuple[PlayedMatch, ...]:
        """The matches of the plan, or as many of the first as the time allows; two at least."""
        key = sample_key(self.engine.program, self.plan, self.player, sample)
        shelf = Shelf(self.cache, key)
        found = {number: shelf.find(number) for number in range(self.plan.matches)}
        done = {number: match for number, match in found.items() if match is not None}
        missing = (number for number, match in found.items() if match is None)

        def played(number: int) -> PlayedMatch:
            return self._match(number, thinks)

        self.progress(sample, len(done) / self.plan.matches)
        if not self._is_enough(done, clock):
            for match in side_by_side(missing, played):
                shelf.keep(match)
                done[match.number] = match
                self.progress(sample, max(clock.gone, len(done) / self.plan.matches))
                if self._is_enough(done, clock):
                    break
        return _first(done)

    def _is_enough(self, done: Mapping[int, PlayedMatch], clock: Clock) -> bool:
        matches = _first(done)
        if self.plan.seconds is None or len(matches) < 2:
            return False
        return clock.is_up or is_enough(matches, self.engine.program.goal)

    def _match(self, number: int, thinks: Callable[[int], bool]) -> PlayedMatch:
        thinker = self.seating(self.player, self.engine.program)
        seats = range(self.engine.program.players)
        players = [thinker if thinks(seat) else Uniform() for seat in seats]
        return play_match(self.engine, self.player, players, self.plan, number)


def _first(done: Mapping[int, PlayedMatch]) -> tuple[PlayedMatch, ...]:
    """Those before the first that is missing: which ones are there must not depend on how long
    a match took."""
    return tuple(done[number] for number in takewhile(done.__contains__, count()))


def play_match(
    engine: Interpreter, name: str, players: list[Player], plan: SamplePlan, number: int
) -> PlayedMatch:
    """Match `number` of the plan's seed between these players, with what they expected.

    Raises PlayerFault, BrokenMatch, and Stopped if it is no longer wanted.
    """
    chances = Chances(plan.seed, number, number)
    names = ["uniform" if isinstance(player, Uniform) else name for player in players]
    seated = Seated(engine, names, players, chances)
    points: list[Point] = []
    goal = engine.program.goal

    def choose(step: Step) -> int:
        choice = seated.choose(step)
        outlooks = tuple(Outlook.of(estimate) for estimate in choice.estimates)
        held = None if choice.parts is None else stake(choice.parts, step.seat, goal)
        points.append(Point(step.seat, len(step.found), choice.option, outlooks, held))
        return choice.option

    match = play_through(engine, names, chances, plan.most_decisions, choose)
    return PlayedMatch(number, tuple(points), match.outcome.scores, match.capped)
