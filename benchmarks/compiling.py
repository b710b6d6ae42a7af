"""How long it takes until a game can be played."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.figures import Figure, missing
from benchmarks.games import corpus_names, program
from benchmarks.timing import Series, interleaved
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native import web_module
from kibitz.engine.native.layout.signatures import Purpose
from kibitz.engine.native.llvm import host
from kibitz.engine.native.passes import emit
from kibitz.games import names

COMPILE_TARGET, MEDIAN_TARGET = 0.5, 0.3
"""Seconds: for any game, and for the one in the middle of the library."""
TRIED = ("gin-rummy", "big-two", "conquian", "skat")
"""Games that try melds, runs and sets, which is long if every way to do so is a copy."""
SIZE_TARGET = 60_000
SHELL_TARGET = 1.5
SHELL = ("simulate", "golf-six", "-n", "1000")

TITLE = "Compiling"
NOTE = (
    "From the lowered program to machine code in memory, with nothing cached, in seconds of "
    "processor time (compiling uses one core). The shell line is a new process, start-up, reading "
    "and checking included, with an empty cache folder, by the wall clock; beside it the processor "
    "time it took, which is what an idle machine would need. Code size is that of a module to "
    "play, as `kibitz compile GAME --target wasm` writes it."
)


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    published = corpus_names()
    if not published:
        target = f"≤ {COMPILE_TARGET} s"
        yield missing("published games", target, "the published games are not here")
    for name in published:
        yield _time(f"compile {name}", _compiled(name, rounds), COMPILE_TARGET)
    library = list[Series]()
    for name in names():
        library.append(_compiled(name, rounds))
        yield _time(f"compile {name}", library[-1], COMPILE_TARGET)
    library.sort(key=lambda taken: taken.median)
    middle = library[len(library) // 2]
    yield _time(f"the one in the middle of {len(library)} games", middle, MEDIAN_TARGET)
    for name in TRIED:
        yield _size(name)
    yield _from_the_shell(rounds)


def _size(name: str) -> Figure:
    size = len(web_module(program(name), Purpose.PLAY).code)
    text = f"{size / 1000:.1f} kB"
    target = f"≤ {SIZE_TARGET / 1000:.0f} kB"
    return Figure(f"code of {name}", text, "–", text, target, size <= SIZE_TARGET)


def _compiled(name: str, rounds: int) -> Series:
    start = Interpreter(program(name)).laid_out()

    def side() -> float:
        began = process_time()
        host.load(host.object_code(emit(program(name), start, Purpose.PLAY).text))
        return process_time() - began

    (taken,) = interleaved(rounds, side)
    return taken


def _from_the_shell(rounds: int) -> Figure:
    busy: list[float] = []

    def side() -> float:
        before = os.times()
        began = perf_counter()
        _run_the_shell()
        taken = perf_counter() - began
        after = os.times()
        user, system = after.children_user, after.children_system
        busy.append(user + system - before.children_user - before.children_system)
        return taken

    (taken,) = interleaved(rounds, side)
    processor = f"{Series(tuple(busy)).median:.2f} s of processor"
    return _time(f"kibitz {' '.join(SHELL)}", taken, SHELL_TARGET, processor)


def _run_the_shell() -> None:
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder}
        command = [sys.executable, "-m", "kibitz", *SHELL]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def _time(name: str, taken: Series, most: float, beside: str = "–") -> Figure:
    text = f"{taken.median:.2f} s"
    reached = taken.median <= most
    return Figure(name, text, beside, text, f"≤ {most} s", reached, taken.spread())
