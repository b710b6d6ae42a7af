"""Whole matches between players, several at a time.

Match number k of a seed is the same match whenever it is played, on however many threads: its
deal and every player's chance are streams of the seed. (A player that thinks for seconds, not
simulations, is as steady as the machine.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kibitz.engine import (
    Choose,
    Decision,
    Interpreter,
    MatchError,
    Outcome,
    Playing,
    Playout,
    Rng,
    Step,
    View,
    at_random,
    cancellation,
)
from kibitz.players.pieces import side_by_side
from kibitz.players.player import Choice, Player, PlayerFault, ask, make_player

MOST_DECISIONS = 2_000
"""A match that goes on longer is stopped and scored as it stands."""

_MINDS = 1 << 40
"""Streams from here on are the players' chance; below, match k is dealt from stream k."""

Task = TypeVar("Task")
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Chances:
    """Where the chance of a match comes from."""

    seed: int
    deal: int
    """The stream of the seed that cards are dealt from."""
    minds: int
    """Which of the players' own chances is used."""

    def of_cards(self) -> Rng:
        return Rng(self.seed, self.deal)

    def of_players(self, seats: int) -> list[Rng]:
        return [Rng(self.seed, _MINDS + self.minds * seats + seat) for seat in range(seats)]


class Seated:
    """Players in their seats, each with its name and its own chance."""

    def __init__(
        self, engine: Interpreter, names: Sequence[str], players: Sequence[Player], chances: Chances
    ) -> None:
        self._engine = engine
        self._names = names
        self._players = players
        self._minds = chances.of_players(len(players))

    def choose(self, step: Step) -> Choice:
        """What the player who is to decide answers. Raises PlayerFault."""
        decision = step.status
        assert isinstance(decision, Decision), "nobody is asked when a match is over"
        seat = decision.seat
        view = self._engine.view(step.state, seat)
        return ask(self._players[seat], self._names[seat], view, decision, self._minds[seat])


class BrokenMatch(MatchError):
    """A rule failed in a match: which match it was, how far it was, and what every seat saw."""

    def __init__(
        self, fault: MatchError, names: Sequence[str], chances: Chances, match: Playing | None
    ) -> None:
        """Without a match it failed in the deal."""
        super().__init__(fault.source, fault.diagnostic)
        self.option = fault.option
        self.names = tuple(names)
        self.chances = chances
        self.decisions = 0
        self.views: tuple[View, ...] = ()
        if match is not None:
            self.decisions = len(match.decisions)
            self.views = tuple(match.engine.view(match.step.state, n) for n in range(len(names)))


def between(engine: Interpreter, names: Sequence[str], chances: Chances) -> Choose:
    """The players of these names, choosing for their seats. Raises UnknownPlayer."""
    made = {name: make_player(name, engine.program) for name in names}
    seated = Seated(engine, names, [made[name] for name in names], chances)
    return lambda step: seated.choose(step).option


def play_match(
    engine: Interpreter, names: Sequence[str], chances: Chances, most_decisions: int
) -> Playout:
    """The match between the players of these names.

    Raises PlayerFault, BrokenMatch, UnknownPlayer, and Stopped if it is no longer wanted.
    """
    return play_through(engine, names, chances, most_decisions, between(engine, names, chances))


def play_through(
    engine: Interpreter,
    names: Sequence[str],
    chances: Chances,
    most_decisions: int,
    choose: Choose | None = None,
) -> Playout:
    """The match, to its end or a `time_limit`; where nobody chooses, at random as in playouts.

    Raises what `choose` does, and BrokenMatch.
    """
    chance = chances.of_cards()
    match = None
    try:
        match = Playing(engine, chance, most_decisions)
        return match.to_the_end(_in_time(choose or at_random(chance)))
    except MatchError as fault:
        raise BrokenMatch(fault, names, chances, match) from None
    except cancellation.Stopped:
        if match is None or not cancellation.current().is_late():
            raise
        return _broken_off(match)


def _broken_off(match: Playing) -> Playout:
    """Scored as it stands; nobody has anything where the rules cannot say that yet."""
    try:
        return match.as_it_stands()
    except MatchError:
        program = match.engine.program
        nothing = Outcome((0,) * program.players, program.goal)
        return Playout(nothing, tuple(match.decisions), tuple(match.moves), capped=True)


def _in_time(choose: Choose) -> Choose:
    """Whoever had no time to think has not chosen: raises Stopped."""

    def chosen(step: Step) -> int:
        try:
            option = choose(step)
        except PlayerFault:
            _refuse_late()
            raise
        _refuse_late()
        return option

    return chosen


def _refuse_late() -> None:
    if cancellation.current().is_late():
        raise cancellation.Stopped("the time was up before the match was over")


def simulated(
    engine: Interpreter,
    names: Sequence[str],
    seed: int,
    numbers: Iterable[int],
    *,
    most_decisions: int = MOST_DECISIONS,
    threads: int | None = None,
) -> Iterator[Playout]:
    """The matches of these numbers between these players, in whatever order they finish."""

    def match(number: int) -> Playout:
        return play_match(engine, names, Chances(seed, number, number), most_decisions)

    return side_by_side(numbers, match, threads)
