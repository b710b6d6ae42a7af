"""What a person types at a real table: a card by its rank, with its suit only where that counts."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.choosing import cards_in
from kibitz.engine import alike
from kibitz.game import Game
from kibitz.recycle import KibitzError

MISSED = "?"
"""Typed for a card that was not seen."""


class BadEntry(KibitzError):
    """Something that cannot have happened, or cannot be understood."""


def card_named(game: Game, word: str, left: Mapping[int, int]) -> int:
    """The kind of card that is meant, among those that are left, by how many of each.

    Where suits count for nothing, `7` is any of the sevens. Raises BadEntry.
    """
    texts = [text.casefold() for text in game.vocabulary.kind_texts]
    said = cards_in(word.casefold()) or [word.casefold()]
    meant = [kind for kind, text in enumerate(texts) if text == said[0]]
    if len(said) > 1:
        raise BadEntry("one card is asked for")
    if not meant:
        meant = [kind for kind, text in enumerate(texts) if text.rstrip("♠♣♥♦") == said[0]]
    if not meant:
        raise BadEntry(f"{word!r} is no card of this game")
    found = [kind for kind in meant if left.get(kind)]
    if not found:
        raise BadEntry(f"no {_called(game, meant, word)} is left: every one has been seen")
    numbers = alike(game.program)
    if len({numbers[kind] for kind in found}) > 1:
        choices = ", ".join(game.vocabulary.kind_texts[kind] for kind in found)
        raise BadEntry(f"say the suit, too: {choices}")
    return found[0]


def _called(game: Game, kinds: list[int], word: str) -> str:
    return game.vocabulary.kind_texts[kinds[0]] if len(kinds) == 1 else word.upper()
