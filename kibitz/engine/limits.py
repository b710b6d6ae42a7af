"""Every limit of the language and of a run, each with its reason.

Both engines, the checker and the documents take them from here; a match beyond one of them stops
with a diagnostic, in both engines at the same decision.
"""

from __future__ import annotations

from kibitz.recycle.limits import *  # noqa: F403

# ---------------------------------------------------------------------------- what there is

LOCATIONS = 2048
"""Locations of all owners, names and indices together: each has its place in a state. Rummy, which
has the most we know, has 134."""
STORAGES = 1024
"""Numbers, or strings, or point maps of all owners together, for the same reason; golf has 65."""
CARDS = 1024
"""Cards in a match: nineteen packs. Seats follow what they know of every single one."""
FEW_CARDS = 255
"""In a match of no more, a card is a byte in native code, and so is the length of a list."""


def list_cards(cards: int) -> int:
    """Cards in one list, and references in one `mem` location, of a match with so many cards."""
    return max(FEW_CARDS, cards)


# ---------------------------------------------------------------------------- what play may cost

WORK = 1_000_000
"""Looks at elements while options are found, or between a choice and the next decision: well
below a second in the interpreter, a tenth of that in native code."""
STEPS = 100_000
"""Steps between two decisions, if they do next to nothing: a step costs at least ten looks."""
ELEMENTS = 65_536
"""Elements in one collection."""
SUBSET_CARDS = 62
"""Cards whose subsets of a certain size can be asked for: a subset is a mask of 64 bits."""
OPTIONS = 16_384
"""Options of one decision: nobody reads more, and search gives each a place in its tables."""
PICKS = 64
"""Picks on the way to one option."""

# ---------------------------------------------------------------------------- what is compiled

INSTRUCTIONS = 45_000
"""Emitted for one game, before they are made fewer: so many compile in some seconds. Gin Rummy has
41 000 of them where nets learn it, all other games we know have less than half as many."""
CODE_ROOM = 1 << 20
"""Bytes for lists on the stack of all emitted functions together; a thread has eight times that."""

# ---------------------------------------------------------------------------- what seats follow

TABLES = 64
"""Tables of one doubt, beyond which a seat follows cards less exactly: they multiply."""
EFFORT = 20_000
"""Doubts and tables that seats work on between two decisions; then they only look again."""

# ---------------------------------------------------------------------------- what records hold

RECORD_BYTES = 1 << 23
"""A whole record; a choice takes about a hundred bytes."""
NAME_LENGTH = 1000
"""Letters of a name in a record: the game's, a player's, an option's."""
LOWEST_SEED, HIGHEST_SEED = -(1 << 63), (1 << 64) - 1
"""The generator is seeded with 64 bits."""
