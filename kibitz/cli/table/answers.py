"""What a person types at the table, understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from kibitz.choosing import named
from kibitz.engine import Option
from kibitz.words import Offer

_LISTED = 4
"""More options than this that could be meant are counted, not listed."""


class Key(StrEnum):
    """Letters that ask for something else than an option, and for what."""

    meaning: str

    def __new__(cls, letters: str, meaning: str) -> Self:
        key = str.__new__(cls, letters)
        key._value_, key.meaning = letters, meaning
        return key

    HELP = "?", "the rules at this table, and this list"
    LOG = "l", "everything you have seen so far"
    CARD = "c", "the scorecard, in games that have one"
    HINT = "h", "a hint: what to do here, from what you may know"
    NUMBERS = "hh", "all of it: what every option is worth, and why"
    UNDO = "u", "take your latest move back, and what the bots did since"
    MULLIGAN = "m", "with --memory manual, look again at your cards if the game allows it"
    PROGRAM = "r", "the RECYCLE program of the game"
    FORCED = "f", "from now on, play by itself whenever there is only one option (again: stop)"
    QUIT = "q", "leave; `kibitz play` goes on with the match later"


@dataclass(frozen=True, slots=True)
class ChosenOption:
    option: int
    """Its index among all options of the decision."""


@dataclass(frozen=True, slots=True)
class Unclear:
    hint: str


Answer = ChosenOption | Key | Unclear


def understand(line: str, offers: Sequence[Offer], options: Sequence[Option]) -> Answer:
    """The option: what its offer says to type, or cards or words that only its label has; or a
    key; or a hint. `options` are all there are, offered or not."""
    text = line.strip().casefold()
    if not text:
        return ChosenOption(offers[0].option.index) if len(offers) == 1 else Unclear(_hint(offers))
    if text in list(Key):
        return next(key for key in Key if key == text)
    tagged = [offer.option for offer in offers if offer.tag == text]
    fitting = tagged or _meant(text, [offer.option for offer in offers], options)
    if len(fitting) == 1:
        return ChosenOption(fitting[0].index)
    if fitting:
        shown = [f"{offer.tag} {offer.option}" for offer in offers if offer.option in fitting]
        several = f"{len(fitting)} of the options"
        listed = ", ".join(shown) if 0 < len(shown) <= _LISTED else several
        return Unclear(f"that could be {listed}; {_hint(offers)}")
    return Unclear(f"that is none of the options; {_hint(offers)}")


def _meant(text: str, offered: Sequence[Option], options: Sequence[Option]) -> list[Option]:
    """By whole words, among what is offered first; else by a piece of the label."""
    if len(text) == 1:
        begun = [option for option in offered if str(option).casefold().startswith(text)]
        return begun or named(offered, text)
    pieces = [option for option in offered if text in str(option).casefold()]
    return named(offered, text) or named(options, text) or pieces


def _hint(offers: Sequence[Offer]) -> str:
    if len(offers) == 1:
        return f"press Enter, or type {offers[0].tag}; ? shows the rules"
    return f"type {typed(offers)}, or a card or words of an option; ? shows the rules"


def typed(offers: Sequence[Offer]) -> str:
    """What may be typed, in short: `1–6, 7`, `t1–t4, s1–s4`."""
    runs: list[list[str]] = []
    for offer in offers:
        if runs and _follows(runs[-1][-1], offer.tag):
            runs[-1].append(offer.tag)
        else:
            runs.append([offer.tag])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _follows(before: str, tag: str) -> bool:
    """Whether the tag is the next number, with the same letters before it."""
    letters = tag.rstrip("0123456789")
    return before.rstrip("0123456789") == letters and (
        int(before[len(letters) :]) + 1 == int(tag[len(letters) :])
    )
