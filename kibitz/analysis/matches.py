"""Plays the samples: random matches, matches between thinkers, one thinker among random players.

Match number k of a sample is the same whenever it is played, and finished matches are kept on
disk one by one, so that an interrupted analysis goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kibitz.analysis.card_movements import CardMovements, follow_cards
from kibitz.analysis.following import follow_matches
from kibitz.analysis.match_cache import Shelf, sample_key
from kibitz.analysis.plan import CannotAnalyse, SamplePlan, Seating
from kibitz.analysis.records import Outlook, PlayedMatch, Point
from kibitz.analysis.stakes import stake
from kibitz.engine import Interpreter, Program
from kibitz.engine.kept_files import Cache
from kibitz.engine.native import NativeEngine, native_engine
from kibitz.engine.native.playouts import Playouts
from kibitz.engine.protocol import Step
from kibitz.engine.stopping import time_limit
from kibitz.players import Player, Uniform
from kibitz.players.matches import Chances, Seated, play_through, side_by_side

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many matches are done, and of how many."""


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
    results: Playouts = field(compare=False)
    """Of very many random matches: only how they ended. The followed ones are the first."""


def play(
    program: Program, plan: SamplePlan, seating: Seating, cache: Cache, progress: Progress
) -> Sample:
    """The samples of the plan; matches already kept in the cache are not played again.

    Raises CannotAnalyse if nobody ever decides anything or no match comes to an end, and
    MatchError if a rule fails or PlayerFault if a player does.
    """
    engine = Interpreter(program)
    native = native_engine(program)
    progress("random matches", 0, plan.matches)
    results = _results(native, plan)
    random = follow_matches(native, plan)
    _check(random, plan)
    progress("random matches", plan.matches, plan.matches)
    watched = follow_cards(engine, plan.seed, plan.flow_matches, plan.most_decisions)
    samples = _ThinkingMatches(engine, plan, seating, cache, progress)
    mixed = samples.of("one thinker", lambda seat: seat == 0)
    thinking = samples.of("all thinking", lambda seat: True) if program.players > 1 else mixed
    return Sample(random, thinking, mixed, watched, results)


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
    """As many as the plan wants; fewer of a game so slow that it would keep people waiting."""
    with time_limit(plan.random_seconds):
        return engine.playouts(plan.seed, plan.random_matches, most_decisions=plan.most_decisions)


@dataclass(frozen=True, slots=True)
class _ThinkingMatches:
    """Plays the matches with thinkers, as many at once as there are cores."""

    engine: Interpreter
    plan: SamplePlan
    seating: Seating
    cache: Cache
    progress: Progress

    def of(self, sample: str, thinks: Callable[[int], bool]) -> tuple[PlayedMatch, ...]:
        shelf = Shelf(self.cache, sample_key(self.engine.program, self.plan, sample))
        found = {number: shelf.find(number) for number in range(self.plan.matches)}
        done = {number: match for number, match in found.items() if match is not None}
        missing = [number for number, match in found.items() if match is None]
        self.progress(sample, len(done), self.plan.matches)

        def played(number: int) -> PlayedMatch:
            return self._match(number, thinks)

        for match in side_by_side(missing, played):
            shelf.keep(match)
            done[match.number] = match
            self.progress(sample, len(done), self.plan.matches)
        return tuple(done[number] for number in range(self.plan.matches))

    def _match(self, number: int, thinks: Callable[[int], bool]) -> PlayedMatch:
        thinker = self.seating(self.engine.program)
        seats = range(self.engine.program.players)
        players = [thinker if thinks(seat) else Uniform() for seat in seats]
        return play_match(self.engine, players, self.plan, number)


def play_match(
    engine: Interpreter, players: list[Player], plan: SamplePlan, number: int
) -> PlayedMatch:
    """Match `number` of the plan's seed between these players, with what they expected.

    Raises PlayerFault, BrokenMatch, and Stopped if it is no longer wanted.
    """
    chances = Chances(plan.seed, number, number)
    names = ["uniform" if isinstance(player, Uniform) else plan.player for player in players]
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
