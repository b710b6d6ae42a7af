"""Matches with thinkers.

Match number k of a sample is the same whenever it is played, and finished matches are kept on
disk one by one, so that an interrupted analysis goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count, takewhile
from pathlib import Path

from kibitz import __version__
from kibitz.analysis.records import Outlook, PlayedMatch, RecordedDecision, stake
from kibitz.analysis.subject import Progress, SamplePlan, Seating
from kibitz.analysis.timing import TimeBudget, is_enough
from kibitz.engine import Cache, Interpreter, Program, Step
from kibitz.players import Chances, Player, Seated, Uniform, play_through, side_by_side

AT_ONCE = max(2, os.cpu_count() or 1)
"""Matches that are played side by side: two at least, since so many are wanted in any case."""


@dataclass(frozen=True, slots=True)
class ThinkingMatches:
    """Plays the matches with thinkers, as many at once as there are cores."""

    engine: Interpreter
    plan: SamplePlan
    player: str
    seating: Seating
    cache: Cache
    progress: Progress

    def of(
        self, sample: str, thinks: Callable[[int], bool], clock: TimeBudget
    ) -> tuple[PlayedMatch, ...]:
        """The matches of the plan, or as many of the first as the time allows.

        If it does not allow two, there are two as far as they came.
        """
        key = sample_key(self.engine.program, self.plan, self.player, sample)
        shelf = Shelf(self.cache, key)
        found = {number: shelf.find(number) for number in range(self.plan.matches)}
        done = {number: match for number, match in found.items() if match is not None}
        missing = (number for number, match in found.items() if match is None)
        cut: dict[int, PlayedMatch] = {}

        def played(number: int) -> PlayedMatch:
            return self._match(number, thinks)

        self.progress(sample, len(done) / self.plan.matches)
        wanted = () if self._is_enough(done, clock) else missing
        with clock.limit():
            for match in side_by_side(wanted, played, AT_ONCE):
                if match.is_cut(self.plan.most_decisions):
                    cut[match.number] = match
                else:
                    shelf.keep(match)
                    done[match.number] = match
                self.progress(sample, max(clock.gone, len(done) / self.plan.matches))
                if self._is_enough(done | cut, clock):
                    break
        whole = _first(done)
        return whole if len(whole) > 1 else _first(done | cut)[:2]

    def _is_enough(self, done: Mapping[int, PlayedMatch], clock: TimeBudget) -> bool:
        matches = _first(done)
        if self.plan.seconds is None or len(matches) < 2:
            return False
        return clock.is_up or is_enough(matches, self.engine.program.goal)

    def _match(self, number: int, thinks: Callable[[int], bool]) -> PlayedMatch:
        thinker = self.seating(self.player, self.engine.program)
        seats = range(self.engine.program.players)
        players = [thinker if thinks(seat) else Uniform() for seat in seats]
        return play_match(self.engine, self.player, players, self.plan, number)


def _first(done: Mapping[int, PlayedMatch]) -> tuple[PlayedMatch, ...]:
    """Those before the first that is missing: which ones are there must not depend on how long
    a match took."""
    return tuple(done[number] for number in takewhile(done.__contains__, count()))


def play_match(
    engine: Interpreter, name: str, players: list[Player], plan: SamplePlan, number: int
) -> PlayedMatch:
    """Match `number` of the plan's seed between these players, with what they expected.

    Raises PlayerFault, BrokenMatch, and Stopped if it is no longer wanted.
    """
    chances = Chances(plan.seed, number, number)
    names = ["uniform" if isinstance(player, Uniform) else name for player in players]
    seated = Seated(engine, names, players, chances)
    points: list[RecordedDecision] = []
    goal = engine.program.goal

    def choose(step: Step) -> int:
        choice = seated.choose(step)
        outlooks = tuple(Outlook.of(estimate) for estimate in choice.estimates)
        held = None if choice.parts is None else stake(choice.parts, step.seat, goal)
        points.append(RecordedDecision(step.seat, len(step.found), choice.option, outlooks, held))
        return choice.option

    match = play_through(engine, names, chances, plan.most_decisions, choose)
    chosen = tuple(points[: len(match.decisions)])
    return PlayedMatch(number, chosen, match.outcome.scores, match.capped)


# ---------------------------------------------------------------------------- matches on disk


FORMAT = "kibitz matches 4"
DECIDING = ("engine", "learning", "players")
"""Rooms whose code decides how a match goes."""


def sample_key(program: Program, plan: SamplePlan, player: str, sample: str) -> str:
    """Names what decides how match number k of the sample goes, and nothing else.

    The number of matches is not part of it: a larger sample keeps the matches of a smaller one.
    """
    facts = [
        FORMAT,
        __version__,
        program.digest,
        sorted(program.options.items()),
        player,
        player_code(player),
        plan.seed,
        plan.most_decisions,
        sample,
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:24]


@cache
def code_digest(*rooms: str) -> str:
    """Of our code in these rooms."""
    digest = hashlib.sha256()
    folders = (Path(str(files("kibitz") / room)) for room in rooms)
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def player_code(player: str) -> str:
    """A digest of the code that decides what the player chooses: another code, another player."""
    source = getattr(sys.modules.get(player.partition(":")[0]), "__file__", None)
    own = "" if source is None else hashlib.sha256(Path(source).read_bytes()).hexdigest()
    return code_digest(*DECIDING) + own


class Shelf:
    """The kept matches of one sample, a file each."""

    def __init__(self, kept: Cache, key: str) -> None:
        self._cache = kept
        self._key = key

    def _name(self, number: int) -> str:
        return f"{self._key}-{number:06}.json"

    def find(self, number: int) -> PlayedMatch | None:
        """The match of that number; None if it was not played yet or cannot be believed."""
        data = self._cache.find(self._name(number))
        return None if data is None else PlayedMatch.from_json(data.decode())

    def keep(self, match: PlayedMatch) -> None:
        self._cache.keep(self._name(match.number), match.to_json().encode())
