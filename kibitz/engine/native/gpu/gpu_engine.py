"""The native engine of a machine with a GPU: playouts there, a match a thread, in short launches.

What a thread has no room for, and what meets a fault, is played again by the processor: so the
results are the same, and faults are explained as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from kibitz.engine.cancellation import current, together
from kibitz.engine.native.gpu.cuda import Memory, gpu
from kibitz.engine.native.gpu.grid import fast_bytes, kept_bytes
from kibitz.engine.native.layout.context import keeps_lists
from kibitz.engine.native.layout.signatures import GRID_PLAYOUTS, Purpose
from kibitz.engine.native.runtime.code import object_code
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import PAUSED, UNPLAYED, Order, PlayoutSheet
from kibitz.engine.program import Program

THREADS = 32
"""In a block: one warp, so that its memory is free as soon as its matches are over."""
_FIRST, _MOST = 1 << 17, 1 << 24
"""Matches of the first launch, enough to keep a GPU busy, and the most of any."""
_WANTED = 0.1
"""Seconds that a launch should take: worth its while, and far from the longest."""
_ROOM = 1 << 30
"""Bytes of results, traces and kept matches of one launch."""


class GpuEngine(NativeEngine):
    """Playouts on the GPU of this machine; everything else as on any."""

    def __init__(self, program: Program) -> None:
        """Raises NoGpu, and GpuFault if the driver cannot load the code."""
        self.gpu = gpu()
        super().__init__(program)
        made = object_code(program, Purpose.GRID)
        fast = fast_bytes(self.state_bytes, keeps_lists=keeps_lists(made.faults))
        self._launch = self.gpu.load(made.code).kernel(GRID_PLAYOUTS, THREADS, fast)
        self._matches = _FIRST
        self.seconds = 0.0
        """Spent in launches so far."""
        self.launches = 0
        """How many there were."""

    def _play_ahead(self, order: Order, sheet: PlayoutSheet) -> None:
        together([partial(self._play, order, sheet)])

    def _play(self, order: Order, sheet: PlayoutSheet) -> None:
        self.gpu.use()
        sizes = [0 if part is None else part.itemsize * part.shape[1] for part in sheet.parts]
        sizes.append(kept_bytes(self.state_bytes))
        most = max(1, min(_MOST, _ROOM // sum(sizes)))
        room = min(most, len(sheet))
        start = self.gpu.memory(self.state_bytes)
        if order.start is not None:
            self.gpu.upload(start, order.start)
        memory = [self.gpu.memory(room * size) for size in sizes]
        begin = 0 if order.start is None else start.address
        low = 0
        while low < len(sheet) and not current().is_set():
            high = min(low + min(most, self._matches), len(sheet))
            match = (order.seed & (2**64 - 1), order.first + low, high - low, order.limit)
            head = (begin, self.gpu.stop_address, *match)
            self._play_some(memory, head, sheet.part(slice(low, high)))
            low = high
        sheet.last[low:] = UNPLAYED

    def _play_some(
        self, memory: Sequence[Memory], head: tuple[int, ...], sheet: PlayoutSheet
    ) -> None:
        """As many launches as these matches take; those that are left have UNPLAYED decisions."""
        *places, kept = memory
        parts = list(zip(places, sheet.parts, strict=True))
        for place, part in parts:
            if part is not None:
                self.gpu.clear(place)
        tail = (*(0 if part is None else place.address for place, part in parts), kept.address)
        seconds, goes_on = 0.0, 0
        while True:
            seconds += self._launch(len(sheet), (*head, *tail, goes_on))
            self.launches += 1
            self.gpu.download(places[0], sheet.results)
            goes_on = int((sheet.last == PAUSED).any())
            if not goes_on or current().is_set():
                break
        for place, part in parts[1:]:
            if part is not None:
                self.gpu.download(place, part)
        if goes_on:
            sheet.last[sheet.last == PAUSED] = UNPLAYED
        self._pace(len(sheet), seconds)

    def _pace(self, matches: int, seconds: float) -> None:
        """The next launch should take as long as is wanted; it grows carefully."""
        self.seconds += seconds
        wanted = int(matches * min(4.0, _WANTED / max(seconds, 1e-6)))
        if matches == self._matches or wanted < self._matches:
            self._matches = int(np.clip(wanted, _FIRST, _MOST))
