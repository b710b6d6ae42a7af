"""Whole machines: two threads, many states at once, a game of nine holes, long runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from time import perf_counter, process_time

import numpy as np

from benchmarks import memory
from benchmarks.figures import Figure, missing, rate
from benchmarks.games import engine, from_the_deal
from benchmarks.timing import decisions_per_second, enough, interleaved
from kibitz.engine.native.observation.batch import Batch

THREADS_TARGET = 1.95
BATCH_TARGET = 5e6
STATES = 4096
GOLF_TARGET = 15e6
GROWTH_TARGET = 1 << 20
"""Bytes over all playouts: what resident pages may go up and down by."""

TITLE = "Threads, batches, long matches, long runs"
NOTE = (
    "Two threads against one: golf-six by the wall clock, in turn; that needs two idle "
    "cores. By processor time (no target): 1 means that threads do not hinder each other. The "
    "batch line steps 4,096 golf-six states from the deal until all are over, choices drawn by "
    "numpy, one thread, processor time; matches that are over take part in no decision. Nine "
    "holes: `golf` with four players and standard rules, one thread, processor time. Memory: "
    f"resident pages of a new process before and after {memory.PLAYOUTS:,} playouts of golf-six, "
    f"{memory.CHUNK:,} at a time, after a tenth as many that do not count."
)


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    yield from _two_threads(rounds, seconds)
    yield _batch(rounds)
    yield _nine_holes(rounds, seconds)
    yield _memory()


def _two_threads(rounds: int, seconds: float) -> Iterator[Figure]:
    matches = 4 * enough(from_the_deal("golf-six"), seconds)
    for name, target, side in (
        ("two threads / one", THREADS_TARGET, _by_the_wall),
        ("two threads / one, by processor time", None, decisions_per_second),
    ):
        wanted = "–" if target is None else f"≥ {target}"
        if (os.cpu_count() or 1) < 2:
            yield missing(name, wanted, "there is only one core here")
            continue
        two, one = interleaved(
            rounds,
            side(from_the_deal("golf-six", threads=2), matches),
            side(from_the_deal("golf-six"), matches),
        )
        ratio = two.over(one)
        yield Figure(
            name,
            rate(two.median),
            f"{rate(one.median)} (one thread)",
            f"{ratio.median:.2f} ×",
            wanted,
            None if target is None else ratio.median >= target,
            ratio.spread(),
        )


def _by_the_wall(play: Callable[[int], int], matches: int) -> Callable[[], float]:
    def side() -> float:
        start = perf_counter()
        return play(matches) / (perf_counter() - start)

    return side


def _batch(rounds: int) -> Figure:
    batch = Batch(engine("golf-six"), STATES, threads=1)
    chance = np.random.default_rng(1)

    def side() -> float:
        batch.reset(seed=1)
        decisions, start = 0, process_time()
        while options := np.count_nonzero(batch.counts):
            decisions += int(options)
            batch.step(chance.integers(0, np.maximum(batch.counts, 1), dtype=np.int32))
        return decisions / (process_time() - start)

    (ours,) = interleaved(rounds, side)
    return _at_least(f"batch of {STATES:,} golf-six states", ours.values, BATCH_TARGET)


def _nine_holes(rounds: int, seconds: float) -> Figure:
    play = from_the_deal("golf")
    (ours,) = interleaved(rounds, decisions_per_second(play, enough(play, seconds)))
    return _at_least("golf, 9 holes", ours.values, GOLF_TARGET)


def _at_least(name: str, rates: tuple[float, ...], target: float) -> Figure:
    middle = float(np.median(rates))
    text = rate(middle)
    spread = f"{rate(min(rates))} to {rate(max(rates))}, {len(rates)} rounds"
    return Figure(name, text, "–", text, f"≥ {rate(target)}", middle >= target, spread)


def _memory() -> Figure:
    name, target = f"growth over {memory.PLAYOUTS:,} playouts", "none (< 1 MiB in all)"
    if not memory.STATUS.is_file():
        return missing(name, target, "this system does not tell how much memory a process has")
    grown = memory.growth_of_a_new_process()
    text = f"{grown / 1024:,.0f} KiB"
    return Figure(name, text, "–", text, target, grown < GROWTH_TARGET)
