"""The cards of a pack, taken from it one by one as a position names them."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.advisor.position_file import BadPosition
from kibitz.game import Game

_SUITS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}
_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def face_of(game: Game, text: str) -> frozenset[int]:
    """The kinds of card that are meant: `7♥`, `7h`, and `7` where the rules know no suits.

    Raises BadPosition.
    """
    words = game.vocabulary
    wanted = text.casefold()
    if wanted[-1:] in _SUITS and wanted[:-1]:
        by_sign = _kinds(words.kind_texts, wanted[:-1] + _SUITS[wanted[-1]])
        if by_sign:
            return by_sign
    exact = _kinds(words.kind_texts, wanted)
    if exact:
        return exact
    by_rank = frozenset(
        kind
        for kind, called in enumerate(words.kind_texts)
        if called.casefold().rstrip("♥♦♣♠") == wanted
    )
    if not by_rank:
        raise BadPosition(f"there is no card {text!r} in the pack")
    alike = words.alike
    if alike is None or len({alike[kind] for kind in by_rank}) > 1:
        cards = ", ".join(words.kind_texts[kind] for kind in sorted(by_rank))
        raise BadPosition(f"{text!r} may be any of {cards}, and they differ in this game")
    return by_rank


def _kinds(texts: Sequence[str], wanted: str) -> frozenset[int]:
    return frozenset(kind for kind, text in enumerate(texts) if text.casefold() == wanted)


class Pack:
    """Cards that are not taken yet."""

    def __init__(self, game: Game, kinds: Sequence[int]) -> None:
        self._texts = game.vocabulary.kind_texts
        self._kinds = kinds
        self._taken: list[tuple[frozenset[int], str]] = []
        self.free = set(range(len(kinds)))

    def take(self, kinds: frozenset[int], place: str) -> int:
        """A card of one of the kinds. Raises BadPosition if there is none left."""
        fitting = [card for card in sorted(self.free) if self._kinds[card] in kinds]
        if not fitting:
            raise BadPosition(self._one_too_many(kinds, place))
        self.free.discard(fitting[0])
        self._taken.append((kinds, place))
        return fitting[0]

    def _one_too_many(self, kinds: frozenset[int], place: str) -> str:
        name = self._texts[min(kinds)]
        if len(kinds) > 1:
            name = name.rstrip("♥♦♣♠")
        there_are = sum(kind in kinds for kind in self._kinds)
        elsewhere = dict.fromkeys(where for taken, where in self._taken if taken & kinds)
        number = _NUMBERS[there_are] if there_are < len(_NUMBERS) else f"{there_are + 1}th"
        return (
            f"{place} has a {number} {name}, and there are {there_are} in the pack; "
            f"the others lie in {', '.join(elsewhere)}"
        )
