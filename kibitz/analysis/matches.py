"""Plays the samples: random matches, matches between thinkers, one thinker among random players.

Where there is a time, every sample has a share of what is left of it when its turn comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

import numpy as np
import numpy.typing as npt

from kibitz import kept_files
from kibitz.analysis.measures.movement import CardMovements, follow_cards
from kibitz.analysis.measures.skill import DEALS_AT_LEAST
from kibitz.analysis.records import PlayedMatch, RecordedDecision
from kibitz.analysis.subject import CannotAnalyse, Progress, SamplePlan, Seating
from kibitz.analysis.thinking_matches import (
    AROUND_SECONDS,
    ThinkingMatches,
    TimeBudget,
    timed_player,
)
from kibitz.engine import Decide, Interpreter, Program, Rng, cancellation
from kibitz.engine.native import Batch, NativeEngine, Playouts, native_engine
from kibitz.players import PlayedDeal, Tournament, play_deals, wanting

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
    program: Program,
    plan: SamplePlan,
    seating: Seating,
    cache: kept_files.Cache,
    progress: Progress,
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
    player = plan.player or timed_player(engine, plan, seating, clock, length)
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
    with cancellation.time_limit(min(plan.random_seconds, clock.left)):
        many = engine.playouts(plan.seed, plan.random_matches, most_decisions=plan.most_decisions)
    if len(many.scores) >= 2:
        return many
    return engine.playouts(plan.seed, 2, most_decisions=plan.most_decisions)


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


SIMULATIONS = (100, 1_000, 10_000)
"""What the players think for a decision; below them is chance."""
STEP = 10
"""How many times as long a match takes one rung higher, at most."""
AGAIN = 32
"""How often one deal is played by chance."""
MOST_DEALS = 100
WORK = 2e8
"""Decisions in simulations that a duel may take: each looks half a match ahead, in two matches."""
DEALS_BY_CHANCE = 300
FEWEST_BY_CHANCE = 10


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players over the same deals, each holding every seat in turn."""

    weaker: str
    stronger: str
    deals: tuple[PlayedDeal, ...]


def rungs(plan: SamplePlan) -> tuple[str, ...]:
    """The players of the ladder, the weakest first."""
    thinkers = (wanting(f"mcts:sims={count}", plan.objective) for count in SIMULATIONS)
    return ("uniform", *thinkers)


def climb(program: Program, plan: SamplePlan, clock: TimeBudget, length: float) -> tuple[Duel, ...]:
    """The duels that can be afforded, from below.

    Without a time, that is a matter of the work they would be: `length` is how many decisions a
    match has.
    """
    duels: list[Duel] = []
    names = rungs(plan)
    for number, (weaker, stronger) in enumerate(pairwise(names)):
        tournament = Tournament(program, (stronger, weaker), plan.seed, plan.most_decisions)
        work = SIMULATIONS[number] * length * length
        deals = (
            MOST_DEALS if plan.seconds is not None else max(2, min(MOST_DEALS, int(WORK / work)))
        )
        if duels and deals < DEALS_AT_LEAST:
            break
        started, wanted = monotonic(), range(min(deals, plan.matches))
        done = _played(tournament, wanted, clock.part(1 / (len(names) - 1 - number)))
        taken = (monotonic() - started) / max(1, len(done))
        is_last = not done or STEP * taken * DEALS_AT_LEAST > clock.left
        if is_last:  # nobody else needs the rest of the time
            missing = [one for one in wanted if one not in done]
            done |= _played(tournament, missing, clock.part(1))
        if len(done) > 1:
            duels.append(Duel(weaker, stronger, tuple(done[one] for one in sorted(done))))
        if is_last:
            break
    return tuple(duels)


def _played(
    tournament: Tournament, deals: Sequence[int], clock: TimeBudget
) -> dict[int, PlayedDeal]:
    """By number; fewer if the time is up. A deal that is not played to the end is left out."""
    done: dict[int, PlayedDeal] = {}
    with clock.limit():
        for deal in play_deals(tournament, deals):
            if clock.is_up:
                break
            done[deal.number] = deal
    return done


def deals_by_chance(
    engine: NativeEngine, plan: SamplePlan, clock: TimeBudget
) -> npt.NDArray[np.int32]:
    """(deal, time, seat): scores of deals that are each played many times at random; fewer deals
    if the time is up."""
    deals = min(DEALS_BY_CHANCE, 3 * plan.matches)
    found = []
    for number in range(deals):
        state = engine.interpreter.deal(Rng(plan.seed, number)).state
        first = plan.random_matches + number * AGAIN
        played = engine.playouts(
            plan.seed, AGAIN, first=first, start=state, most_decisions=plan.most_decisions
        )
        found.append(played.scores)
        if clock.is_up and len(found) >= FEWEST_BY_CHANCE:
            break
    return np.stack(found)
