"""Who plays against whom, and what should come of it; `strength.py` has them played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.games import corpus_names
from kibitz.games import names

PEER, FLAT = "ismcts:sims=1000", "flat:sims=1000"
HASTY = "expert:seconds=0.02"
"""Who has 20 ms for a decision."""
GUIDED = "flat:per_option=100,rollout=learned,depth=2"
"""What an expert is where a net pays."""
BRIEF, LONG = "expert:sims=200", "expert:sims=4000"
"""One who thinks, and one who thinks twenty times as long."""


class Goal(StrEnum):
    """What is asked of a gain."""

    REACHED = "reached"
    """To be so much."""
    BETTER = "better"
    """To be above nothing, beyond doubt."""
    NEVER_WORSE = "never worse"
    """Not to be below nothing beyond doubt."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A player against others, with a net that was trained for some minutes."""

    game: str
    """Of the library, or a published one."""
    player: str
    others: str
    goal: float
    """The gain that it should reach; 0: any that is beyond doubt."""
    minutes: float = 2.0
    """0: with the net that comes with kibitz."""
    options: tuple[tuple[str, int], ...] = ()
    times: int = 1
    """How many times the deals it has: more where luck is large and matches are short."""
    preset: str | None = None
    may_be_level: bool = False
    """It is only asked not to be worse."""

    @property
    def kind(self) -> Goal:
        if self.may_be_level:
            return Goal.NEVER_WORSE
        return Goal.REACHED if self.goal else Goal.BETTER

    @property
    def table(self) -> str:
        """The game and its house rules, as a row of the page begins."""
        options = [f"{name}={value}" for name, value in self.options]
        return ", ".join([self.game, *([self.preset] if self.preset else []), *options])

    def is_one_of(self, only: str | None, against: str | None) -> bool:
        """Whether it is among those that are asked for; `only` may say some of the house rules."""
        is_table = only is None or f"{self.table}, ".startswith(f"{only}, ")
        return is_table and against in (None, self.others)


HOLE = (("HOLES", 1),)
PUBLISHED = ("Hearts4", "Cribbage2", "Goofspiel2", "Scopa2", "Rummy2")
STRANGERS = (*PUBLISHED, "Agram3", "CrazyEights3", "durak", "briscola")
"""Games that no net comes with: what is learnt of them in a minute must do."""
_TIMES = {"Cribbage2": 4, "Scopa2": 2, "Agram3": 4, "CrazyEights3": 2, "briscola": 2}
"""Short matches in which the better player wins little more often."""
TABLE = "benchmarks.table_bot:Table"
"""Who looks every hand of golf up in a table."""
HOUSE = tuple(f"benchmarks.house_bots:{name}" for name in ("Plain", "Careful", "Bold"))
TABLES = (None, "race", "family-wild")
"""House rules of golf: the usual ones, those of a race, and nearly all that a family may like."""
_STROKES = 5.0
"""That the expert should be better than other people's bots, in a hole of golf."""
OTHERS = ("club", "casual", PEER, "learned")
"""Whom the expert should beat in every game."""


def _golf() -> Iterator[Contest]:
    """The expert at every table of golf."""
    for preset in TABLES:
        for players in range(2, 7):
            for holes in (1, 9):
                options = (("PLAYERS", players), ("HOLES", holes))
                for other in HOUSE:
                    goal = _STROKES * holes
                    yield Contest("golf", "expert", other, goal, 1.0, options, preset=preset)
                yield Contest(
                    *("golf", "expert", "learned", 0.0, 1.0, options),
                    preset=preset,
                    may_be_level=True,
                )


def _library() -> Iterator[Contest]:
    """The expert in every game, with what comes with kibitz."""
    for game in names():
        for other in OTHERS:
            yield Contest(game, "expert", other, 0.0, 0.0, times=_TIMES.get(game, 1))


def _thinking() -> Iterator[Contest]:
    """More thinking plays no worse, in any game."""
    for game in names():
        yield Contest(game, LONG, BRIEF, 0.0, 0.0, may_be_level=True)
    for game in corpus_names():
        yield Contest(game, LONG, BRIEF, 0.0, 1.0, may_be_level=True)


CONTESTS = (
    Contest("golf", "learned", PEER, 8.0, 10.0, HOLE),
    Contest("golf", "expert", "learned", 0.0, 10.0, HOLE, times=3),
    Contest("golf", "learned", HOUSE[0], 5.0, 1.0, HOLE),
    Contest("golf", "learned", HOUSE[1], 5.0, 1.0, HOLE),
    Contest("golf", "learned", HOUSE[2], 5.0, 1.0, HOLE),
    Contest("golf", "expert", HOUSE[2], 5.0, 6.0, HOLE),
    Contest("golf", "learned", TABLE, 0.0, 6.0, HOLE),
    Contest("golf", "expert", TABLE, 0.0, 6.0, HOLE),
    Contest("golf-six", "learned", PEER, 3.0),
    Contest("golf-six", GUIDED, "learned", 0.0),
    Contest("president", "learned", PEER, 0.4),
    Contest("president", GUIDED, "learned", 0.0),
    Contest("president", "expert", PEER, 0.35, times=3),
    *(Contest(game, HASTY, PEER, 0.0, 1.0, times=_TIMES.get(game, 1)) for game in PUBLISHED),
    *(Contest(game, HASTY, FLAT, 0.0, 1.0, times=_TIMES.get(game, 1)) for game in STRANGERS),
    *_golf(),
    *(one for one in _library() if (one.game, one.others) != ("president", PEER)),
    *_thinking(),
)
