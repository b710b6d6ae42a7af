"""Whatever is fed in, kibitz answers with a diagnostic or a dynamic error and comes to an end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from longer import TIMES
from mutants import mutant, original_text, originals
from program_spec import check_program

from kibitz.engine import Interpreter, MatchError, Rng, lower
from kibitz.game import Game
from kibitz.match import Match
from kibitz.recycle import RecycleError, Source, check, render
from kibitz.recycle.loading import source_from_bytes

pytestmark = pytest.mark.slow
PATIENCE_SECONDS = 20
"""Of the processor: far beyond what any program may take; a hang must not hang the suite."""
MAX_DECISIONS = 40
SHOWN_DECISIONS = 4
PARTS = 8
MUTANTS = 300 * TIMES
"""In every part."""


class Hang(Exception):
    """A program took longer than anybody waits."""


@contextmanager
def patience() -> Iterator[None]:
    def give_up(signal_number: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def survive(source: Source) -> str:
    """How far the program gets: refused, failed in play, or played."""
    result = check(source)
    render(source, result.diagnostics, colour=False)
    if result.game is None:
        assert any(report.is_error for report in result.diagnostics)
        return "refused"
    try:
        program = lower(result.game)
        assert check_program(program) == []
        Interpreter(program).playout(Rng(1), MAX_DECISIONS)
        watch(Game.of_program(program).match(1))
    except RecycleError as error:
        render(error.source, error.diagnostics, colour=False)
        return "refused"
    except MatchError as error:
        render(error.source, (error.diagnostic,), colour=False)
        return "failed"
    return "played"


def survive_bytes(data: bytes) -> str:
    try:
        source = source_from_bytes("game.rcy", data)
    except RecycleError as error:
        return "refused" if error.diagnostics else "refused without a reason"
    return survive(source)


def watch(match: Match) -> None:
    """Play a little as people would, with everything they are shown."""
    engine, chance = match.game.interpreter, Rng(2)
    while not match.is_over and match.decisions_made < SHOWN_DECISIONS:
        assert len(match.options) == len(match.decision.options)
        for seat in match.seats:
            view = match.view(seat)
            assert engine.view(engine.resample(view, chance), seat) == view
            match.sightings(seat)
        match.play(chance.below(len(match.decision.options)))


def test_the_programs_that_are_mutated_are_themselves_sound() -> None:
    fates = [survive(Source("game.rcy", original_text(n))) for n in range(len(originals()))]
    assert fates.count("played") > 80


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutant_is_refused_fails_or_plays(part: int) -> None:
    """Mutants, in parts that may run side by side."""
    fates = []
    for seed in range(part * MUTANTS, (part + 1) * MUTANTS):
        with patience():
            fates.append(survive(Source("game.rcy", mutant(seed))))
    assert {"refused", "played"} <= set(fates), "these mutants must get far enough to matter"


@settings(max_examples=150 * TIMES)
@given(some.integers(PARTS * MUTANTS, 10**9))
def test_any_other_mutant_is_refused_fails_or_plays(seed: int) -> None:
    with patience():
        survive(Source("game.rcy", mutant(seed)))


@settings(max_examples=150 * TIMES)
@given(some.integers(0, 200), some.floats(0, 1))
def test_a_file_that_is_cut_off_is_refused(number: int, part: float) -> None:
    text = original_text(number)
    with patience():
        assert survive(Source("game.rcy", text[: int(part * (len(text) - 1))])) == "refused"


@settings(max_examples=200 * TIMES)
@given(some.binary(max_size=300))
def test_random_bytes_are_refused(data: bytes) -> None:
    with patience():
        assert survive_bytes(data) == "refused"


@settings(max_examples=100 * TIMES)
@given(some.integers(0, 200), some.integers(0, 10**6), some.binary(min_size=1, max_size=5))
def test_a_program_with_strange_bytes_in_it_is_refused_or_plays(
    number: int, place: int, data: bytes
) -> None:
    text = original_text(number).encode()
    place %= len(text)
    with patience():
        survive_bytes(text[:place] + data + text[place:])


@settings(max_examples=100 * TIMES)
@given(some.text("()", max_size=200) | some.text("()' ABab01.:,;<=>", max_size=120))
def test_random_signs_are_refused(text: str) -> None:
    with patience():
        assert survive(Source("game.rcy", f"(game {text}")) == "refused"
