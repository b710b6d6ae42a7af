"""Matches with thinkers, as strong and as many as the time allows.

Match number k of a sample is the same whenever it is played, and finished matches are kept on
disk one by one, so that an interrupted analysis goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import count, takewhile
from math import inf
from pathlib import Path
from time import monotonic

from kibitz import __version__, kept_files
from kibitz.analysis.measures.results import scores_of, seat_shares
from kibitz.analysis.records import Outlook, PlayedMatch, RecordedDecision, stake
from kibitz.analysis.subject import Progress, SamplePlan, Seating
from kibitz.engine import Interpreter, Program, Step, cancellation
from kibitz.players import Chances, Player, Seated, Uniform, play_through, side_by_side, wanting
from kibitz.recycle import Goal

QUICK_SECONDS = 20.0
AROUND_SECONDS = 7.0
"""For what comes before and after play: loading, compiling, drawing, writing."""
LEAST_SECONDS = 1.0
"""For every part of the work, however late it is."""
FEWEST = 10
"""Matches of a sample are not stopped before there are so many, unless the time is up."""
CLOSE = 0.03
"""A sample is large enough if the share of wins of every seat is known so well."""
WANTED = 24
"""Matches that the player is chosen for: it thinks as long as so many allow."""
TIMED_DECISIONS = 40
"""Of the match by which a player is timed, at most."""
BUDGETS = (1000, 500, 200, 100, 50, 20, 10, 5, 3, 2)
"""Simulations for every option, the strongest first."""
TIMED_BUDGET = 20
WORLDS = 10
"""What `mcts` thinks through; fewer if there are not as many simulations for an option, so that
all options are tried in all of them."""


class TimeBudget:
    """Says how much time is left; without seconds there is no hurry."""

    def __init__(self, seconds: float | None) -> None:
        self._whole = inf if seconds is None else max(0.0, seconds)
        self._end = monotonic() + self._whole

    @property
    def left(self) -> float:
        """Seconds; infinite if there is no hurry."""
        return max(0.0, self._end - monotonic())

    @property
    def gone(self) -> float:
        """How much of the time is over, from 0 to 1; 0 if there is no hurry."""
        if self._whole == inf:
            return 0.0
        return 1.0 if self.is_up else 1 - self.left / self._whole

    @property
    def is_up(self) -> bool:
        return self.left == 0

    def part(self, share: float) -> TimeBudget:
        """For so much of the time that is left, and a second at least."""
        return TimeBudget(None if self._whole == inf else max(LEAST_SECONDS, share * self.left))

    def limit(self) -> AbstractContextManager[None]:
        """Playouts, searches and matches inside end when the time is up."""
        return cancellation.time_limit(None if self._whole == inf else self.left)


def player_of(budget: int) -> str:
    return f"mcts:per_option={budget}" + (f",worlds={budget}" if budget < WORLDS else "")


def timed_player(
    engine: Interpreter, plan: SamplePlan, seating: Seating, clock: TimeBudget, length: float
) -> str:
    """As strong as a good part of the time allows, in matches of so many decisions."""
    short = replace(plan, most_decisions=min(plan.most_decisions, TIMED_DECISIONS))

    def played(name: str) -> float:
        players = [seating(name, engine.program)] * engine.program.players
        with clock.part(0.05).limit():
            return len(play_match(engine, name, players, short, 0).points) / length

    names = [wanting(player_of(budget), plan.objective) for budget in BUDGETS]
    return fitting_player(names, clock.left / 2, played)


def fitting_player(names: Sequence[str], seconds: float, played: Callable[[str], float]) -> str:
    """The strongest that plays enough matches in so many seconds; `played` plays a part of one
    with it and says how much of a match that was.

    `names` go with BUDGETS. One of them is timed; another takes as many times as long as it makes
    more simulations, at most if it is stronger.
    """
    timed = names[BUDGETS.index(TIMED_BUDGET)]
    played(timed)  # compiles what is needed
    started = monotonic()
    share = played(timed)
    taken = max(1e-6, monotonic() - started)
    affordable = TIMED_BUDGET * share * seconds * (os.cpu_count() or 1) / (WANTED * taken)
    fitting = (name for name, one in zip(names, BUDGETS, strict=True) if one <= affordable)
    return next(fitting, names[-1])


def is_enough(matches: Sequence[PlayedMatch], goal: Goal) -> bool:
    """Whether every seat's share of wins is known well."""
    if len(matches) < FEWEST:
        return False
    shares = seat_shares(scores_of(matches), goal).by_seat
    return all(one.margin is not None and one.margin <= CLOSE for one in shares)


AT_ONCE = max(2, os.cpu_count() or 1)
"""Matches that are played side by side: two at least, since so many are wanted in any case."""


@dataclass(frozen=True, slots=True)
class ThinkingMatches:
    """Plays the matches with thinkers, as many at once as there are cores."""

    engine: Interpreter
    plan: SamplePlan
    player: str
    seating: Seating
    cache: kept_files.Cache
    progress: Progress

    def of(
        self, sample: str, thinks: Callable[[int], bool], clock: TimeBudget
    ) -> tuple[PlayedMatch, ...]:
        """The matches of the plan, or as many of the first as the time allows.

        If it does not allow two, there are two as far as they came.
        """
        key = sample_key(self.engine.program, self.plan, self.player, sample)
        names = [f"{key}-{number:06}.json" for number in range(self.plan.matches)]
        found = enumerate(map(self.cache.find, names))
        kept = {number: data for number, data in found if data is not None}
        done = {number: PlayedMatch.from_json(data.decode()) for number, data in kept.items()}
        missing = (number for number in range(self.plan.matches) if number not in kept)
        cut: dict[int, PlayedMatch] = {}

        engine, plan, player, seating = self.engine, self.plan, self.player, self.seating

        def played(number: int) -> PlayedMatch:
            thinker = seating(player, engine.program)
            players = [
                thinker if thinks(seat) else Uniform() for seat in range(engine.program.players)
            ]
            return play_match(engine, player, players, plan, number)

        self.progress(sample, len(done) / self.plan.matches)
        wanted = () if self._is_enough(done, clock) else missing
        with clock.limit():
            for match in side_by_side(wanted, played, AT_ONCE):
                if match.is_cut(self.plan.most_decisions):
                    cut[match.number] = match
                else:
                    self.cache.keep(names[match.number], match.to_json().encode())
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


FORMAT = "kibitz matches 5"
DECIDING = ("engine", "learning", "players")
"""Rooms whose code decides how a match goes."""


def sample_key(program: Program, plan: SamplePlan, player: str, sample: str) -> str:
    """Names what decides how match number k of the sample goes, and nothing else.

    The number of matches is not part of it: a larger sample keeps the matches of a smaller one.
    """
    who, limits = (player, player_code(player)), (plan.seed, plan.most_decisions)
    return facts_digest(FORMAT, program, *who, *limits, sample)[:24]


def facts_digest(form: str, program: Program, *more: str | int) -> str:
    """Of what something is made from."""
    rules = (program.digest, sorted(program.options.items()))
    facts = json.dumps([form, __version__, *rules, *more])
    return hashlib.sha256(facts.encode()).hexdigest()


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
