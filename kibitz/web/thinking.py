"""A bot at its turn: it thinks in a thread, and knows what its seat may know."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor

from kibitz.engine import Decision, Program, Rng, View
from kibitz.players import ask, built_in_player
from kibitz.recycle import KibitzError
from kibitz.web.live_match import LiveMatch


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
