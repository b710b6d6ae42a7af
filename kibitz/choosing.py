"""Which option somebody means: by its index, its key, its label, or a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from kibitz.engine import IllegalChoice
from kibitz.engine.protocol import Option

_SHOWN = 12
"""More options than this are counted, not listed, when none fits."""
_SUITS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}
_RANKS = {*"23456789ajqk", "10"}


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
    """Those with that key; else with that label; else in whose label the words occur; else of that
    name, with the other words somewhere in the label: `knock 7h`."""
    by_key = [option for option in options if option.key == said]
    if by_key:
        return by_key
    words = _words(said)
    whole = [option for option in options if _words(option.label) == words]
    if whole or not words:
        return whole
    partly = [option for option in options if _occur(words, option.label)]
    return partly or [option for option in options if _is_named(words, option)]


def _is_named(words: Sequence[str], option: Option) -> bool:
    there = iter(_words(option.label))
    return words[0] == option.name.casefold() and all(word in there for word in words[1:])


def _occur(words: Sequence[str], label: str) -> bool:
    there = _words(label)
    starts = range(len(there) - len(words) + 1)
    return any(there[start : start + len(words)] == words for start in starts)


def _words(text: str) -> list[str]:
    return [_card(word) for word in text.casefold().replace(",", " ").split()]


def _card(word: str) -> str:
    """`7h` and `7♥` are the same card."""
    rank, suit = word[:-1], _SUITS.get(word[-1])
    return rank + suit if suit and rank in _RANKS else word


def _told(said: object) -> str:
    return repr(said) if isinstance(said, str) else str(said)


def _listed(options: Sequence[Option]) -> str:
    shown = ", ".join(f"{option.index} {option}" for option in options[:_SHOWN])
    more = len(options) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown or "none"
