"""Programs by the names people type: a path, or `-` for what is piped in."""

from __future__ import annotations

import sys
from pathlib import Path

from kibitz.recycle import Source, limits
from kibitz.recycle.loading import load_source, source_from_bytes

STANDARD_INPUT = "-"


def read_source(name: str) -> Source:
    """The program text. Raises RecycleError if it cannot be read."""
    if name != STANDARD_INPUT:
        return load_source(Path(name))
    data = sys.stdin.buffer.read(limits.TEXT_BYTES + 1)
    return source_from_bytes("standard input", data)
