"""Which option somebody means: by its index, its key, its label, or a card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import SupportsIndex

from kibitz.engine import IllegalChoice, Option

_SHOWN = 12
"""More options than this are counted, not listed, when none fits."""
_SUITS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}
_CARD = re.compile("(10|[2-9ajqk])([hdcs♥♦♣♠])")
_CARDS = re.compile(f"(?:{_CARD.pattern})+")


def meant(options: Sequence[Option], said: object) -> int:
    """The index of the option that is meant. Raises IllegalChoice, which lists what fits."""
    match said:
        case Option():
            fitting = [option for option in options if option == said]
        case bool():
            fitting = []
        case SupportsIndex():  # numpy's integers, too
            fitting = [option for option in options if option.index == said]
        case str():
            fitting = _called(options, said)
        case _:
            raise IllegalChoice(
                f"an option is chosen by itself, its index, its key, its label or a card, "
                f"not by {said!r}"
            )
    if len(fitting) == 1:
        return fitting[0].index
    if fitting:
        raise IllegalChoice(f"{_told(said)} may be: {_listed(fitting)}")
    raise IllegalChoice(f"{_told(said)} is no option here; there are: {_listed(options)}")


def _called(options: Sequence[Option], said: str) -> list[Option]:
    """Those with that key; else those that the words mean."""
    by_key = [option for option in options if option.key == said]
    return by_key or named(options, said)


def named(options: Sequence[Option], said: str) -> list[Option]:
    """Those with that label; else in whose label the words occur; else which have them somewhere,
    behind their name if they have one: `knock 7h`. Where cards are said, rather those with no
    other card."""
    words = _words(said)
    there = {option.index: _words(option.label) for option in options}
    whole = [option for option in options if there[option.index] == words]
    if whole or not words:
        return whole
    together = [option for option in options if _occur(words, there[option.index])]
    fitting = together or [
        option
        for option in options
        if _follow(words, [option.name.casefold(), *there[option.index]])
    ]
    cards = sorted(filter(_is_card, words))
    exact = [o for o in fitting if sorted(filter(_is_card, there[o.index])) == cards]
    return exact if cards and exact else fitting


def _occur(words: Sequence[str], label: Sequence[str]) -> bool:
    """One after the other."""
    starts = range(len(label) - len(words) + 1)
    return any(label[start : start + len(words)] == words for start in starts)


def _follow(words: Sequence[str], label: Sequence[str]) -> bool:
    """Each, cards in any order, the others in that of the label, perhaps only their beginnings."""
    cards = Counter(filter(_is_card, words))
    rest = iter(label)
    plain = (word for word in words if not _is_card(word))
    return cards <= Counter(label) and all(
        any(there == word or (word.isalpha() and there.startswith(word)) for there in rest)
        for word in plain
    )


def _words(text: str) -> list[str]:
    return [card for word in text.casefold().replace(",", " ").split() for card in cards_in(word)]


def cards_in(word: str) -> list[str]:
    """`7h` and `7♥` are the same card, `7h8h` are two; another word is itself."""
    if not _CARDS.fullmatch(word):
        return [word]
    return [rank + _SUITS.get(suit, suit) for rank, suit in _CARD.findall(word)]


def _is_card(word: str) -> bool:
    return _CARD.fullmatch(word) is not None


def _told(said: object) -> str:
    return repr(said) if isinstance(said, str) else str(said)


def _listed(options: Sequence[Option]) -> str:
    shown = ", ".join(f"{option.index} {option}" for option in options[:_SHOWN])
    more = len(options) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown or "none"
