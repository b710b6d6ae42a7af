"""Plays the samples: random matches, matches between thinkers, one thinker among random players.

Match number k of a sample is the same whenever it is played, and finished matches are kept on
disk one by one, so that an interrupted analysis goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from kibitz.analysis.match_cache import Shelf, sample_key
from kibitz.analysis.plan import CannotAnalyse, Plan, Seating
from kibitz.analysis.records import Outlook, PlayedMatch, Point
from kibitz.analysis.watching import Watched, watch
from kibitz.engine import Decision, Interpreter, Program, Rng
from kibitz.engine.kept_files import Cache
from kibitz.engine.native import NativeEngine, native_engine
from kibitz.players import Choice, Player, Uniform
from kibitz.players.asking import ask
from kibitz.players.matches import Stopped, side_by_side

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many matches are done, and of how many."""

_MINDS = 1 << 40
"""Streams from here on are the players' chance; below, match k is dealt from stream k."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Everything that was played for one game."""

    random: tuple[PlayedMatch, ...]
    """Every seat takes any option."""
    thinking: tuple[PlayedMatch, ...]
    """Every seat looks ahead."""
    mixed: tuple[PlayedMatch, ...]
    """The first seat looks ahead, the others take any option."""
    watched: Watched


def play(
    program: Program, plan: Plan, seating: Seating, cache: Cache, progress: Progress
) -> Sample:
    """The samples of the plan; matches already kept in the cache are not played again.

    Raises CannotAnalyse if nobody ever decides anything or no match comes to an end, and
    MatchError if a rule fails or PlayerFault if a player does.
    """
    engine = native_engine(program)
    progress("random matches", 0, plan.matches)
    random = _random_matches(engine, plan)
    progress("random matches", plan.matches, plan.matches)
    _check(random, plan)
    watched = watch(engine.interpreter, plan.seed, plan.flow_matches, plan.most_decisions)
    table = _Table(program, plan, seating, cache, progress)
    mixed = table.matches("one thinker", lambda seat: seat == 0)
    thinking = table.matches("all thinking", lambda seat: True) if program.players > 1 else mixed
    return Sample(random, thinking, mixed, watched)


def _check(matches: tuple[PlayedMatch, ...], plan: Plan) -> None:
    if not any(match.points for match in matches):
        raise CannotAnalyse("nobody decides anything in this game, so there is nothing to measure")
    if all(match.capped for match in matches):
        raise CannotAnalyse(
            f"none of {len(matches)} random matches came to an end within "
            f"{plan.most_decisions:,} decisions, so there are no results to measure; "
            "the game may go round in circles"
        )


def _random_matches(engine: NativeEngine, plan: Plan) -> tuple[PlayedMatch, ...]:
    played = engine.playouts(plan.seed, plan.matches, max_decisions=plan.most_decisions, trace=True)
    return tuple(
        PlayedMatch(
            number,
            tuple(Point(*pair) for pair in played.trace(number)),
            tuple(played.scores[number].tolist()),
            bool(played.capped[number]),
        )
        for number in range(plan.matches)
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """Where the matches with thinkers are played, as many at once as there are cores."""

    program: Program
    plan: Plan
    seating: Seating
    cache: Cache
    progress: Progress

    def matches(self, sample: str, thinks: Callable[[int], bool]) -> tuple[PlayedMatch, ...]:
        shelf = Shelf(self.cache, sample_key(self.program, self.plan, sample))
        found = {number: shelf.find(number) for number in range(self.plan.matches)}
        done = {number: match for number, match in found.items() if match is not None}
        missing = [number for number, match in found.items() if match is None]
        self.progress(sample, len(done), self.plan.matches)

        def played(number: int, stop: Event) -> PlayedMatch:
            return self._match(number, thinks, stop)

        for match in side_by_side(missing, played):
            shelf.keep(match)
            done[match.number] = match
            self.progress(sample, len(done), self.plan.matches)
        return tuple(done[number] for number in range(self.plan.matches))

    def _match(self, number: int, thinks: Callable[[int], bool], stop: Event) -> PlayedMatch:
        engine = Interpreter(self.program)
        thinker = self.seating(self.program)
        seats = [thinker if thinks(seat) else Uniform() for seat in range(self.program.players)]
        return play_match(engine, seats, self.plan, number, stop)


def play_match(
    engine: Interpreter, seats: list[Player], plan: Plan, number: int, stop: Event
) -> PlayedMatch:
    """Match `number` of the plan's seed between these players, with what they expected.

    Raises PlayerFault, MatchError, and Stopped if it is no longer wanted.
    """
    chance = Rng(plan.seed, number)
    minds = [Rng(plan.seed, _MINDS + number * len(seats) + seat) for seat in range(len(seats))]
    step = engine.deal(chance)
    points: list[Point] = []
    while isinstance(decision := step.status, Decision):
        if stop.is_set():
            raise Stopped
        if len(points) == plan.most_decisions:
            scores = engine.score(step.state).scores
            return PlayedMatch(number, tuple(points), scores, capped=True)
        seat = decision.seat
        view = engine.view(step.state, seat)
        choice = ask(seats[seat], plan.player, view, decision, minds[seat])
        points.append(_point(decision, choice))
        step = engine.apply(step, choice.option, chance)
    return PlayedMatch(number, tuple(points), decision.scores, capped=False)


def _point(decision: Decision, choice: Choice) -> Point:
    outlooks = tuple(Outlook.of(estimate) for estimate in choice.estimates)
    return Point(decision.seat, len(decision.options), choice.option, outlooks)
