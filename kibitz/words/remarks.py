"""Sentences of a game's page about the table as it is now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kibitz.engine import Program, View
from kibitz.engine.program import OwnerKind
from kibitz.games.page import Remark

_NUMBER = re.compile(r"\{([A-Z]+)\}")


def remark(program: Program, remarks: Sequence[Remark], view: View) -> str:
    """The first remark that is true, as the view's seat would hear it; empty if none is."""
    numbers = {
        program.strings[storage.name]: view.ints[storage.first]
        for storage in program.int_storages
        if storage.owner is OwnerKind.TABLE
    }
    for said in remarks:
        denied = any(program.options.get(name) == value for name, value in said.unless.items())
        if numbers.get(said.when, 0) and not denied:
            text = _NUMBER.sub(lambda found: str(numbers.get(found[1], found[0])), said.text)
            return re.sub(rf"\bplayer {view.seat + 1}\b", "you", text)
    return ""
