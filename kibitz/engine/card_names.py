"""Cards in people's words: `7♥`, `10♣`, `Joker`, `7 of swords`, `XXI`."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine.program import CardKind, Program

_RANKS = {
    "ACE": "A",
    "TWO": "2",
    "THREE": "3",
    "FOUR": "4",
    "FIVE": "5",
    "SIX": "6",
    "SEVEN": "7",
    "EIGHT": "8",
    "NINE": "9",
    "TEN": "10",
    "JACK": "J",
    "QUEEN": "Q",
    "KING": "K",
    "JOKER": "Joker",
}
SUITS = {"HEARTS": "♥", "DIAMONDS": "♦", "CLUBS": "♣", "SPADES": "♠"}


def kind_texts(program: Program) -> tuple[str, ...]:
    """The name of every kind of card, by kind."""
    return tuple(_kind_text(program, kind) for kind in program.kinds)


def _kind_text(program: Program, kind: CardKind) -> str:
    values = {
        program.strings[attribute]: program.strings[value] for attribute, value in kind.attributes
    }
    rank, suit = values.get("RANK"), values.get("SUIT")
    if rank is None:
        return " ".join(value.lower() for value in values.values())
    text = _RANKS.get(rank, rank if _is_number(rank) else rank.capitalize())
    if suit is None:
        return text
    return text + SUITS[suit] if suit in SUITS else f"{text} of {suit.lower()}"


def _is_number(rank: str) -> bool:
    """Whether it is a single letter, or a numeral of a tarot pack: `XXI`."""
    return len(rank) == 1 or set(rank) <= set("IVX")


def card_text(texts: tuple[str, ...], kinds: Sequence[int], card: int) -> str:
    """The name of one card, given the names and kinds; the second card of a kind is `7♥/2`."""
    kind = kinds[card]
    copy = kinds[:card].count(kind) + 1
    return texts[kind] if copy == 1 else f"{texts[kind]}/{copy}"
