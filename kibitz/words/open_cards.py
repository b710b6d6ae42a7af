"""What the cards that lie open come to while a hole is played, and which of them count nothing.

The program's own settlement says it (`kibitz.engine.open_card_score`), for one player after the
other, with every card that somebody cannot see taken for a blank. So it is the same for everybody,
and tells no secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from kibitz.engine import Event, OpenCardScore, OwnerKind, View
from kibitz.engine import events as ev
from kibitz.games import Scorecard
from kibitz.words.scorekeeping import RunningScore, Term, number_slots
from kibitz.words.vocabulary import Vocabulary

_MOST_KEPT = 50_000
"""Hands whose scores are remembered: few cards lie open, and many tables have the same ones."""


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
        self._texts = vocabulary.kind_texts
        self._settlement = OpenCardScore(program, card.total)
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
        self._own = [
            [number for number, owner in self._open.items() if owner == seat]
            for seat in range(program.players)
        ]
        self._latest: dict[int, tuple[object, OpenScore | None]] = {}
        """By seat: what lay open before it when it was last counted, and what it came to."""
        self._faces = vocabulary.alike or range(len(program.kinds))
        """By kind: a number that it shares with those which count the same."""
        self._kept: dict[tuple[tuple[int | None, ...], ...], tuple[OpenScore | None]] = {}
        """By what lies open before a player, whoever it is."""

    def fresh(self) -> OpenCards:
        """The same for another table: what lies there is not kept, only what cards come to."""
        twin = copy(self)
        twin._latest = {}
        return twin

    def scores(self, view: View) -> list[OpenScore]:
        """By seat; the view may be anybody's. Nothing where the rules cannot count so early."""
        scores = [self._now(view, seat) for seat in range(view.players)]
        return [score for score in scores if score is not None] if None not in scores else []

    def after(self, view: View, events: Sequence[Event]) -> tuple[OpenScore | None, int]:
        """What the view's seat would have open, and how many cards face down, after a move that
        its player can foresee."""
        laid = {
            number: [
                None if spot.card is None else view.kinds[spot.card] for spot in view.piles[number]
            ]
            for number, owner in self._cells.items()
            if owner == view.seat
        }
        for event in events:
            if isinstance(event, ev.CardMoved):
                kind = None if event.card is None else view.kinds[event.card]
                if laid.get(event.source):
                    laid[event.source].pop()
                if event.destination in laid:
                    laid[event.destination].append(kind)
        shown = {number: tuple(laid[number]) for number in self._own[view.seat]}
        hidden = sum(len(cards) for number, cards in laid.items() if number not in self._open)
        return self._of(view, shown, view.seat), hidden

    def _now(self, view: View, seat: int) -> OpenScore | None:
        """Counted anew only if something else lies there."""
        own, kinds = self._own[seat], view.kinds
        lying = [view.piles[number] for number in own], kinds
        before = self._latest.get(seat)
        if before is None or before[0] != lying:
            laid = {
                number: tuple([None if spot.card is None else kinds[spot.card] for spot in pile])
                for number, pile in zip(own, lying[0], strict=True)
            }
            before = self._latest[seat] = lying, self._of(view, laid, seat)
        return before[1]

    def _of(
        self, view: View, laid: Mapping[int, tuple[int | None, ...]], seat: int
    ) -> OpenScore | None:
        """Of one player who has these kinds in their open places, as if nobody else had any."""
        faces = self._faces
        lying = tuple(
            [
                tuple([None if kind is None else faces[kind] for kind in kinds])
                for kinds in laid.values()
            ]
        )
        if (kept := self._kept.get(lying)) is not None:
            return kept[0]
        score = self._counted(view, laid, seat)
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()  # tables of other threads may be counted by it meanwhile
        self._kept[lying] = (score,)
        return score

    def worth(self, view: View) -> dict[str, int]:
        """What every card is worth by itself, by what people call it."""
        return dict(zip(self._texts, self._map(view), strict=True))

    def example(self, view: View, kinds: Mapping[int, int]) -> OpenScore | None:
        """The score of the first player who has these cards, kinds by index of their place."""
        laid = {
            number: (kinds[self._places[number].index],) if number in self._open else ()
            for number, owner in self._cells.items()
            if owner == 0 and self._places[number].index in kinds
        }
        return self._counted(view, laid, 0)

    def settled(self, view: View, seat: int, kinds: Mapping[int, int]) -> OpenScore | None:
        """What the seat comes to with these cards, all of them open: kinds by index of their
        place."""
        laid = {
            number: (kinds[self._places[number].index],)
            if number in self._open and self._places[number].index in kinds
            else ()
            for number, owner in self._cells.items()
            if owner == seat
        }
        return self._of(view, laid, seat)

    def worths(self, view: View, kinds: Mapping[int, int]) -> dict[int, int]:
        """What cards are worth by themselves, by the index of their place."""
        scores = self._map(view)
        return {index: scores[kind] for index, kind in kinds.items()}

    def _counted(
        self, view: View, laid: Mapping[int, tuple[int | None, ...]], seat: int
    ) -> OpenScore | None:
        """With these cards in open places of the seat, and blanks in its others."""
        told = self._settlement.tried(view, laid, seat)
        if not told:
            return None
        return self._score(self._terms(told, seat), self._moved(told), self._worth(view, laid))

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

    def _terms(self, told: Sequence[Event], seat: int) -> tuple[Term, ...]:
        """How the score of the seat adds up."""
        running = RunningScore()
        sums, parts = self._card.sums or (self._card.score,), self._card.parts
        for event in told:
            if isinstance(event, ev.Stored):
                name, owner = self._slots.get(event.slot, ("", None))
                if owner == seat and name in parts:
                    running.pending[parts[name]] = event.value
                if owner == seat and name in sums:
                    running.add(name, event.value)
        return tuple(running.terms)

    def _moved(self, told: Sequence[Event]) -> set[int]:
        """The open places, by index, from which cards were taken."""
        return {
            self._places[event.source].index
            for event in told
            if isinstance(event, ev.CardMoved) and event.source in self._open
        }

    def _worth(self, view: View, laid: Mapping[int, tuple[int | None, ...]]) -> dict[int, int]:
        """What the open cards are worth by themselves, by the index of their place."""
        scores = self._map(view)
        return {
            self._places[number].index: sum(scores[kind] for kind in kinds if kind is not None)
            for number, kinds in laid.items()
            if any(kind is not None for kind in kinds)
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
