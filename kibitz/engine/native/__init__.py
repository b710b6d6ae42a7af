"""Games as machine code: playouts by the million, many states at once, search.

In: a Program. Out: engines, batches and searchers, compiled once for each program and kept.
Read engine.py first, then code.py and emission.py, which is the list of passes.
"""

from __future__ import annotations

from functools import lru_cache

from kibitz.engine.native.batch import Batch
from kibitz.engine.native.engine import NativeEngine
from kibitz.engine.native.playouts import Playouts
from kibitz.engine.native.searcher import Prospect, Search, Searcher, SearchPlan
from kibitz.engine.program import Program

__all__ = [
    "Batch",
    "NativeEngine",
    "Playouts",
    "Prospect",
    "Search",
    "SearchPlan",
    "Searcher",
    "native_engine",
    "searcher",
]

_KEPT = 32
"""Compiled games kept in memory."""


class _ByRules:
    """A program, equal to any other with the same game and options."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._key = program.digest, tuple(sorted(program.options.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByRules) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def native_engine(program: Program) -> NativeEngine:
    """The compiled engine of these rules, made on first use."""
    return _engine(_ByRules(program))


def searcher(program: Program) -> Searcher:
    """The compiled search of these rules, made on first use."""
    return _searcher(_ByRules(program))


@lru_cache(_KEPT)
def _engine(rules: _ByRules) -> NativeEngine:
    return NativeEngine(rules.program)


@lru_cache(_KEPT)
def _searcher(rules: _ByRules) -> Searcher:
    return Searcher(rules.program)
