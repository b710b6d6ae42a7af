"""How large a text and what it declares may be. `kibitz.engine.limits` adds the limits of a run."""

from __future__ import annotations

TEXT_BYTES = 1 << 17
"""A whole program; the longest game we know has eleven thousand."""
PAGE_BYTES = 1 << 17
"""The page beside it; the longest we know has ten thousand."""
NESTING = 100
"""Parentheses inside each other; published games stay below 30."""
WORDS = 16_384
"""Words, signs and lists of a program; golf, the longest we know, has two thousand. What takes more
than a moment to check, to lower or to compile is not a card game."""
NAME_LETTERS = 64
"""Letters of a name; the longest we know has 23. Names are in every key, label and report."""
NAMES = 1024
"""Different names and variables of a program; golf, with all its house rules, has a hundred.
A name that is worked out in play may mean any of them."""
OPERANDS = 100
"""Numbers added or multiplied in one calculation: it is worked out one inside the other."""
CONSTANTS = 1024
"""Elements of a declared list: they are spread out wherever it is used."""
LARGEST_INTEGER = 2**31 - 1
"""Numbers have 32 bits in both engines."""
INDICES = 64
"""Indices of one location, 0 … 63."""
PLAYERS = 16
"""Seats of a game."""
