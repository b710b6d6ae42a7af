"""How large games are as WebAssembly, and how fast beside native code."""

from __future__ import annotations

from gzip import compress
from statistics import median
from time import process_time

import click

from benchmarks.in_node import NODE, ModuleMemory
from kibitz import load, native_engine
from kibitz.engine.native import NativeEngine, Purpose, WebModule, web_module
from kibitz.engine.native.layout.signatures import PLAYOUTS
from kibitz.games import names

MOST_DECISIONS = 1_000
SEED = 1
LEAST = 0.5
"""What WebAssembly must reach of native speed."""


@click.command("page")
@click.argument("games", nargs=-1)
@click.option("--seconds", default=0.3, show_default=True, help="How long native code plays.")
@click.option("--rounds", default=3, show_default=True, help="How often both sides play.")
def command(games: tuple[str, ...], seconds: float, rounds: int) -> None:
    """Games as WebAssembly: bytes, and decisions a second in Node beside native code.

    Both sides play the same matches at random on one thread, in turn; seconds are those of the
    processor.
    """
    if NODE is None:
        raise click.ClickException("there is no node here to run WebAssembly")
    click.echo(f"{'game':16}{'play':>9}{'gzipped':>9}{'search':>9}{'nets':>9}{'of native':>11}")
    ratios = []
    for name in games or names():
        program = load(name).program
        made = [web_module(program, each) for each in (Purpose.PLAY, Purpose.SEARCH, Purpose.LEARN)]
        ratio = _ratio(native_engine(program), made[0], seconds, rounds)
        ratios.append(ratio)
        play, search, learn = (len(one.code) for one in made)
        small = len(compress(made[0].code))
        click.echo(f"{name:16}{play:9,}{small:9,}{search:9,}{learn:9,}{ratio:11.2f}")
    slow = sum(ratio < LEAST for ratio in ratios)
    click.echo(f"median {median(ratios):.2f}; below {LEAST}: {slow} of {len(ratios)}")


def _ratio(native: NativeEngine, module: WebModule, seconds: float, rounds: int) -> float:
    """WebAssembly's speed, in the median of rounds, as a part of native speed."""
    matches, taken = 4, 0.0
    while taken < seconds:
        matches *= 2
        taken = _native_seconds(native, matches)
    return median(
        _native_seconds(native, matches) / _module_seconds(native, module, matches)
        for _ in range(rounds)
    )


def _native_seconds(native: NativeEngine, matches: int) -> float:
    began = process_time()
    native.playouts(SEED, matches, most_decisions=MOST_DECISIONS, threads=1)
    return process_time() - began


def _module_seconds(native: NativeEngine, module: WebModule, matches: int) -> float:
    """Of the second time, when the browser's compiler has seen what is worth its while."""
    memory = ModuleMemory(module)
    results = memory.block(bytes(4 * matches * (native.program.players + 1)))
    for _ in range(2):
        order = (0, memory.context, SEED, 0, matches, MOST_DECISIONS)
        memory.call(PLAYOUTS, *order, results, 0, 0)
    memory.run()
    return memory.seconds[-1]
