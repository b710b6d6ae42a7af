"""The net that a player is to use: from a file, kept, or trained when it is first needed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock

from kibitz.engine import Program, cancellation, player_settings
from kibitz.learning import (
    BadNet,
    Course,
    Net,
    carried_net,
    keep_net,
    kept_net,
    learn,
    read_net,
    train,
)
from kibitz.solver import STEPS, Aim, mixed_play

LEARNING_SECONDS = 20.0
"""How long a net learns before it is said to know its table."""

_log = logging.getLogger(__name__)
_training: dict[tuple[object, ...], Lock] = {}


def net_for(program: Program, settings: player_settings.PlayerSettings) -> Callable[[], Net]:
    """The net of the file that is named, or the one that was kept, or a new one.

    Raises UnknownPlayer for a file that is no net for the game.
    """
    if settings.net is None:
        return lambda: _once(program, settings.wants_score(program), settings.minutes)
    try:
        net = read_net(Path(settings.net), program)
    except BadNet as fault:
        raise player_settings.UnknownPlayer(str(fault)) from None
    return lambda: net


class Familiarity(StrEnum):
    """How well whoever plays on knows the table."""

    TABLE = "knows this table"
    GAME = "knows this game from another table"
    LEARNING = "is learning"
    POOR = "has not learnt to beat chance at this game"
    NONE = "is new to this game"


@dataclass(frozen=True, slots=True)
class Guidance:
    """Who plays on where the result of a position is asked for."""

    net: Net | None
    """Without one, chance does."""
    familiarity: Familiarity

    @property
    def said(self) -> str:
        """In people's words."""
        if self.familiarity is Familiarity.LEARNING and self.net is not None:
            return f"{self.familiarity}, {_share(self.net):.0%}".replace("%", " %")
        return str(self.familiarity)


def guide(program: Program, *, by_score: bool) -> Guidance:
    """Who plays on best: the net of this table, for what is wanted or else for something else; or
    one carried over from another table of the game; none that is known to be worse than chance.

    Nothing is trained for it (`learning_now` does that). Advice, reviews, drills, analyses and
    levels all ask whom this names.
    """
    kept = list(_kept(program, by_score))
    own = next((net for net in kept if net.guides), None)
    if own is not None and _share(own) >= 1:
        return Guidance(own, Familiarity.TABLE)
    other = carried_net(program, by_score=by_score)
    if other is not None:
        return Guidance(other, Familiarity.GAME)
    if own is not None:
        return Guidance(own, Familiarity.LEARNING)
    is_poor = any(_share(net) >= 1 for net in kept)
    return Guidance(None, Familiarity.POOR if is_poor else Familiarity.NONE)


def _kept(program: Program, by_score: bool) -> Iterator[Net]:
    """The nets of this table, the one for what is wanted first."""
    for wanted in (by_score, not by_score):
        found = kept_net(program, by_score=wanted)
        if found is not None:
            yield found


def _share(net: Net) -> float:
    """Of what a net has to learn before it is said to know its table."""
    return min(1.0, net.seconds / LEARNING_SECONDS)


def learning_now(
    program: Program, *, by_score: bool, seconds: float | None = None
) -> Iterator[float]:
    """Learns a game that nobody knows, for some seconds, and keeps what it has learnt; tells how
    far it is. Nothing happens where somebody does, or where so much learning was in vain before.
    Raises MatchError if matches fail."""
    if seconds is None:
        seconds = LEARNING_SECONDS
    if seconds > 0 and mixed_play(program, Aim.SCORE if by_score else Aim.PLACE, STEPS) is not None:
        return
    known = guide(program, by_score=by_score).familiarity
    if seconds <= 0 or known not in (Familiarity.LEARNING, Familiarity.NONE):
        return
    threads = 1 if cancellation.has_one_core() else None
    course = Course(seconds / 60, threads=threads, by_score=by_score)
    for progress in train(program, course, kept_net(program, by_score=by_score)):
        if progress.is_point:
            keep_net(progress.net)
        yield progress.share


def _once(program: Program, by_score: bool, minutes: float) -> Net:
    """The net of this table, for what is wanted or else, if it guides, for something else. Whoever
    comes while one is trained waits for it."""
    found = _usable(program, by_score)
    if found is not None:
        return found
    key = program.digest, tuple(sorted(program.options.items())), by_score
    with _training.setdefault(key, Lock()):
        found = _usable(program, by_score)
        return found or _trained(program, by_score, minutes)


def _usable(program: Program, by_score: bool) -> Net | None:
    kept = _kept(program, by_score)
    return next((net for net in kept if net.by_score == by_score or net.guides), None)


def _trained(program: Program, by_score: bool, minutes: float) -> Net:
    name = program.source.name.removesuffix(".rcy")
    _log.warning("kibitz: there is no net for %s yet; one is trained for %g minutes", name, minutes)
    threads = 1 if cancellation.has_one_core() else None
    return learn(program, Course(minutes=minutes, by_score=by_score, threads=threads))
