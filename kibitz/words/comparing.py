"""Numbers as people read them, and what is different after one option than after another.

Numbers of comparisons are means over matches that were tried; a listener is told of nobody’s cards
but those that lie open to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isinf

from kibitz.words.vocabulary import Vocabulary, player_name


def decimal(value: float | None, digits: int = 1) -> str:
    """With so many digits behind the point: `12.3`, `0.0`, `−4.5`, `∞`; a dash for nothing."""
    if value is None:
        return "–"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    return (text.removeprefix("-") if float(text) == 0 else text).replace("-", "−")


def percent(share: float, digits: int = 0) -> str:
    """In parts of a hundred: `34 %`."""
    return f"{decimal(100 * share, digits)} %"


class DifferenceKind(StrEnum):
    """What kinds of things are told apart."""

    NUMBER = "number"
    """What a number of a player comes to."""
    CARDS = "cards"
    """How many cards lie in a place of a player."""
    RIVAL = "rival"
    """What somebody else scores."""
    GETS = "gets"
    """How often somebody gets a card."""
    LAST = "last"
    """How often somebody makes the last move."""
    LENGTH = "length"
    """How many decisions follow."""
    EMPTY = "empty"
    """How often a column or a cell counts nothing when the round is settled."""
    LINE = "line"
    """What a column, a cell or something that is added comes to then."""
    AT_ONCE = "at once"
    """What the player would score if it ended there."""
    RISK = "risk"
    """Another option wins more often."""
    PRICE = "price"
    """Another option scores better."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same thing after the option that is advised, and after the other one."""

    kind: DifferenceKind
    ours: float
    theirs: float
    seat: int = 0
    """Whom it is about."""
    name: str = ""
    """The number or the place, as the program calls it."""
    card: str = ""
    facing: str = ""
    """`face up` or `face down`, where both lie in places of one name."""
    apart: float | None = None
    """How much more it comes to, where the numbers say how often."""
    helps: str = ""
    """Cards that help and may still come, in words."""
    lines: str = ""
    """What is booked for it, where that is known."""

    @property
    def numbers(self) -> dict[str, float]:
        more = {} if self.apart is None else {"apart": abs(self.apart)}
        return {"ours": self.ours, "theirs": self.theirs, **more}


_SHARES = frozenset(
    {DifferenceKind.GETS, DifferenceKind.LAST, DifferenceKind.RISK, DifferenceKind.EMPTY}
)


class Comparing:
    """Puts comparisons into words for one listener."""

    def __init__(
        self, vocabulary: Vocabulary, listener: int, called: Mapping[str, str], part: str = "match"
    ) -> None:
        """`called`: what people call numbers and places; `part`: what comes to its end."""
        self._vocabulary = vocabulary
        self._listener = listener
        self._called = called
        self._part = part

    def say(self, found: Comparison, other: str) -> str:
        """`other` is what the other option is called."""
        tell = percent if found.kind in _SHARES else decimal
        ours, theirs = tell(found.ours), tell(found.theirs)
        who = player_name(found.seat, self._listener)
        mine = found.seat == self._listener
        match found.kind:
            case DifferenceKind.NUMBER:
                what = self._called.get(found.name, found.name.lower())
                return f"{'your' if mine else f'{who}’s'} {what}: {ours} instead of {theirs}"
            case DifferenceKind.CARDS:
                return f"{self._place(found)}: {ours} instead of {theirs}"
            case DifferenceKind.RIVAL:
                return f"{who} scores {ours} instead of {theirs}"
            case DifferenceKind.GETS:
                verb = "get" if mine else "gets"
                return f"{who} {verb} {found.card} in {ours} of all cases instead of {theirs}"
            case DifferenceKind.LAST:
                verb = "make" if mine else "makes"
                last = f"the last move of the {self._part}"
                return f"{who} {verb} {last} in {ours} of all cases instead of {theirs}"
            case DifferenceKind.LENGTH:
                return f"the {self._part} goes on for {ours} decisions instead of {theirs}"
            case DifferenceKind.EMPTY:
                more = (
                    f"your {found.name} counts nothing in {ours} of all cases instead of {theirs}"
                )
                if found.apart is not None:
                    word = "less" if found.apart < 0 else "more"
                    more += f", which is {decimal(abs(found.apart))} {word}"
                return f"{more} ({found.helps})" if found.helps else more
            case DifferenceKind.LINE:
                return f"your {found.name} comes to {ours} instead of {theirs}"
            case DifferenceKind.AT_ONCE:
                what = f" ({found.lines})" if found.lines else ""
                return f"as it then stands you score {ours} instead of {theirs}{what}"
            case DifferenceKind.RISK:
                return f"to win, {other} is better: {theirs} instead of {ours}"
            case DifferenceKind.PRICE:
                return f"for the score, {other} is better: {theirs} instead of {ours}"

    def _place(self, found: Comparison) -> str:
        words = self._vocabulary
        word = self._called.get(found.name, words.word(found.name))
        whose = "your" if found.seat == self._listener else f"player {found.seat + 1}’s"
        plural = f"{word}s" if words.page.grid(found.name) else word
        cards = f"cards {found.facing}" if found.facing else "cards"
        return f"{cards} in {whose} {plural}"
