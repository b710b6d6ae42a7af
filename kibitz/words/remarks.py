"""Sentences of a game's page about the table as it is now."""

from __future__ import annotations

import re

from kibitz.engine import View
from kibitz.words.vocabulary import Vocabulary

_NUMBER = re.compile(r"\{([A-Z]+)\}")


def remark(vocabulary: Vocabulary, view: View) -> str:
    """The first remark that is true, as the view's seat would hear it; empty if none is."""
    slots = vocabulary.table_slots

    def number(found: re.Match[str]) -> str:
        return str(view.ints[slots[found[1]]]) if found[1] in slots else found[0]

    for slot, said in vocabulary.remarks:
        if view.ints[slot]:
            text = _NUMBER.sub(number, said)
            return re.sub(rf"\bplayer {view.seat + 1}\b", "you", text)
    return ""
