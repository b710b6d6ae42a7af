"""Whole machines: two threads, long runs, a game of nine holes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from benchmarks.figures import Figure, Section, missing, rate
from benchmarks.games import engine, from_the_deal
from benchmarks.timing import decisions_per_second, enough, interleaved

THREADS_TARGET = 1.8
GOLF_TARGET = 15e6
PLAYOUTS = 10_000_000
CHUNK = 100_000
GROWTH_TARGET = 1 << 20
MEMORY = Path("/proc/self/statm")

NOTE = (
    "Two threads against one: golf-six by the wall clock, in turn. Memory: resident pages of the "
    f"process before and after {PLAYOUTS:,} playouts of golf-six on all cores, {CHUNK:,} at a "
    "time, after a first round that does not count. Nine holes: `golf` with four players and "
    "standard rules, one thread, processor time."
)


def section(rounds: int, seconds: float) -> Section:
    figures = (_two_threads(rounds, seconds), _nine_holes(rounds, seconds), _memory())
    return Section("Threads, long matches, long runs", NOTE, figures)


def _two_threads(rounds: int, seconds: float) -> Figure:
    target = f"≥ {THREADS_TARGET}"
    if (os.cpu_count() or 1) < 2:
        return missing("two threads / one", target, "there is only one core here")
    matches = 4 * enough(from_the_deal("golf-six"), seconds)
    two, one = interleaved(
        rounds,
        _by_the_wall(from_the_deal("golf-six", threads=2), matches),
        _by_the_wall(from_the_deal("golf-six"), matches),
    )
    ratio = two.over(one)
    return Figure(
        "two threads / one",
        rate(two.median),
        f"{rate(one.median)} (one thread)",
        f"{ratio.median:.2f} ×",
        target,
        ratio.median >= THREADS_TARGET,
        ratio.spread(),
    )


def _by_the_wall(play: Callable[[int], int], matches: int) -> Callable[[], float]:
    def side() -> float:
        start = perf_counter()
        return play(matches) / (perf_counter() - start)

    return side


def _nine_holes(rounds: int, seconds: float) -> Figure:
    play = from_the_deal("golf")
    (ours,) = interleaved(rounds, decisions_per_second(play, enough(play, seconds)))
    text = rate(ours.median)
    spread = f"{rate(ours.lowest)} to {rate(ours.highest)}, {rounds} rounds"
    target = f"≥ {rate(GOLF_TARGET)}"
    return Figure("golf, 9 holes", text, "–", text, target, ours.median >= GOLF_TARGET, spread)


def _memory() -> Figure:
    name, target = f"growth over {PLAYOUTS:,} playouts", "none (< 1 MiB)"
    if not MEMORY.is_file():
        return missing(name, target, "this system does not tell how much memory a process has")
    native = engine("golf-six")
    for first in range(0, 10 * CHUNK, CHUNK):
        native.playouts(2, CHUNK, first=first)
    before = _resident()
    for first in range(0, PLAYOUTS, CHUNK):
        native.playouts(1, CHUNK, first=first)
    grown = _resident() - before
    text = f"{grown / 1024:,.0f} KiB"
    return Figure(name, text, "–", text, target, grown < GROWTH_TARGET)


def _resident() -> int:
    """Bytes of the process that lie in memory."""
    return int(MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
