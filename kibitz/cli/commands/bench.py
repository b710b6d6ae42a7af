"""`kibitz bench`: how fast games are played, by both engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING

import click

from kibitz.cli import arguments
from kibitz.cli.terminal import figure_table, output_console, print_json, with_progress
from kibitz.engine import Interpreter, Rng
from kibitz.game import Game
from kibitz.games import names

if TYPE_CHECKING:
    from kibitz.engine.native import NativeEngine

MOST_DECISIONS = 10_000
SEED = 1


@dataclass(frozen=True, slots=True)
class Speed:
    """One line of the table; rates are decisions a second, by the wall clock."""

    game: str
    decisions_per_game: float
    reference: float
    native: float
    """On one thread."""
    native_all: float
    """On as many threads as there are cores."""
    native_gpu: float | None
    """On the GPU, if it was asked for."""
    threads: int
    compile_seconds: float
    state_bytes: int


@arguments.command
def bench_command(
    games: tuple[str, ...] = arguments.game_argument("[GAME]...", nargs=-1),
    seconds: float = arguments.option(
        "How long each engine plays, about.",
        type=click.FloatRange(min=0.01),
        default=1.0,
        metavar="S",
    ),
    device: str = arguments.device_option(),
    rules: arguments.HouseRules = arguments.house_rules,
    as_json: bool = arguments.json_flag("the figures as one JSON array"),
) -> None:
    """Measure how fast games are played.

    Without a GAME, every game of the library. All seats choose at random; decisions a second are
    those of the reference engine, of the native engine on one thread, on all cores, and with
    --device cuda on a GPU. House rules are those of every game that is named.

    \b
    kibitz bench golf-six
    """
    chosen = games or tuple(names())
    measured = (_measured(rules.load(game), seconds, device) for game in chosen)
    speeds = list(with_progress(measured, len(chosen), "measuring"))
    if as_json:
        print_json([asdict(speed) for speed in speeds])
    else:
        _print(speeds)


def _measured(loaded: Game, seconds: float, device: str) -> Speed:
    from kibitz.engine.native import NativeEngine

    on_gpu = None if device == "cpu" else loaded.engine_on(device)
    start = perf_counter()
    native = NativeEngine(loaded.program)
    compiled = perf_counter() - start
    threads = os.cpu_count() or 1
    reference, _ = _rate(_one_by_one(loaded.interpreter), seconds)
    alone, length = _rate(_in_bulk(native, 1), seconds)
    together, _ = _rate(_in_bulk(native, threads), seconds)
    gpu = None if on_gpu is None else _rate(_in_bulk(on_gpu, threads), seconds)[0]
    rates = (reference, alone, together, gpu)
    return Speed(loaded.name, length, *rates, threads, compiled, native.state_bytes)


def _rate(chunks: Iterator[tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Decisions a second, and decisions a match, over about so long."""
    matches = decisions = 0
    start = perf_counter()
    while True:
        more_matches, more_decisions = next(chunks)
        matches += more_matches
        decisions += more_decisions
        taken = perf_counter() - start
        if taken >= seconds:
            return decisions / taken, decisions / matches


def _one_by_one(engine: Interpreter) -> Iterator[tuple[int, int]]:
    """Matches played and the decisions made in them, for ever."""
    for number in count():
        yield 1, len(engine.playout(Rng(SEED, stream=number), MOST_DECISIONS).decisions)


def _in_bulk(engine: NativeEngine, threads: int) -> Iterator[tuple[int, int]]:
    """The same matches, in chunks that grow until they are worth the call."""
    first, size = 0, 64
    while True:
        start = perf_counter()
        played = engine.playouts(
            SEED, size, first=first, most_decisions=MOST_DECISIONS, threads=threads
        )
        yield size, int(played.decisions.sum())
        first += size
        if perf_counter() - start < 0.05:
            size *= 2


def _print(speeds: list[Speed]) -> None:
    gpu = ["GPU"] if speeds[0].native_gpu is not None else []
    rates = ("reference", "native", "all cores", *gpu)
    table = figure_table("game", *rates, "compile", "state bytes")
    table.columns[0].style = "bold"
    for speed in speeds:
        speeds_of = [speed.reference, speed.native, speed.native_all]
        speeds_of += [] if speed.native_gpu is None else [speed.native_gpu]
        compiled, size = f"{speed.compile_seconds:.2f} s", str(speed.state_bytes)
        table.add_row(speed.game, *map(_short, speeds_of), compiled, size)
    console = output_console()
    console.print(table)
    note = f"\nDecisions a second, random play. Cores here: {speeds[0].threads}."
    console.print(note, style="dim")


def _short(rate: float) -> str:
    """With three figures, in thousand millions, millions or thousands."""
    unit, size = next((unit, size) for unit, size in _UNITS if rate >= size or unit == "k")
    return f"{rate / size:#.3g} {unit}"


_UNITS = (("G", 1e9), ("M", 1e6), ("k", 1e3))
