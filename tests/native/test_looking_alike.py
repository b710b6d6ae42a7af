"""What a seat is told is all that its view rests on: matches that look alike to it have one view.

Matches are played in many ways, and put together by what a seat saw, could choose and chose.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest
from programs import CHOICES, written
from secret_games import BIDDING, CALLING, GUESSING, ROLES, SHOWING, SPOILING
from small_games import engine_of

from kibitz.engine import Decision, Interpreter, MatchError, Rng, View, lower, sight
from kibitz.engine.protocol import Step
from kibitz.recycle import Source, check

Told = tuple[object, ...]
Reached = tuple[Step, tuple[Told, ...]]
"""Where a match stands, and by seat what they were told on the way."""


def reached(engine: Interpreter, seed: int, *, depth: int, width: int) -> Iterator[Reached]:
    """Every decision of the matches of a seed, with some options of each."""
    nothing: tuple[Told, ...] = ((),) * engine.program.players
    waiting = [(partial(engine.deal, Rng(seed)), nothing)]
    for _ in range(depth * width * 9):
        if not waiting:
            return
        go, before = waiting.pop()
        try:
            step = go()
            after = tuple((*heard, *told(step, seat)) for seat, heard in enumerate(before))
        except MatchError:
            continue
        yield step, after
        if not isinstance(step.status, Decision) or len(after[0]) > 3 * depth:
            continue
        options = step.status.options
        for number in Random(seed).sample(range(len(options)), min(len(options), width)):
            chosen = tuple(
                (*heard, options[number].key if seat == step.seat else "")
                for seat, heard in enumerate(after)
            )
            waiting.append((partial(engine.apply, step, number, Rng(seed, 7)), chosen))


def told(step: Step, seat: int) -> Told:
    """What the seat sees happen, and what it may choose if it is its turn."""
    seen = tuple(sighting.event for sighting in sight(step.events, seat))
    if not isinstance(step.status, Decision):
        return seen, "over"
    own = tuple(option.key for option in step.status.options) if step.seat == seat else ()
    return seen, (step.seat, own)


def pairs_alike(engine: Interpreter, seeds: int, *, depth: int, width: int) -> int:
    """How many matches looked to a seat as another did; their views must be equal.

    Seats are asked for their views in any order.
    """
    found: dict[tuple[int, Told], View] = {}
    alike = 0
    for seed in range(seeds):
        for step, heard in reached(engine, seed, depth=depth, width=width):
            for seat in Random(seed).sample(range(len(heard)), len(heard)):
                try:
                    view = step.view(seat)
                except MatchError:
                    continue
                key = seat, heard[seat]
                alike += key in found
                assert found.setdefault(key, view) == view, f"seed {seed}, seat {seat}"
    return alike


@pytest.mark.parametrize("text", [GUESSING, ROLES, BIDDING, SPOILING, CALLING, SHOWING])
def test_secrets_and_choices_together_leave_no_trace_in_views(text: str) -> None:
    assert pairs_alike(engine_of(text), 5, depth=3, width=2) > 10


@pytest.mark.slow
def test_views_of_random_programs_rest_on_what_was_told() -> None:
    secretive = [
        text
        for text in (written(Random(n).randbytes(CHOICES)) for n in range(60))
        if "isto" in text or "istr" in text or "together" in text
    ]
    alike = 0
    for text in islice(secretive, 25):
        game = check(Source("generated.rcy", text)).game
        assert game is not None
        alike += pairs_alike(Interpreter(lower(game)), 3, depth=3, width=4)
    assert alike > 20
