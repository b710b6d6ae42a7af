"""Runs of consecutive scores in emitted code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.engine.native.emission.base import RECORD_HEADER, Group, Listing
from kibitz.engine.native.emission.scores import PointSlot
from kibitz.engine.native.llvm.words import Word

if TYPE_CHECKING:
    from kibitz.engine.native.emission.function_emitter import FunctionEmitter


class RunEmitter:
    """Runs over a list of cards sorted by score."""

    def __init__(self, emitter: FunctionEmitter, cards: Listing, slot: PointSlot) -> None:
        self._e = emitter
        self._f = emitter.f
        self._cards = cards
        self._slot = slot
        self._starts = emitter.f.buffer(256)
        self._counts = emitter.f.buffer(256)
        self._digits = emitter.f.buffer(256)
        self._run = emitter.piles.new_list()

    def _score(self, index: Word) -> Word:
        return self._e.scores.score(self._slot, self._e.piles.list_card(self._cards, index))

    def begins(self, start: Word, largest: bool) -> Word:
        """Whether a stretch may begin at this card: the first of its score, and of a maximal
        stretch if only the largest count."""
        result = self._f.variable(1)
        with self._f.when(start > 0):
            before, here = self._score(start - 1), self._score(start)
            broken = before.equals(here)
            if largest:
                broken = broken | before.equals(here - 1)
            result.set(broken.negated().narrowed())
        return result.get().differs(0)

    def each_from(
        self, start: Word, least: Word, largest: bool, body: Callable[[Group], None]
    ) -> None:
        """Every stretch of scores from the one at `start` on, shortest first."""
        size = self._e.piles.list_size(self._cards)
        length, index = self._f.variable(0), self._f.variable(start)
        with self._f.forever() as leave:
            here = index.get()
            leave(here >= size)
            score = self._score(here)
            with self._f.when(length.get() > 0):
                first = self._starts.at(length.get() - 1).load(1)
                broken = self._score(first).differs(score - 1)
                index.set(broken.select(size, here))
            leave(index.get() >= size)
            end = self._end_of_score(here, score, size)
            self._starts.at(length.get()).store(here, 1)
            self._counts.at(length.get()).store(end - here, 1)
            length.add(1)
            index.set(end)
            enough = length.get() >= least
            if largest:
                enough = enough & self._is_last(end, score, size)
            with self._f.when(enough):
                self._each_choice(length.get(), body)

    def _end_of_score(self, start: Word, score: Word, size: Word) -> Word:
        end = self._f.variable(start + 1)
        with self._f.forever() as leave:
            here = end.get()
            leave(here >= size)
            leave(self._score(here).differs(score))
            end.set(here + 1)
        return end.get()

    def _is_last(self, end: Word, score: Word, size: Word) -> Word:
        result = self._f.variable(1)
        with self._f.when(end < size):
            result.set(self._score(end).differs(score + 1).narrowed())
        return result.get().differs(0)

    def _each_choice(self, length: Word, body: Callable[[Group], None]) -> None:
        """One card for each score, the last score changing fastest."""
        self._f.clear(self._digits, length)
        place = self._f.variable(0)
        with self._f.forever() as leave:
            self._run.store(length, 2)
            with self._f.count(0, length) as index:
                start, digit = self._starts.at(index).load(1), self._digits.at(index).load(1)
                card = self._e.piles.list_card(self._cards, start + digit)
                self._run.at(index + RECORD_HEADER).store(card, 1)
            body(Listing(self._run))
            place.set(length - 1)
            with self._f.forever() as settle:
                here = place.get()
                settle(here < 0)
                digit = self._digits.at(here).load(1) + 1
                self._digits.at(here).store(digit, 1)
                settle(digit < self._counts.at(here).load(1))
                self._digits.at(here).store(0, 1)
                place.set(here - 1)
            leave(place.get() < 0)
