"""A View read by names, for players that people write."""

from __future__ import annotations

from kibitz.engine.card_names import card_text, kind_texts
from kibitz.engine.places import places
from kibitz.engine.program import Program
from kibitz.engine.view import View


class Reader:
    """Reads views of one program."""

    def __init__(self, program: Program) -> None:
        self._texts = kind_texts(program)
        self._numbers: dict[tuple[str, int | None, int], list[int]] = {}
        for number, place in enumerate(places(program)):
            where = program.strings[place.name], place.owner, place.index
            self._numbers.setdefault(where, []).append(number)

    def pile(
        self, view: View, name: str, seat: int | None = None, index: int = 0
    ) -> list[str | None]:
        """The cards in the seat's place of that name, or in the table's, bottom first.

        A card that the view's seat can tell is named, as in `7♥`; another one is None. Places
        that differ only in who may look, as `hloc GRID 1` and `vloc GRID 1` do, are read as one.
        Raises LookupError if there is no such place.
        """
        numbers = self._numbers.get((name, seat, index))
        if numbers is None:
            raise LookupError(f"there is no place {self._told(name, seat, index)} in this game")
        return [
            None if spot.card is None else card_text(self._texts, view.kinds, spot.card)
            for number in numbers
            for spot in view.piles[number]
        ]

    @staticmethod
    def _told(name: str, seat: int | None, index: int) -> str:
        owner = "of the table" if seat is None else f"of seat {seat}"
        return f"{name} {index} {owner}" if index else f"{name} {owner}"
