"""Pieces of program text as reports quote them."""

from __future__ import annotations

_LONGEST = 40


def quoted(text: str) -> str:
    """`text` between backquotes, shortened if it is very long."""
    return f"`{text}`" if len(text) <= _LONGEST else f"`{text[: _LONGEST - 1]}…`"
