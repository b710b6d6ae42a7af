"""What decides how a search grows, as its parameters say it: for code of this processor and for
modules in a page alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from kibitz.engine.native.layout.fields import Field
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.player_settings import PlayerSettings
from kibitz.engine.program import Program

MOST_DECISIONS = 500
"""Of a simulation: it is cut there and scored as it stands."""
FAR_APART, FIRST_DEALS = 4, 32
"""How far a walk goes to a world that has nothing to do with the one where it began, and how many
deals are looked at to see whether the past forbids any."""
NO_REWARD_YET = (inf, -inf)
_FAR = 12
"""Own decisions that a search plays on after it has asked a net, where the end counts: to the end
of most hands, and not through a long match."""
_EXPLORATION_BY_RANK, _EXPLORATION_BY_SCORE = 0.7, 0.45
"""How much a tree tries what looks worse: the best and the worst score are rarer than places."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How far a search has come."""

    done: int = 0
    """Simulations."""
    nodes: int = 1
    stake: tuple[float, float] = NO_REWARD_YET
    """The lowest and the highest reward."""


def growing(
    how: PlayerSettings, program: Program, seat: int, so_far: Growth, most_nodes: int
) -> Iterator[tuple[Field, float]]:
    """How a search of that seat goes on, with room for so many nodes."""
    by_score = how.wants_score(program)
    usual = _EXPLORATION_BY_SCORE if by_score else _EXPLORATION_BY_RANK
    lowest, highest = so_far.stake
    yield search.FIRST, so_far.done
    yield search.NODES, so_far.nodes
    yield search.FLAT, how.kind == "flat"
    yield search.KEEP_WORLD, how.keeps_world
    yield search.BY_SCORE, by_score
    yield search.ROOT_SEAT, seat
    yield search.ROOM, most_nodes
    yield search.EXPLORATION, usual if how.exploration is None else how.exploration
    yield search.DEPTH, how.depth or 0
    yield search.ENDING, how.ending
    yield search.FAR, _FAR
    yield search.LOWEST, lowest
    yield search.HIGHEST, highest
