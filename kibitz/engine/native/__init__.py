"""Games as machine code: playouts by the million, many states at once, search.

In: a Program. Out: engines, batches and searchers, compiled once for each program and kept.
Read engine.py first, then code.py and emission.py, which is the list of passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

from kibitz.engine.device import Device
from kibitz.engine.native.batch import Batch
from kibitz.engine.native.engine import NativeEngine
from kibitz.engine.native.exact import Exact
from kibitz.engine.native.gpu_engine import GpuEngine
from kibitz.engine.native.gpu_trials import GpuTrials
from kibitz.engine.native.learner import Learner
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
    "learner",
    "native_engine",
    "searcher",
]

_KEPT = 32
"""Compiled games kept in memory."""

Made = TypeVar("Made")


@dataclass
class _Place(Generic[Made]):
    """Where one thing is made; whoever comes while it is being made waits."""

    lock: Lock = field(default_factory=Lock)
    made: Made | None = None


class _OnceByRules(Generic[Made]):
    """Makes a thing once for every game and its options, and keeps those asked for last."""

    def __init__(self, make: Callable[[Program], Made]) -> None:
        self._make = make
        self._lock = Lock()
        self._places: dict[object, _Place[Made]] = {}

    def __call__(self, program: Program) -> Made:
        place = self._place(program)
        with place.lock:
            if place.made is None:
                place.made = self._make(program)
            return place.made

    def _place(self, program: Program) -> _Place[Made]:
        rules = program.source, tuple(sorted(program.options.items()))
        with self._lock:
            place = self._places.pop(rules, None) or _Place()
            self._places[rules] = place
            if len(self._places) > _KEPT:
                del self._places[next(iter(self._places))]
            return place


_engines: dict[Device, _OnceByRules[NativeEngine]] = {
    Device.CPU: _OnceByRules(NativeEngine),
    Device.CUDA: _OnceByRules(GpuEngine),
}


def native_engine(program: Program, device: Device = Device.CPU) -> NativeEngine:
    """The compiled engine of these rules, made on first use. Raises NoGpu where there is none."""
    return _engines[device](program)


exact = _OnceByRules(Exact)
"""The compiled solver of these rules, made on first use."""
learner = _OnceByRules(Learner)
"""The compiled learning code of these rules, made on first use."""
gpu_trials = _OnceByRules(GpuTrials)
"""The compiled trials of these rules on a GPU, made on first use. Raises NoGpu."""
searcher = _OnceByRules(Searcher)
"""The compiled search of these rules, made on first use."""
