"""Whose turn it is: how long a person has left, and what a bot takes."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from time import monotonic

from kibitz.engine import Decision, Program, Rng, View
from kibitz.players import ask, built_in_player
from kibitz.recycle import KibitzError
from kibitz.web.live_match import LiveMatch
from kibitz.web.refusal import Reason, Refused

_NUDGE_SECONDS = 10.0
"""Between two reminders at one table."""

Moment = tuple[int, int, int]
"""A decision: the match, its version, and the person who is to choose."""


class Pace:
    """When the decision at hand was first seen here. Several processes need not agree on it."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._began = 0.0
        self._nudged = -_NUDGE_SECONDS

    def seconds_left(self, moment: Moment, turn_seconds: int) -> float:
        """Of a decision that may already have been waited for."""
        if moment != self._moment:
            self._moment, self._began = moment, monotonic()
        return max(0.0, self._began + turn_seconds - monotonic())

    def nudge(self) -> None:
        """Somebody is reminded. Raises Refused if that has just been done."""
        if monotonic() < self._nudged + _NUDGE_SECONDS:
            raise Refused(Reason.TOO_FAST)
        self._nudged = monotonic()


async def thought(live: LiveMatch, bot: str, thinkers: Executor) -> int:
    """What the bot takes at the decision of the match; a search that fails takes any option."""
    match, program = live.match, live.game.program
    decision = match.decision
    view = match.view(decision.seat)
    # Each decision has chance of its own, so that bots go on as if nothing had happened.
    chance = Rng(live.kept.seed, stream=live.version + 1)
    loop = asyncio.get_running_loop()
    for name in (bot, "uniform"):
        try:
            return await loop.run_in_executor(
                thinkers, _think, name, program, view, decision, chance
            )
        except KibitzError:
            continue
    return 0


def _think(name: str, program: Program, view: View, decision: Decision, chance: Rng) -> int:
    """The option that the player of that name takes, from what its seat may know."""
    return ask(built_in_player(name, program), name, view, decision, chance).option
