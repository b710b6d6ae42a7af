"""How long it takes until a game can be played."""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figures import Figure, Section, missing
from benchmarks.games import corpus_names, program
from benchmarks.timing import interleaved
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.build import build
from kibitz.games import names

COMPILE_TARGET = 0.5
SHELL_TARGET = 1.5
SHELL = ("simulate", "golf-six", "-n", "1000")

NOTE = (
    "From the checked program to machine code in memory, with nothing cached; by the wall clock. "
    "The shell line is a new process, start-up, reading and checking included, with an empty "
    "cache folder."
)


def section(rounds: int, seconds: float) -> Section:
    published = corpus_names()
    figures = [_compiled(name, rounds) for name in [*published, *names()]]
    if not published:
        target = f"≤ {COMPILE_TARGET} s"
        figures.insert(0, missing("published games", target, "the published games are not here"))
    return Section("Compiling", NOTE, (*figures, _from_the_shell(rounds)))


def _compiled(name: str, rounds: int) -> Figure:
    start = Interpreter(program(name)).laid_out()

    def side() -> float:
        began = perf_counter()
        build(program(name), start)
        return perf_counter() - began

    (taken,) = interleaved(rounds, side)
    return _time(f"compile {name}", taken.median, COMPILE_TARGET, taken.spread())


def _from_the_shell(rounds: int) -> Figure:
    (taken,) = interleaved(rounds, _run_the_shell)
    return _time(f"kibitz {' '.join(SHELL)}", taken.median, SHELL_TARGET, taken.spread())


def _run_the_shell() -> float:
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder}
        command = [sys.executable, "-m", "kibitz", *SHELL]
        began = perf_counter()
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        return perf_counter() - began


def _time(name: str, seconds: float, most: float, spread: str) -> Figure:
    text = f"{seconds:.2f} s"
    return Figure(name, text, "–", text, f"≤ {most} s", seconds <= most, spread)
