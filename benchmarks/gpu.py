"""Every game on a GPU beside one core of the processor: the same matches, and how fast.

    python -m benchmarks gpu [GAME]...
    python -m benchmarks gpu --observed [GAME]...     # batches that an agent on the GPU learns from

Not a part of `results.md`, which is measured where there is no GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import click
import numpy as np

from benchmarks.figures import rate
from benchmarks.games import corpus_names, engine, program
from kibitz import load
from kibitz.engine.native.gpu.gpu_engine import GpuEngine
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Playouts
from kibitz.games import names

MATCHES = 10_000
"""Of every game, compared one by one."""
MOST_DECISIONS = 2_000
OBSERVED = ("golf-six", "leduc-poker", "hearts")
STATES = 1 << 20
"""Of a batch that is observed."""
WANTED = 100
"""Times as fast as one core."""


@dataclass(frozen=True, slots=True)
class Comparison:
    game: str
    different: int
    """Matches that were not the same."""
    core: float
    """Decisions a second on one core."""
    launches: float
    """… on the GPU, while its threads play."""
    wall: float
    """… on the GPU, by the clock on the wall, with results fetched and put into arrays."""
    ready_seconds: float
    """Emitting, compiling and loading, nothing kept."""


@click.command("gpu")
@click.argument("games", nargs=-1)
@click.option("--seconds", default=0.5, show_default=True, help="How long a side plays, about.")
@click.option("--observed", is_flag=True, help="Observe, mask, act and deal anew, in a batch.")
def command(games: tuple[str, ...], seconds: float, observed: bool) -> None:
    """Compare games on the GPU with one core: first that they agree, then their speed."""
    if observed:
        for name in games or OBSERVED:
            click.echo(f"{name:16} {rate(_observed(name, seconds)):>10} observed steps/s")
        return
    chosen = games or (*names(), *corpus_names())
    headings = " ".join(f"{heading:>10}" for heading in ("one core", "GPU", "by wall"))
    click.echo(f"{'game':16} {'equal':>8} {headings}   × one core")
    compared = [_told(_comparison(name, seconds)) for name in chosen]
    slow = [one.game for one in compared if one.launches < WANTED * one.core]
    wrong = [one.game for one in compared if one.different]
    click.echo(f"\n{len(compared)} games, {MATCHES:,} matches each; different: {wrong or 'none'}")
    click.echo(f"less than {WANTED} × one core: {', '.join(slow) or 'none'}")
    if wrong:
        raise click.ClickException("the GPU plays other matches than the processor")


def _told(one: Comparison) -> Comparison:
    equal = f"{MATCHES - one.different:,}"
    rates = " ".join(f"{rate(speed):>10}" for speed in (one.core, one.launches, one.wall))
    times = f"{one.launches / one.core:7.0f}"
    click.echo(f"{one.game:16} {equal:>8} {rates} {times}   ready in {one.ready_seconds:.2f} s")
    return one


def _comparison(name: str, seconds: float) -> Comparison:
    native = engine(name)
    start = perf_counter()
    on_gpu = GpuEngine(program(name))
    ready = perf_counter() - start
    same = _same(_played(on_gpu, MATCHES), _played(native, MATCHES))
    core, _ = _rate(native, seconds)
    wall, launches = _rate(on_gpu, seconds)
    different = MATCHES - int(np.count_nonzero(same))
    return Comparison(name, different, core, launches or wall, wall, ready)


def _played(native: NativeEngine, matches: int, first: int = 0) -> Playouts:
    return native.playouts(1, matches, first=first, most_decisions=MOST_DECISIONS, threads=1)


def _same(one: Playouts, other: Playouts) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    scores = (one.scores == other.scores).all(axis=1)
    same: np.ndarray[tuple[int], np.dtype[np.bool_]] = (
        scores & (one.decisions == other.decisions) & (one.capped == other.capped)
    )
    return same


def _rate(native: NativeEngine, seconds: float) -> tuple[float, float]:
    """Decisions a second by the wall, and within launches, in the last of growing portions."""
    matches, first = (1 << 17 if isinstance(native, GpuEngine) else 256), MATCHES
    while True:
        launched = native.seconds if isinstance(native, GpuEngine) else 0.0
        start = perf_counter()
        decisions = int(_played(native, matches, first).decisions.sum(dtype=np.int64))
        taken = perf_counter() - start
        if taken >= seconds / 2 or matches >= 1 << 26:
            spent = native.seconds - launched if isinstance(native, GpuEngine) else 0.0
            return decisions / taken, decisions / spent if spent else 0.0
        first += matches
        matches *= 2 if taken > seconds / 16 else 8


def _observed(name: str, seconds: float) -> float:
    """States a second that are observed, masked, acted in and, where they are over, dealt anew; the
    action is drawn on the GPU by PyTorch."""
    import torch  # noqa: PLC0415

    batch = load(name).gpu_batch(STATES)

    def step() -> None:
        batch.observe()
        can = torch.from_dlpack(batch.mask())
        batch.act((can * torch.rand(can.shape, device="cuda")).argmax(1).to(torch.int32))
        batch.restart()

    for _ in range(3):
        step()
    steps, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        step()
        steps += 1
    return STATES * steps / (perf_counter() - start)
