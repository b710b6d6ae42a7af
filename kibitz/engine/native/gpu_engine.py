"""The native engine of a machine with a GPU: playouts there, a match a thread, in short launches.

What a thread has no room for, and what meets a fault, is played again by the processor: so the
results are the same, and faults are explained as ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from kibitz.engine.native.context import keeps_lists
from kibitz.engine.native.cuda import Memory, gpu
from kibitz.engine.native.engine import NativeEngine
from kibitz.engine.native.grid import fast_bytes, kept_bytes
from kibitz.engine.native.object_code import object_code
from kibitz.engine.native.playouts import PAUSED, UNPLAYED, Numbers
from kibitz.engine.native.signatures import GRID_PLAYOUTS, Purpose
from kibitz.engine.program import Program
from kibitz.engine.stopping import current, together

THREADS = 32
"""In a block: one warp, so that its memory is free as soon as its matches are over."""
_FIRST, _MOST = 1 << 17, 1 << 24
"""Matches of the first launch, enough to keep a GPU busy, and the most of any."""
_WANTED = 0.1
"""Seconds that a launch should take: worth its while, and far from the longest."""
_ROOM = 1 << 30
"""Bytes of results, traces and kept matches of one launch."""


@dataclass(frozen=True, slots=True)
class _Memory:
    """On the GPU, for the matches of one launch."""

    results: Memory
    traces: Memory
    kept: Memory


class GpuEngine(NativeEngine):
    """Playouts on the GPU of this machine; everything else as on any."""

    def __init__(self, program: Program) -> None:
        """Raises NoGpu, and GpuFault if the driver cannot load the code."""
        self.gpu = gpu()
        super().__init__(program)
        made = object_code(program, Purpose.GRID, checked=False)
        fast = fast_bytes(self.state_bytes, keeps_lists=keeps_lists(made.faults))
        self._launch = self.gpu.load(made.code).kernel(GRID_PLAYOUTS, THREADS, fast)
        self._matches = _FIRST
        self.seconds = 0.0
        """Spent in launches so far."""
        self.launches = 0
        """How many there were."""

    def _play_ahead(
        self,
        block: bytes | None,
        seed_and_first: tuple[int, int],
        limit: int,
        results: Numbers,
        traces: Numbers | None,
    ) -> None:
        together([partial(self._play, block, seed_and_first, limit, results, traces)])

    def _play(
        self,
        block: bytes | None,
        seed_and_first: tuple[int, int],
        limit: int,
        results: Numbers,
        traces: Numbers | None,
    ) -> None:
        self.gpu.use()
        row = results.itemsize * results.shape[1]
        traced = 0 if traces is None else traces.itemsize * traces.shape[1]
        each = kept_bytes(self.state_bytes)
        most = max(1, min(_MOST, _ROOM // (row + traced + each)))
        room = min(most, len(results))
        start = self.gpu.memory(self.state_bytes)
        if block is not None:
            self.gpu.upload(start, block)
        memory = _Memory(*(self.gpu.memory(room * size) for size in (row, traced, each)))
        begin = 0 if block is None else start.address
        low = 0
        while low < len(results) and not current().is_set():
            high = min(low + min(most, self._matches), len(results))
            told = None if traces is None else traces[low:high]
            seed, first = seed_and_first
            match = (seed & (2**64 - 1), first + low, high - low, limit)
            self._play_some(memory, (begin, self.gpu.stop_address, *match), results[low:high], told)
            low = high
        results[low:, -1] = UNPLAYED

    def _play_some(
        self, memory: _Memory, head: tuple[int, ...], results: Numbers, traces: Numbers | None
    ) -> None:
        """As many launches as these matches take; those that are left have UNPLAYED decisions."""
        if traces is not None:
            self.gpu.clear(memory.traces)
        told = 0 if traces is None else memory.traces.address
        tail = (memory.results.address, told, memory.kept.address)
        seconds, goes_on = 0.0, 0
        while True:
            seconds += self._launch(len(results), (*head, *tail, goes_on))
            self.launches += 1
            self.gpu.download(memory.results, results)
            goes_on = int((results[:, -1] == PAUSED).any())
            if not goes_on or current().is_set():
                break
        if traces is not None:
            self.gpu.download(memory.traces, traces)
        if goes_on:
            results[results[:, -1] == PAUSED, -1] = UNPLAYED
        self._pace(len(results), seconds)

    def _pace(self, matches: int, seconds: float) -> None:
        """The next launch should take as long as is wanted; it grows carefully."""
        self.seconds += seconds
        wanted = int(matches * min(4.0, _WANTED / max(seconds, 1e-6)))
        if matches == self._matches or wanted < self._matches:
            self._matches = int(np.clip(wanted, _FIRST, _MOST))
