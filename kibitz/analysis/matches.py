"""Plays the samples: random matches, matches between thinkers, one thinker among random players.

Where there is a time, every sample has a share of what is left of it when its turn comes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from kibitz.analysis.card_movements import CardMovements, follow_cards
from kibitz.analysis.ladder import Duel, climb, deals_by_chance
from kibitz.analysis.records import PlayedMatch, RecordedDecision
from kibitz.analysis.subject import CannotAnalyse, Progress, SamplePlan, Seating
from kibitz.analysis.thinking_matches import ThinkingMatches, play_match
from kibitz.analysis.timing import (
    AROUND_SECONDS,
    BUDGETS,
    TIMED_DECISIONS,
    TimeBudget,
    fitting_player,
    player_of,
)
from kibitz.engine import Cache, Decide, Interpreter, Program, Rng, time_limit
from kibitz.engine.native import Batch, NativeEngine, Playouts, native_engine
from kibitz.players import wanting

MOST_FOLLOWED = 50_000
"""Decisions of matches that are followed; where matches are long, there are fewer."""


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
    is_cut: bool = False
    """The time was up before thinkers finished two matches: how theirs end is not known."""


def play(
    program: Program, plan: SamplePlan, seating: Seating, cache: Cache, progress: Progress
) -> Sample:
    """The samples of the plan; matches already kept in the cache are not played again.

    Raises CannotAnalyse if nobody ever decides anything or no match comes to an end, and
    MatchError if a rule fails or PlayerFault if a player does.
    """
    clock = TimeBudget(None if plan.seconds is None else plan.seconds - AROUND_SECONDS)
    engine, native = Interpreter(program), native_engine(program)
    progress("random matches", 0)
    results = _results(native, plan, clock.part(0.1))
    length = float(results.decisions.mean())
    followed = min(plan.followed_matches, len(results.scores), int(MOST_FOLLOWED / (length + 1)))
    random = follow_matches(native, plan.seed, followed, plan.most_decisions)
    _check(random, plan)
    with clock.part(0.1).limit():
        watched = follow_cards(engine, plan.seed, plan.flow_matches, plan.most_decisions)
    player = plan.player or _fitting_player(engine, plan, seating, clock, length)
    samples = ThinkingMatches(engine, plan, player, seating, cache, progress)
    by_chance = deals_by_chance(native, plan, clock.part(0.1))
    if program.players == 1:
        mixed = thinking = samples.of("all thinking", lambda seat: True, clock.part(1))
    else:
        mixed = samples.of("one thinker", lambda seat: seat == 0, clock.part(0.25))
        thinking = samples.of("all thinking", lambda seat: True, clock.part(0.6))
        progress("duels", 0)
    duels = climb(program, plan, clock.part(1), length) if program.has_rivals else ()
    is_cut = any(match.is_cut(plan.most_decisions) for match in (*mixed, *thinking))
    return Sample(random, thinking, mixed, watched, player, duels, by_chance, results, is_cut)


def _fitting_player(
    engine: Interpreter, plan: SamplePlan, seating: Seating, clock: TimeBudget, length: float
) -> str:
    """As strong as a good part of the time allows, in matches of so many decisions."""
    short = replace(plan, most_decisions=min(plan.most_decisions, TIMED_DECISIONS))

    def played(name: str) -> float:
        players = [seating(name, engine.program)] * engine.program.players
        with clock.part(0.05).limit():
            return len(play_match(engine, name, players, short, 0).points) / length

    names = [wanting(player_of(budget), plan.objective) for budget in BUDGETS]
    return fitting_player(names, clock.left / 2, played)


def _check(matches: tuple[PlayedMatch, ...], plan: SamplePlan) -> None:
    if not any(match.points for match in matches):
        raise CannotAnalyse("nobody decides anything in this game, so there is nothing to measure")
    if all(match.capped for match in matches):
        raise CannotAnalyse(
            f"none of {len(matches)} random matches came to an end within "
            f"{plan.most_decisions:,} decisions, so there are no results to measure; "
            "the game may go round in circles"
        )


def _results(engine: NativeEngine, plan: SamplePlan, clock: TimeBudget) -> Playouts:
    """As many as the plan wants; fewer of a game so slow that it would keep people waiting, but
    two at least."""
    with time_limit(min(plan.random_seconds, clock.left)):
        many = engine.playouts(plan.seed, plan.random_matches, most_decisions=plan.most_decisions)
    if len(many.scores) >= 2:
        return many
    return engine.playouts(plan.seed, 2, most_decisions=plan.most_decisions)


# ---------------------------------------------------------------------------- decision by decision


def follow_matches(
    engine: NativeEngine, seed: int, count: int, most_decisions: int
) -> tuple[PlayedMatch, ...]:
    """Matches 0 … of the seed: who chose, among how many options, at which choice.

    They are played in native code, all at once, and are the same as the playouts of the seed.
    Raises MatchError if a rule fails in one.
    """
    batch = Batch(engine, count, seed=seed)
    program = engine.program
    lines = {number: choice_line(program, one) for number, one in choices(program).items()}
    points: list[list[RecordedDecision]] = [[] for _ in range(count)]
    rng = Rng(0)
    for _ in range(most_decisions):
        running = (~batch.is_over).nonzero()[0].tolist()
        if not running:
            break
        counts, seats, positions = batch.counts, batch.seats, batch.positions
        rngs, chosen = batch.rngs.copy(), batch.counts.copy()
        for number in running:
            options = int(counts[number])
            line = lines[int(positions[number])]
            points[number].append(RecordedDecision(int(seats[number]), options, line=line))
            a, b, c, d = rngs[number].tolist()
            rng.jump_to((a, b, c, d))
            chosen[number] = rng.below(options)
            rngs[number] = rng.words
        batch.rngs = rngs
        batch.step(chosen)
    capped = (~batch.is_over).tolist()
    scores = batch.scores().tolist()
    return tuple(
        PlayedMatch(number, tuple(of_match), tuple(scores[number]), capped[number])
        for number, of_match in enumerate(points)
    )


def choices(program: Program) -> dict[int, Decide]:
    """By step of the code."""
    return {n: step for n, step in enumerate(program.code) if isinstance(step, Decide)}


def choice_line(program: Program, choice: Decide) -> int:
    """Where it is written."""
    return program.source.position(choice.span.start).line
