"""Matches with real cards that somebody has entered to their end."""

from __future__ import annotations

from kibitz import load
from kibitz.companion import ChoiceWanted, Entry, RealTable
from kibitz.engine import Rng

RULES: dict[str, int | str] = {"HOLES": 1}
NAMES = ["Ann", "Ben"]


def entered() -> RealTable:
    """A hole of golf for two, by chance."""
    table, chance = RealTable(load("golf", PLAYERS=len(NAMES), **RULES), 0), Rng(1)
    while (wanted := table.wanted) is not None:
        if isinstance(wanted, ChoiceWanted):
            table.enter(Entry(chance.below(len(wanted.decision.options))))
        else:
            kinds = sorted(wanted.kinds)
            table.enter(Entry(kinds[chance.below(len(kinds))]))
    return table
