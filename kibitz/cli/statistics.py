"""Counting over many matches: lengths, branching, scores, wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import sqrt
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kibitz.engine import first_places
from kibitz.recycle import Goal

if TYPE_CHECKING:
    from kibitz.engine import Playout, Program
    from kibitz.engine.native import Playouts

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class MatchTally:
    """Matches added up in whole numbers, so that their order makes no difference."""

    games: int
    capped: int
    """Matches that were stopped."""
    decisions: int
    shortest: int
    longest: int
    options: int
    most_options: int
    forced: int
    """Decisions that left no choice."""
    scores: Numbers
    """By seat, summed up; and so their squares."""
    squares: Numbers
    firsts: Numbers
    """(seat, how many shared the first place less one): how often."""
    moves: Counter[str]
    """By name: how often such a move was made."""
    matches_with: Counter[str]
    """By name: in how many matches."""

    def __add__(self, other: MatchTally) -> MatchTally:
        joins = {"shortest": min, "longest": max, "most_options": max}
        names = [one.name for one in fields(self)]
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in names)
        return MatchTally(**{name: joins.get(name, add)(mine, its) for name, mine, its in pairs})

    def figures(self, program: Program, seconds: float) -> dict[str, Any]:
        """Everything there is to say about them, in plain values."""
        decisions, games = self.decisions, self.games
        length = {"mean": decisions / games, "min": self.shortest, "max": self.longest}
        mean_options = self.options / decisions if decisions else None
        return {
            "games": games,
            "capped": self.capped,
            "decisions": decisions,
            "seconds": seconds,
            "decisions_per_second": decisions / seconds,
            "decisions_per_game": length,
            "branching": {"mean": mean_options, "max": self.most_options},
            "forced_share": self.forced / decisions if decisions else None,
            "moves": [
                {
                    "name": name,
                    "match_share": self.matches_with[name] / games,
                    "times_per_match": self.moves[name] / games,
                }
                for name in program.moves
            ],
            "seats": [
                {
                    "seat": seat + 1,
                    "mean_score": self.scores[seat] / games,
                    "stderr": self.stderr(seat),
                    "win_share": self._wins(seat) / games if program.has_rivals else None,
                }
                for seat in range(program.players)
            ],
        }

    def _wins(self, seat: int) -> float:
        """A shared first place is shared among the winners."""
        return float(sum(often / shared for shared, often in enumerate(self.firsts[seat], start=1)))

    def stderr(self, seat: int) -> float | None:
        """Of the mean score; None for a single match."""
        if self.games < 2:
            return None
        total, squares = self.scores[seat], self.squares[seat]
        # In integers up to here, so that nothing cancels.
        spread = (self.games * squares - total * total) / (self.games * (self.games - 1))
        return sqrt(spread / self.games)


def of_playout(playout: Playout) -> MatchTally:
    """A single match."""
    options = [options for _, options in playout.decisions]
    moves = {name: np.array([often]) for name, often in Counter(playout.moves).items()}
    each = [len(options), sum(options), max(options, default=0), options.count(1)]
    scores = np.array([playout.outcome.scores], np.int64)
    return tallied(playout.outcome.goal, scores, np.array([each]).T, int(playout.capped), moves)


def of_playouts(playouts: Playouts, goal: Goal) -> MatchTally:
    """Matches with a tally."""
    tally = playouts.tally
    assert tally is not None
    each = (playouts.decisions.astype(np.int64), tally.options, tally.most_options, tally.forced)
    scores = playouts.scores.astype(np.int64)
    return tallied(goal, scores, np.stack(each), int(playouts.capped.sum()), tally.moves)


def tallied(
    goal: Goal, scores: Numbers, each: Numbers, capped: int, moves: Mapping[str, Numbers]
) -> MatchTally:
    """`scores` are (match, seat); `each` are lengths, options in all and at most, and forced
    decisions by match; `moves` how often each was made, by match."""
    lengths, options, most_options, forced = each
    is_first, exact = first_places(scores, goal), _squarable(scores)
    shared, seats = is_first.sum(axis=1) - 1, range(scores.shape[1])
    firsts = [np.bincount(shared[is_first[:, seat]], minlength=len(seats)) for seat in seats]
    return MatchTally(
        games=len(scores),
        capped=capped,
        decisions=int(lengths.sum()),
        shortest=int(lengths.min()),
        longest=int(lengths.max()),
        options=int(options.sum()),
        most_options=int(most_options.max()),
        forced=int(forced.sum()),
        scores=_exact(scores.sum(axis=0)),
        squares=_exact((exact**2).sum(axis=0)),
        firsts=_exact(np.stack(firsts)),
        moves=Counter({name: int(often.sum()) for name, often in moves.items()}),
        matches_with=Counter({name: int((often > 0).sum()) for name, often in moves.items()}),
    )


def _exact(sums: Numbers) -> Numbers:
    """As Python's numbers, which know no bounds."""
    return np.array(sums.tolist(), object)


def _squarable(scores: Numbers) -> Numbers:
    """The scores, so that the sum of their squares is exact: as Python's numbers if need be."""
    largest = int(np.abs(scores).max(initial=0))
    return scores if largest**2 * len(scores) < 2**63 else scores.astype(object)
