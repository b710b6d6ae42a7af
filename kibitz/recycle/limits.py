"""How large a text and what it declares may be. `kibitz.engine.limits` adds the limits of a run."""

from __future__ import annotations

TEXT_BYTES = 1 << 20
"""A whole program; published games have a few thousand bytes."""
NESTING = 100
"""Parentheses inside each other; published games stay below 30."""
LARGEST_INTEGER = 2**31 - 1
"""Numbers have 32 bits in both engines."""
INDICES = 64
"""Indices of one location, 0 … 63."""
PLAYERS = 16
"""Seats of a game."""
