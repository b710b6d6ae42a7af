"""Matches of several holes, or hands: which number says that the next one has begun."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import Program
from kibitz.engine.program import OwnerKind
from kibitz.games import find, names
from kibitz.games.page_fields import Scorecard


def scorecard_of(program: Program) -> Scorecard | None:
    """That of the page, if it is a game of the library and is scored by holes."""
    name = program.source.name.removesuffix(".rcy")
    if name not in names():
        return None
    file = find(name)
    return file.page.scorecard if file.source.text == program.source.text else None


def hole_slot(program: Program, card: Scorecard | None, ints: Sequence[int]) -> int | None:
    """The slot of the number that changes with the hole, where others may follow this one."""
    if card is None:
        return None
    for storage in program.int_storages:
        is_hole = program.strings[storage.name] == card.hole
        if is_hole and storage.owner is OwnerKind.TABLE:
            is_last = ints[storage.first] == program.options.get(card.holes)
            return None if is_last else storage.first
    return None
