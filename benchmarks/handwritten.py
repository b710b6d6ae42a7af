"""Golf Six beside a version of it written by hand in C."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from benchmarks.figures import Figure, missing, rate
from benchmarks.games import engine, from_the_deal
from benchmarks.timing import decisions_per_second, enough, interleaved

FOLDER = Path(__file__).parent
BEST, LITERAL = "golf_six.c", "golf_six_piles.c"
PLAYERS = 4
TARGETS = {BEST: 0.40, LITERAL: 0.85}
SEED = 7
COMPARED = 20_000

TITLE = "Beside C written by hand"
NOTE = (
    "`golf_six.c` is what a person writes who knows the game: one byte a cell, a bit for every "
    "card face down, four players for ever. `golf_six_piles.c` follows golf-six.rcy pile by pile "
    "and tells what of the difference is the description and what the engine. "
    "Both are compiled with `cc -O2`. Rules, generator and order of draws are the same; scores and "
    f"decisions of the first {COMPARED:,} matches of seed {SEED} are compared first. All sides "
    "deal, play, score and write their results. One thread, decisions per second of processor "
    "time."
)

Results = npt.NDArray[np.int32]
Playouts = Callable[[int, int], Results]
"""From a seed and a count to rows of four scores and the number of decisions."""


class DifferentGame(Exception):
    """The C version did not play the same matches; comparing its speed would mean nothing."""


def compiler() -> str | None:
    return shutil.which("cc")


@contextmanager
def by_hand(cc: str, source: str) -> Iterator[Playouts]:
    """A C version, compiled for as long as it is needed."""
    with TemporaryDirectory() as folder:
        library = Path(folder) / "golf_six.so"
        flags = ["-O2", "-std=c11", "-shared", "-fPIC"]
        subprocess.run([cc, *flags, "-o", str(library), str(FOLDER / source)], check=True)
        function = ctypes.CDLL(str(library)).playouts
        function.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_void_p]
        function.restype = None

        def playouts(seed: int, count: int) -> Results:
            results = np.zeros((count, PLAYERS + 1), np.int32)
            function(seed, 0, count, results.ctypes.data)
            return results

        yield playouts


def native_results(seed: int, count: int) -> Results:
    played = engine("golf-six").playouts(seed, count, threads=1)
    return np.column_stack([played.scores, played.decisions])


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    cc = compiler()
    for source, target in TARGETS.items():
        if cc is None:
            yield missing(f"golf-six / {source}", _wanted(target), "there is no C compiler here")
        else:
            with by_hand(cc, source) as playouts:
                yield _measured(source, target, playouts, rounds, seconds)


def _wanted(target: float) -> str:
    return f"≥ {target:.2f}"


def _measured(
    source: str, target: float, playouts: Playouts, rounds: int, seconds: float
) -> Figure:
    if not np.array_equal(playouts(SEED, COMPARED), native_results(SEED, COMPARED)):
        raise DifferentGame(f"{source} and golf-six disagree about seed {SEED}")

    def play_by_hand(matches: int) -> int:
        return int(playouts(SEED, matches)[:, PLAYERS].sum())

    native = from_the_deal("golf-six")
    ours, theirs = interleaved(
        rounds,
        decisions_per_second(native, enough(native, seconds)),
        decisions_per_second(play_by_hand, enough(play_by_hand, seconds)),
    )
    ratio = ours.over(theirs)
    return Figure(
        f"golf-six / {source}",
        rate(ours.median),
        rate(theirs.median),
        f"{ratio.median:.2f}",
        _wanted(target),
        ratio.median >= target,
        ratio.spread(),
    )
