"""How cards are called: in the words of the page for values of their attributes, or the usual; and
how they lie in a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kibitz.engine import PointMap, Program, kind_texts, nodes, point_sites, value_text
from kibitz.engine import program as p
from kibitz.games import CardWords
from kibitz.recycle import order_name

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


def alike(program: Program) -> tuple[int, ...] | None:
    """By kind: a number that faces share which the rules never tell apart.

    None where the rules look at single cards, so that even two of one kind may differ.
    """
    attributes = _attributes_that_matter(program)
    if attributes is None:
        return None
    numbers: dict[object, int] = {}
    faces = [tuple(kind.value(a) for a in sorted(attributes)) for kind in program.kinds]
    return tuple(numbers.setdefault(face, len(numbers)) for face in faces)


def hand_order(program: Program, order: str) -> tuple[int, ...]:
    """By kind: its place in a hand, by suit if suits matter, and by rank as the game ranks cards.

    The ranking is the point map called `order` or, if that is empty, the first one in the program
    in which no two cards of a suit are worth the same.
    """
    suits, ranking = _suits(program), rank_order(program, order)
    attributes = _attributes_that_matter(program)
    by_suit = attributes is None or any(program.strings[a] != RANK for a in attributes)
    first = {suit: number for number, suit in reversed(list(enumerate(suits)))}
    kinds = sorted(
        range(len(suits)),
        key=lambda kind: (first[suits[kind]] if by_suit else 0, ranking[kind], kind),
    )
    places = {kind: place for place, kind in enumerate(kinds)}
    return tuple(places[kind] for kind in range(len(suits)))


def rank_order(program: Program, order: str) -> Sequence[int]:
    """By kind: how high the rank is, as the game ranks cards."""
    return next(_rankings(program, order), range(len(program.kinds)))


def _attributes_that_matter(program: Program) -> frozenset[int] | None:
    """The attributes that the rules look at; None if they may look at any, or at single cards."""
    read: set[p.Value] = set()
    for node in nodes((*program.code, program.score)):
        match node:
            case p.AttributeOf(attribute=attribute) | p.Partition(attribute=attribute):
                read.add(attribute)
            case p.Award(tests=tests):
                read |= {attribute for attribute, _ in tests}
            case p.SameCard() | p.Remember():
                return None
            case _:
                pass
    fixed = {attribute.value for attribute in read if isinstance(attribute, p.Const)}
    return frozenset(fixed) if len(fixed) == len(read) else None


def _suits(program: Program) -> list[tuple[int, ...]]:
    """By kind: everything about the face but its rank."""
    return [
        tuple(value for attribute, value in kind.attributes if program.strings[attribute] != RANK)
        for kind in program.kinds
    ]


def _rankings(program: Program, order: str) -> Iterator[list[int]]:
    """Point maps that may say how cards are ranked: by kind, what it is worth."""
    suits = _suits(program)
    for site in point_sites(program):
        texts = [program.strings[storage.name] for storage in site.slot.storages]
        names = {order_name(text) or text for text in texts}
        worth = PointMap(tuple(_fixed(site)), program.kinds).scores
        is_strict = len({*zip(suits, worth, strict=True)}) == len(suits)
        if names == {order} if order else is_strict:
            yield worth


def _fixed(site: p.StorePoints) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """The awards that are the same in every match."""
    for award in site.awards:
        tests = [
            (attribute.value, value.value)
            for attribute, value in award.tests
            if isinstance(attribute, p.Const) and isinstance(value, p.Const)
        ]
        if len(tests) == len(award.tests) and isinstance(award.points, p.Const):
            yield tuple(tests), award.points.value
