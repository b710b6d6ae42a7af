"""Random matches followed decision by decision: who chose, among how many options, at which choice.

They are played in native code, all at once, and are the same as the playouts of the seed.
"""

from __future__ import annotations

from kibitz.analysis.records import PlayedMatch, RecordedDecision
from kibitz.engine import Decide, Program, Rng
from kibitz.engine.native import Batch, NativeEngine


def follow_matches(
    engine: NativeEngine, seed: int, count: int, most_decisions: int
) -> tuple[PlayedMatch, ...]:
    """Matches 0 … of the seed. Raises MatchError if a rule fails in one."""
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
