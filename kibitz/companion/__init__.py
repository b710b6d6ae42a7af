"""A match at a real table, told move by move: chance is entered instead of drawn.

In: a Game, the seat that asks, and what it sees. Out: what is to be entered next, the table as that
seat knows it, and so everything that needs a View, advice first.
Read table.py.
"""

from kibitz.companion.table import (
    MISSED,
    BadEntry,
    CardWanted,
    ChoiceWanted,
    Entry,
    RealTable,
    Wanted,
    Way,
    card_named,
)
