"""How cards are called: in the words of the page for values of their attributes, or the usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.engine import Program, kind_texts, value_text
from kibitz.games import CardWords

RANK, SUIT, COLOUR = "RANK", "SUIT", "COLOUR"
_DIGITS = {"ZERO": "0", "ONE": "1", "ELEVEN": "11", "TWELVE": "12", "THIRTEEN": "13"}
"""Numbers that no usual pack has."""


@dataclass(frozen=True, slots=True)
class FaceWords:
    """A kind of card in the words of its page."""

    text: str
    """How it is written in a line."""
    words: str
    """How it is said."""
    corner: str
    """What stands on it beside its colour and its shape."""
    colour: str
    shape: str

    @property
    def is_own(self) -> bool:
        """Whether the page says more of it than its text."""
        return bool(self.colour or self.shape or self.words != self.text)


def face_words(program: Program, cards: Mapping[str, CardWords]) -> tuple[FaceWords, ...]:
    """By kind. Where the page has no words, cards are called as in keys, unless two different ones
    would be called alike: then by all their values."""
    plain = kind_texts(program)
    strings = program.strings
    values = [
        {strings[attribute]: strings[value] for attribute, value in kind.attributes}
        for kind in program.kinds
    ]
    is_worded = any(value in cards for found in values for value in found.values())
    faces: dict[str, set[tuple[str, ...]]] = {}
    for text, found in zip(plain, values, strict=True):
        faces.setdefault(text, set()).add(tuple(found.values()))
    return tuple(
        _WordedCard(found, cards).made()
        if is_worded or len(faces[text]) > 1
        else FaceWords(text, text, text, "", "")
        for text, found in zip(plain, values, strict=True)
    )


class _WordedCard:
    """One card, put together of the words for its values."""

    def __init__(self, values: dict[str, str], cards: Mapping[str, CardWords]) -> None:
        drawn = [cards[value] for value in values.values() if value in cards]
        self._colour = next((one.colour for one in drawn if one.colour), "")
        self._shape = next((one.shape for one in drawn if one.shape), "")
        self._words = cards
        self._rank = values.get(RANK)
        is_told_by_suit = SUIT in values and COLOUR in values and values[COLOUR] not in cards
        left_out = {RANK, *([COLOUR] if is_told_by_suit else [])}
        self._others = [value for name, value in values.items() if name not in left_out]

    def made(self) -> FaceWords:
        others = [self._short(value) for value in self._others]
        rank = "" if self._rank is None else self._short(self._rank)
        is_sign = len(others) == 1 and len(others[0]) == 1 and not others[0].isalnum()
        text = f"{rank}{others[0]}" if is_sign else " ".join(filter(None, [*others, rank]))
        values = [*self._others, *([self._rank] if self._rank else [])]
        words = " ".join(filter(None, map(self._word, values)))
        inked = [value for value in values if not self._is_colour(value)]
        corner = " ".join(filter(None, map(self._short, inked))) or text
        return FaceWords(text, words, corner, self._colour, self._shape)

    def _is_colour(self, value: str) -> bool:
        """Whether one sees it without its word."""
        said = self._words.get(value)
        return said is not None and said.colour != "" and not said.short

    def _short(self, value: str) -> str:
        said = self._words.get(value)
        if said is None:
            return _DIGITS.get(value) or value_text(value)
        return said.short or said.word

    def _word(self, value: str) -> str:
        return self._words[value].word if value in self._words else value.lower()
