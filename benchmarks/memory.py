"""Whether playing takes more and more memory; run as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kibitz import load
from kibitz.engine.native.runtime.engine import NativeEngine

PLAYOUTS = 10_000_000
CHUNK = 100_000
STATUS = Path("/proc/self/statm")


def growth_of_a_new_process() -> int:
    """Bytes, as the new process tells them."""
    command = [sys.executable, "-m", __name__]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(told.stdout)


def growth() -> int:
    """Bytes that lie in memory after all playouts, beyond those after the first tenth."""
    native = NativeEngine(load("golf-six").program)
    for first in range(0, PLAYOUTS // 10, CHUNK):
        native.playouts(2, CHUNK, first=first)
    before = _resident()
    for first in range(0, PLAYOUTS, CHUNK):
        native.playouts(1, CHUNK, first=first)
    return _resident() - before


def _resident() -> int:
    return int(STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    print(growth())
