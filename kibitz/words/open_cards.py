"""What the cards that lie open come to while a hole is played, and which of them count nothing.

The program's own settlement says it (`kibitz.engine.settling`), with every card that somebody
cannot see taken for a blank. So it is the same for everybody, and tells no secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.engine import View
from kibitz.engine.events import CardMoved, Event, Stored
from kibitz.engine.program import OwnerKind
from kibitz.engine.settling import Piles, Settlement
from kibitz.games.scorecard import Scorecard
from kibitz.words.scorekeeping import RunningScore, Term, number_slots
from kibitz.words.vocabulary import Vocabulary

_MOST_KEPT = 64
"""Tables whose scores are remembered: in most choices no open card comes or goes."""


@dataclass(frozen=True, slots=True)
class OpenScore:
    """What one player's open cards come to."""

    points: int
    """Of the cards themselves, without what is added or taken off for something else."""
    cancelled: tuple[int, ...]
    """The places, by index, whose cards count nothing though they are worth something."""
    terms: tuple[Term, ...]
    """How it would be settled."""


class OpenCards:
    """Counts the open cards in matches of one program."""

    def __init__(self, vocabulary: Vocabulary, card: Scorecard) -> None:
        program, places = vocabulary.program, vocabulary.places
        self._program, self._card, self._places = program, card, places
        self._settlement = Settlement(program, card.total)
        self._slots = dict(number_slots(program))
        everybody = frozenset(range(program.players))
        self._cells = {
            number: place.owner
            for number, place in enumerate(places)
            if place.owner is not None and program.strings[place.name] == card.cards
        }
        """The places where cards lie that will count, open or not, and whose they are."""
        self._open = {
            number: owner
            for number, owner in self._cells.items()
            if vocabulary.sight[number] == everybody
        }
        """Those that everybody sees."""
        grid = vocabulary.page.grid(card.cards)
        self._columns = grid.columns if grid and card.open == "columns" else 0
        self._corner = grid.first if grid else 0
        self._kept: dict[tuple[tuple[int | None, ...], ...], list[OpenScore]] = {}

    def scores(self, view: View) -> list[OpenScore]:
        """By seat; the view may be anybody's. Nothing where the rules cannot count so early."""
        laid = tuple(
            [
                tuple([None if spot.card is None else view.kinds[spot.card] for spot in pile])
                for pile in map(view.piles.__getitem__, self._open)
            ]
        )
        if laid not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[laid] = self._counted(view, dict(zip(self._open, laid, strict=True)))
        return self._kept[laid]

    def example(self, view: View, kinds: Mapping[int, int]) -> list[OpenScore]:
        """The scores where the first player has these cards, kinds by index of their place, and
        the others have none that is known."""
        laid = {
            number: (kinds[self._places[number].index],) if number in self._open else ()
            for number, owner in self._cells.items()
            if owner == 0 and self._places[number].index in kinds
        }
        return self._counted(view, laid)

    def _counted(self, view: View, laid: Mapping[int, tuple[int | None, ...]]) -> list[OpenScore]:
        """With these cards in open places, and blanks in all others."""
        piles: list[Sequence[int | None]] = [
            laid.get(number, (None,) * len(pile)) for number, pile in enumerate(view.piles)
        ]
        told = self._settlement.tried(view, piles)
        if not told:
            return []
        moved = self._moved(told)
        return [
            self._score(terms, moved[seat], self._worth(view, piles, seat))
            for seat, terms in enumerate(self._terms(told))
        ]

    def counted_nothing(
        self, view: View, cards: Sequence[tuple[int, int]], terms: Sequence[Term]
    ) -> tuple[int, ...]:
        """Of the cards that counted in a hole, by index and kind: the places of those that counted
        nothing though they are worth something."""
        scores = self._map(view)
        worth = {index: scores[kind] for index, kind in cards}
        return tuple(sorted(self._empty_columns(worth, _plain(terms))))

    def _score(
        self, terms: tuple[Term, ...], moved: set[int], worth: Mapping[int, int]
    ) -> OpenScore:
        plain = _plain(terms)
        gone = (moved & worth.keys()) | self._empty_columns(worth, plain)
        return OpenScore(sum(plain), tuple(sorted(gone)), terms)

    def _terms(self, told: Sequence[Event]) -> list[tuple[Term, ...]]:
        """By seat: how the score adds up."""
        running = [RunningScore() for _ in range(self._program.players)]
        sums, parts = self._card.sums or (self._card.score,), self._card.parts
        for event in told:
            if isinstance(event, Stored):
                name, seat = self._slots.get(event.slot, ("", None))
                if seat is not None and name in parts:
                    running[seat].pending[parts[name]] = event.value
                if seat is not None and name in sums:
                    running[seat].add(name, event.value)
        return [tuple(score.terms) for score in running]

    def _moved(self, told: Sequence[Event]) -> list[set[int]]:
        """By seat: the open places, by index, from which cards were taken."""
        moved = [set[int]() for _ in range(self._program.players)]
        for event in told:
            if isinstance(event, CardMoved) and event.source in self._open:
                moved[self._open[event.source]].add(self._places[event.source].index)
        return moved

    def _worth(self, view: View, piles: Piles, seat: int) -> dict[int, int]:
        """What the seat's open cards are worth by themselves, by the index of their place."""
        scores = self._map(view)
        return {
            self._places[number].index: sum(
                scores[kind] for kind in piles[number] if kind is not None
            )
            for number, owner in self._open.items()
            if owner == seat and any(kind is not None for kind in piles[number])
        }

    def _map(self, view: View) -> Sequence[int]:
        """By kind: what a card is worth."""
        for storage in self._program.point_storages:
            named = storage.owner, self._program.strings[storage.name]
            if named == (OwnerKind.TABLE, self._card.points):
                return view.points[storage.first].scores
        return [0] * len(self._program.kinds)

    def _empty_columns(self, worth: Mapping[int, int], terms: Sequence[int]) -> set[int]:
        """The places in columns that count nothing though their cards are worth something."""
        if not self._columns or len(terms) != self._columns:
            return set()
        columns: list[dict[int, int]] = [{} for _ in terms]
        for index, value in worth.items():
            columns[(index - self._corner) % self._columns][index] = value
        return {
            index
            for column, term in zip(columns, terms, strict=True)
            if term == 0 and sum(column.values()) != 0
            for index in column
        }


def _plain(terms: Sequence[Term]) -> list[int]:
    """What the cards themselves add."""
    return [term.value for term in terms if not term.label]
