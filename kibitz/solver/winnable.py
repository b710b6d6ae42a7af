"""Deals of a game for one that can be won, because a search that knows every card has won them.

A beam search: of all positions after so many choices it keeps the best ones, and goes on with every
option of each. The game does not tell which positions are good; the cards do (`_Taste`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.engine import Interpreter, Program, alike, cancellation, limits, places
from kibitz.engine.native import Expander, Frontier, native_engine, state_layout
from kibitz.recycle import KibitzError, RecycleError

Nodes = npt.NDArray[np.unsignedinteger[Any]]
Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
Keys = npt.NDArray[np.uint64]
Tell = Callable[[int, int], None]
"""Told the last seed whose deal was not won, and how many positions were looked at until then."""

MOST_POSITIONS = 20_000_000
"""Positions that are looked at before no further deal is tried: a minute."""
_SIDE_BY_SIDE = 8
"""Deals, at most: of those after the first that is won, all was for nothing."""


class NotWinnable(KibitzError):
    """No deal can be said to be winnable, and why."""


@dataclass(frozen=True, slots=True)
class WinnableDeal:
    """A deal, and choices that win it."""

    seed: int
    choices: tuple[int, ...]
    """By decision: the option, by its index."""


def winnable_deal(
    program: Program,
    won: Mapping[str, int],
    seed: int = 1,
    *,
    most_positions: int = MOST_POSITIONS,
    tell: Tell = lambda seed, done: None,
) -> WinnableDeal:
    """The first deal from that seed on that the search can win.

    `won`: by the name of a location, how many cards lie there when the match is won. Deals that the
    search does not win are left out, whether they can be won or not. Raises NotWinnable if there is
    none among all that it can look at, MatchError and Stopped.
    """
    search = _DealSearch(program, won)
    last, done, number = limits.HIGHEST_SEED, 0, seed
    many = 1
    while number <= last and done < most_positions:
        # Most games win the first deal; of those that do not, several are looked at side by side.
        numbers = range(number, min(number + many, last + 1))
        lines = cancellation.together([partial(search.line, one) for one in numbers])
        for number, (choices, positions) in zip(numbers, lines, strict=True):
            done += positions
            if choices is not None:
                return WinnableDeal(number, choices)
            if done >= most_positions:
                break
        tell(number, done)
        number, many = number + 1, min(_SIDE_BY_SIDE, os.cpu_count() or 1)
    raise NotWinnable(
        f"the search has won none of the deals from seed {seed} to {number - 1}, though it has "
        f"looked at {done:,} positions: the game is too hard for it"
    )


# ---------------------------------------------------------------------------- what is good


@dataclass(frozen=True, slots=True)
class _Taste:
    """What the search counts a card for; 1 if it lies on one with which it can be moved."""

    home: float
    """Where it must lie for a win; of places that must be empty, where it must not."""
    parted: float
    """No longer beside the card that was dealt beside it, other than in the stock."""
    drawn: float
    """The same in the stock."""
    free: float
    """Not a card: a place where none lies."""


@dataclass(frozen=True, slots=True)
class _Beam:
    taste: _Taste
    width: int
    """Positions after so many choices."""
    most: int
    """Positions in all, after which the next beam has its turn."""


_BEAMS = (
    _Beam(_Taste(home=2, parted=1, drawn=1, free=0), 100, 150_000),
    _Beam(_Taste(home=2, parted=1, drawn=1, free=0), 1_000, 80_000),
    _Beam(_Taste(home=1, parted=1, drawn=0, free=1), 60, 500_000),
)
"""One after the other: the first wins where a stock is gone through again and again, the second in
matches that are short, the third where the stock is dealt onto the columns."""
_CHOICES = 2_000
"""A match that is longer is not gone on with."""
_SEEN = 1 << 20
"""Positions that are remembered, so that none is gone on with twice."""
_TRIED, _TRIED_CHOICES = 64, 150
"""Matches played at random to see which cards can be moved together, and how long each is."""


class _DealSearch:
    """Wins deals of one program."""

    def __init__(self, program: Program, won: Mapping[str, int]) -> None:
        """Raises NotWinnable."""
        if program.players != 1:
            raise NotWinnable("a deal can be won for certain only by who plays alone")
        self._places = _places_to_win(program, won)
        layout = state_layout(program)
        if layout.creates_later:
            raise NotWinnable("the rules make cards during play, so no deal has them all")
        try:
            self._expander = Expander(native_engine(program))
        except RecycleError as fault:
            raise NotWinnable(f"the rules cannot be compiled: {fault}") from None
        self._laid_out = np.array(Interpreter(program).laid_out().place)
        same = alike(program)
        faces = [same[kind] for kind, _ in layout.created]
        # Places that differ only in their number look alike: columns may change places.
        named = [(place.owner, place.location_class, place.name) for place in places(program)]
        families = {name: number for number, name in enumerate(dict.fromkeys(named), len(same))}
        width = len(same) + len(families)
        self._looks = np.array([*faces, *(families[name] for name in named)], np.int32)
        self._rows = np.array(faces, np.int32) * width
        self._keys = _mixed(np.arange(len(same) * width))
        self._is_bound = self._tried_out(len(same) * width)

    def _pairs(self, below: Nodes) -> npt.NDArray[np.int32]:
        """(position, card): the face of the card and what it lies on, in one number."""
        pairs: npt.NDArray[np.int32] = self._rows + self._looks[below]
        return pairs

    def _tried_out(self, pairs: int) -> npt.NDArray[np.bool_]:
        """By pair: whether some option moved both cards together, in matches at random."""
        expander, found = self._expander, np.zeros(pairs, np.bool_)
        tried = expander.dealt(0, _TRIED)
        below, lying = expander.below(tried).copy(), expander.places(tried)
        for number in range(_TRIED_CHOICES):
            counts = np.maximum(expander.counts(tried), 1).astype(np.uint64)
            chance = _mixed(np.arange(_TRIED) + number * _TRIED)
            expander.play(tried, (chance % counts).astype(np.int32))
            below_now, lying_now = expander.below(tried).copy(), expander.places(tried)
            is_moved = lying_now != lying
            is_kept = (below_now == below) & (below < len(self._rows))
            under = np.where(is_kept, below, 0).astype(np.intp)
            together = is_kept & is_moved & np.take_along_axis(is_moved, under, 1)
            found[self._pairs(below_now)[together]] = True
            below, lying = below_now, lying_now
        return found

    # ------------------------------------------------------------------ searching

    def line(self, seed: int) -> tuple[tuple[int, ...] | None, int]:
        """Choices that win the deal, if they are found, and how many positions were looked at."""
        done = 0
        for beam in _BEAMS:
            choices, positions = self._line(seed, beam)
            done += positions
            if choices is not None:
                return choices, done
        return None, done

    def _line(self, seed: int, beam: _Beam) -> tuple[tuple[int, ...] | None, int]:
        expander, here = self._expander, self._expander.dealt(seed)
        dealt, counts = self._dealt(here), expander.counts(here)
        seen: Keys = np.zeros(_SEEN, np.uint64)
        way: list[tuple[Numbers, Numbers]] = []
        done = beam.width  # a deal is never for nothing, so that there is an end to them
        while counts.any() and len(way) < _CHOICES and done < beam.most:
            parents = np.repeat(np.arange(len(here)), counts)
            choices = np.arange(len(parents)) - np.repeat(np.cumsum(counts) - counts, counts)
            after = here.taken(parents)
            expander.play(after, choices.astype(np.int32))
            done += len(parents)
            pairs = self._pairs(expander.below(after))
            keys = self._keys[pairs].sum(axis=1, dtype=np.uint64)
            new = _new(keys, seen)
            after, pairs, keys = after.taken(new), pairs[new], keys[new]
            counts, far = expander.counts(after), self._far_from_won(after)
            worth = self._is_bound[pairs].sum(axis=1) - dealt.beside(after, expander, beam.taste)
            worth += beam.taste.free * expander.empty(after) - beam.taste.home * far
            # What is as good as something else is kept or left by its key.
            worth += (keys >> np.uint64(12)) / 2.0**53
            way.append((parents[new], choices[new]))
            won = np.flatnonzero((far == 0) & (counts == 0))
            if len(won):
                return _followed(way, int(won[0])), done
            kept = np.flatnonzero(counts)
            if len(kept) > beam.width:
                best = np.argpartition(-worth[kept], beam.width)[: beam.width]
                kept = np.sort(kept[best])  # processors part numbers in orders of their own
            way[-1] = parents[new][kept], choices[new][kept]
            here, counts = after.taken(kept), counts[kept]
        return None, done

    def _far_from_won(self, frontier: Frontier) -> npt.NDArray[np.int32]:
        """By position: how many cards are missing where they must lie for a win, or too many."""
        held = self._expander.held
        missing = [np.abs(held(frontier, named) - cards) for named, cards in self._places]
        far: npt.NDArray[np.int32] = np.sum(missing, axis=0, dtype=np.int32)
        return far

    def _dealt(self, start: Frontier) -> _DealtPairs:
        below = self._expander.below(start)[0].astype(np.intp)
        is_stock = self._expander.places(start)[0] == self._laid_out
        on_cards = below < len(below)
        table, stock = (np.flatnonzero(on_cards & side) for side in (~is_stock, is_stock))
        return _DealtPairs((table, below[table]), (stock, below[stock]))


@dataclass(frozen=True, slots=True)
class _DealtPairs:
    """Cards of a deal and those that they lay on, on the table and in the stock."""

    table: tuple[Numbers, Numbers]
    stock: tuple[Numbers, Numbers]

    def beside(self, frontier: Frontier, expander: Expander, taste: _Taste) -> Reals:
        """By position: what the cards count for that still lie beside each other."""
        below, worth = expander.below(frontier), np.zeros(len(frontier))
        for (upper, lower), each in ((self.table, taste.parted), (self.stock, taste.drawn)):
            # A pile that was turned over is the same pile.
            is_beside = (below[:, upper] == lower) | (below[:, lower] == upper)
            worth += each * is_beside.sum(axis=1)
        return worth


def _places_to_win(program: Program, won: Mapping[str, int]) -> list[tuple[list[int], int]]:
    """By name: the locations of that name, and how many cards they must hold."""
    named = [program.strings[place.name] for place in places(program)]
    found = [
        ([number for number, name in enumerate(named) if name == wanted], cards)
        for wanted, cards in won.items()
    ]
    if not found or not all(numbers for numbers, _ in found):
        raise NotWinnable("the page does not say by `play.won` which cards lie where in a win")
    return found


def _followed(way: list[tuple[Numbers, Numbers]], number: int) -> tuple[int, ...]:
    """The choices that led to the position of that number after all of them."""
    choices = []
    for parents, chosen in reversed(way):
        choices.append(int(chosen[number]))
        number = int(parents[number])
    return tuple(reversed(choices))


def _new(keys: Keys, seen: Keys) -> Numbers:
    """The numbers of those keys that were not seen, each once; then they are."""
    slots = (keys % np.uint64(len(seen))).astype(np.intp)
    unseen = np.flatnonzero(seen[slots] != keys)
    _, first = np.unique(keys[unseen], return_index=True)
    found = unseen[first]
    seen[slots[found]] = keys[found]
    return found


def _mixed(numbers: npt.NDArray[np.intp]) -> Keys:
    """For each number, 64 bits that look like chance: SplitMix64."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
