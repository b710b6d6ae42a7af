"""The news of a match as one listener is told them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine import Event
from kibitz.words import Teller


@dataclass
class _Entry:
    seat: int | None
    parts: list[str]


class Chronicle:
    """Lines of news; what a player does in one go is one line."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._entries: list[_Entry] = []
        self._read = 0

    def hear(self, chooser: int | None, events: Sequence[Event], kinds: Sequence[int]) -> None:
        for tale in self._teller.tell(chooser, events, kinds):
            if not self._goes_on(tale.seat):
                self._entries.append(_Entry(tale.seat, []))
            self._entries[-1].parts += tale.parts

    def note(self, seat: int | None, deed: str) -> None:
        """Something a player did, or that happened, that the rules know nothing of."""
        self._entries.append(_Entry(seat, [deed]))

    def _goes_on(self, seat: int | None) -> bool:
        """Whether the same player goes on doing what nobody has read yet."""
        is_unread = len(self._entries) > self._read
        return is_unread and seat is not None and self._entries[-1].seat == seat

    def news(self) -> list[str]:
        """The lines since this was asked last."""
        lines = [self._line(entry) for entry in self._entries[self._read :]]
        self._read = len(self._entries)
        return lines

    def everything(self) -> list[str]:
        return [self._line(entry) for entry in self._entries]

    def _line(self, entry: _Entry) -> str:
        text = ", ".join(entry.parts)
        return text if entry.seat is None else f"{self._teller.player(entry.seat)} {text}"
