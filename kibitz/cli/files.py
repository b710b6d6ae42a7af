"""Programs by the names people type: a path, or `-` for what is piped in."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kibitz.recycle import Source, limits, load_source, source_from_bytes

STANDARD_INPUT = "-"
FILE = click.Path(allow_dash=True, readable=False)
"""Whatever it is: what keeps it from being read is said by whoever reads it."""


def read_source(name: str) -> Source:
    """The program text. Raises RecycleError if it cannot be read."""
    if name != STANDARD_INPUT:
        return load_source(Path(name))
    data = sys.stdin.buffer.read(limits.TEXT_BYTES + 1)
    return source_from_bytes("standard input", data)


def replace_text(path: Path, text: str) -> None:
    """The file gets the new text whole or not at all."""
    from kibitz.engine import write_atomically

    target = path.resolve()
    write_atomically(target, text.encode(), target.stat().st_mode)
