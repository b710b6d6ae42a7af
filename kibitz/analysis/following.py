"""Random matches followed decision by decision: who chose, among how many options, at which choice.

They are played in native code, all at once, and are the same as the playouts of the seed.
"""

from __future__ import annotations

from kibitz.analysis.records import PlayedMatch, Point
from kibitz.engine import Rng
from kibitz.engine.native import Batch, NativeEngine
from kibitz.engine.program import Decide, Program


def follow_matches(
    engine: NativeEngine, seed: int, count: int, most_decisions: int
) -> tuple[PlayedMatch, ...]:
    """Matches 0 … of the seed. Raises MatchError if a rule fails in one."""
    batch = Batch(engine, count, seed=seed)
    lines = choice_lines(engine.program)
    points: list[list[Point]] = [[] for _ in range(count)]
    rng = Rng(0)
    for _ in range(most_decisions):
        running = (~batch.is_over).nonzero()[0].tolist()
        if not running:
            break
        counts, seats, positions = batch.counts, batch.seats, batch.positions
        rngs, choices = batch.rngs.copy(), batch.counts.copy()
        for number in running:
            count = int(counts[number])
            line = lines[int(positions[number])]
            points[number].append(Point(int(seats[number]), count, line=line))
            a, b, c, d = rngs[number].tolist()
            rng.jump_to((a, b, c, d))
            choices[number] = rng.below(count)
            rngs[number] = rng.words
        batch.rngs = rngs
        batch.step(choices)
    capped = (~batch.is_over).tolist()
    scores = batch.scores().tolist()
    return tuple(
        PlayedMatch(number, tuple(of_match), tuple(scores[number]), capped[number])
        for number, of_match in enumerate(points)
    )


def choice_lines(program: Program) -> dict[int, int]:
    """By step of the code: the line of the program in which a choice is written."""
    return {
        number: program.source.position(step.span.start).line
        for number, step in enumerate(program.code)
        if isinstance(step, Decide)
    }
