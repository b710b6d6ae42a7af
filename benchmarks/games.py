"""The games that are measured, compiled once each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.program import Program
from kibitz.engine.rng import Rng
from kibitz.game import load

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
"""Published games; they are no part of kibitz, and a line says where they are missing."""


def corpus_names() -> list[str]:
    return sorted(path.stem for path in CORPUS.glob("*.rcy"))


def address(name: str) -> str:
    """What to load for a published game, or else for the library's game of that name."""
    published = CORPUS / f"{name}.rcy"
    return str(published) if published.is_file() else name


@cache
def program(name: str) -> Program:
    return load(address(name)).program


@cache
def engine(name: str) -> NativeEngine:
    return NativeEngine(program(name))


def from_the_deal(name: str, *, threads: int = 1) -> Callable[[int], int]:
    """Plays so many whole matches, dealing included; their decisions."""
    native = engine(name)
    return lambda matches: int(native.playouts(1, matches, threads=threads).decisions.sum())


def from_dealt_states(name: str, deals: int) -> Callable[[int], int]:
    """Plays so many matches in all on from several dealt states; their decisions."""
    native = engine(name)
    starts = [native.interpreter.deal(Rng(seed)).state for seed in range(deals)]

    def play(matches: int) -> int:
        each = max(1, matches // deals)
        return sum(
            int(native.playouts(1, each, start=start, threads=1).decisions.sum())
            for start in starts
        )

    return play
