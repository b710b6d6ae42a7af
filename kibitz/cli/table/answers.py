"""What a person types at the table, understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Key(StrEnum):
    """Single letters that ask for something else than an option."""

    HELP = "?"
    LOG = "l"
    CARD = "c"
    MULLIGAN = "m"
    PROGRAM = "r"
    FORCED = "f"
    QUIT = "q"


KEYS = {
    Key.HELP: "the rules, and this list",
    Key.LOG: "everything you have seen so far",
    Key.CARD: "the scorecard, in games that have one",
    Key.MULLIGAN: "with --memory manual, look again at your cards if the game allows it",
    Key.PROGRAM: "the RECYCLE program of the game",
    Key.FORCED: "from now on, play by itself whenever there is only one option (again: stop)",
    Key.QUIT: "leave; `kibitz play` goes on with the match later",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    option: int


@dataclass(frozen=True, slots=True)
class Unclear:
    hint: str


Answer = Chosen | Key | Unclear


def understand(line: str, labels: Sequence[str]) -> Answer:
    """The option, by its number or by words that only its label has; or a key; or a hint."""
    text = line.strip().casefold()
    if not text:
        return Chosen(0) if len(labels) == 1 else Unclear(_hint(labels))
    if text in list(Key):
        return Key(text)
    if text.isdecimal():
        number = int(text[:9])
        return Chosen(number - 1) if 1 <= number <= len(labels) else Unclear(_hint(labels))
    fitting = [n for n, label in enumerate(labels) if label.casefold() == text]
    fitting = fitting or [n for n, label in enumerate(labels) if text in label.casefold()]
    if len(fitting) == 1 and len(text) > 1:
        return Chosen(fitting[0])
    if len(fitting) > 1 and len(text) > 1:
        return Unclear(f"that could be {len(fitting)} of the options; {_hint(labels)}")
    return Unclear(f"that is none of the options; {_hint(labels)}")


def _hint(labels: Sequence[str]) -> str:
    if len(labels) == 1:
        return "press Enter, or type 1; ? shows the rules"
    return f"type a number from 1 to {len(labels)}; ? shows the rules"
