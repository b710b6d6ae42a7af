"""How a match ended: scores, ranks, shares of the win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.recycle import Goal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Outcome:
    """Scores by seat, and who wins with them."""

    scores: tuple[int, ...]
    goal: Goal

    @property
    def ranks(self) -> tuple[int, ...]:
        """By seat: 1 is best, and equal scores share the better rank."""
        best_first = sorted(self.scores, reverse=self.goal is Goal.MAX)
        return tuple(best_first.index(score) + 1 for score in self.scores)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from first to last.

        Among equals the higher seat comes first where most points win, the lower seat where fewest
        do: they are sorted by score and seat, and turned round where most points win.
        """
        seats = sorted(range(len(self.scores)), key=lambda seat: (self.scores[seat], seat))
        return tuple(seats[::-1] if self.goal is Goal.MAX else seats)

    @property
    def win_shares(self) -> tuple[float, ...]:
        """By seat: 1 for the winner; a first place shared by k seats is 1/k for each of them."""
        ranks = self.ranks
        return tuple((rank == 1) / ranks.count(1) for rank in ranks)


def first_places(scores: npt.NDArray[Any], goal: Goal) -> npt.NDArray[np.bool_]:
    """(match, seat): who came first, alone or with others, in many matches at once."""
    best = scores.max(axis=1) if goal is Goal.MAX else scores.min(axis=1)
    firsts: npt.NDArray[np.bool_] = scores == best[:, None]
    return firsts
