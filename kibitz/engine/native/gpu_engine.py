"""The native engine of a machine with a GPU: playouts there, a match a thread, in short launches.

What a thread has no room for, and what meets a fault, is played again by the processor: so the
results are the same, and faults are explained as ever.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from kibitz.engine.native.context import keeps_lists
from kibitz.engine.native.cuda import gpu
from kibitz.engine.native.engine import NativeEngine
from kibitz.engine.native.grid import fast_bytes
from kibitz.engine.native.object_code import object_code
from kibitz.engine.native.playouts import UNPLAYED, Numbers
from kibitz.engine.native.signatures import GRID_PLAYOUTS, Purpose
from kibitz.engine.program import Program
from kibitz.engine.stopping import current, together

THREADS = 32
"""In a block: one warp, so that its memory is free as soon as its matches are over."""
_FIRST, _MOST = 1 << 14, 1 << 24
"""Matches of the first launch, and the most of any."""
_WANTED = 0.1
"""Seconds that a launch should take: worth its while, and far from the longest."""
_ROOM = 1 << 28
"""Bytes of results and traces of one launch."""


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
        seed, first = seed_and_first
        row = results.itemsize * results.shape[1]
        traced = 0 if traces is None else traces.itemsize * traces.shape[1]
        most = max(1, min(_MOST, _ROOM // (row + traced)))
        room = min(most, len(results))
        start = self.gpu.memory(self.state_bytes)
        if block is not None:
            self.gpu.upload(start, block)
        scored, told = self.gpu.memory(room * row), self.gpu.memory(room * traced)
        low = 0
        while low < len(results) and not current().is_set():
            high = min(low + min(most, self._matches), len(results))
            if traces is not None:
                self.gpu.clear(told)
            seconds = self._launch(
                high - low,
                (
                    0 if block is None else start.address,
                    self.gpu.stop_address,
                    seed & (2**64 - 1),
                    first + low,
                    high - low,
                    limit,
                    scored.address,
                    0 if traces is None else told.address,
                ),
            )
            self.gpu.download(scored, results[low:high])
            if traces is not None:
                self.gpu.download(told, traces[low:high])
            self._pace(high - low, seconds)
            low = high
        results[low:, -1] = UNPLAYED

    def _pace(self, matches: int, seconds: float) -> None:
        """The next launch should take as long as is wanted; it grows carefully."""
        self.seconds += seconds
        wanted = int(matches * min(4.0, _WANTED / max(seconds, 1e-6)))
        if matches == self._matches or wanted < self._matches:
            self._matches = int(np.clip(wanted, 1 << 10, _MOST))
