"""What the bots of a page need: the game as WebAssembly, the net that knows it, and how each
strength plays. Made where there is a compiler; `offline_bot.py` reads it where there is none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import sqrt

from kibitz.engine import rounds_of
from kibitz.engine.native import Purpose, searcher, web_module
from kibitz.game import Game
from kibitz.players import carried_guide, carried_player, wanting
from kibitz.recycle import RecycleError
from kibitz.web.offline_bot import BOTS, MODULE, NET
from kibitz.web.room import STRENGTHS


def page_bots(game: Game) -> dict[str, bytes]:
    """By name, the files that bots of a page read; none for a game with too much code."""
    names = {strength: _name(game, strength) for strength in STRENGTHS}
    guidance, rounds = carried_guide(game.program, names["expert"]), rounds_of(game.program)
    net = guidance.net
    try:
        module = web_module(game.program, Purpose.SEARCH if net is None else Purpose.LEARN)
    except RecycleError:
        return {}
    told = {
        "digest": game.program.digest,
        "options": dict(game.program.options),
        "module": dict(module.description),
        "guide": str(guidance.familiarity),
        "spread": searcher(game.program).spread / sqrt(rounds.count if rounds else 1),
        "net": net
        and {
            "numbers": len(net.weights),
            "wants": list(net.wants),
            "mean": net.mean,
            "scale": net.scale,
        },
        "strengths": {strength: _told(game, name) for strength, name in names.items()},
    }
    weights = {} if net is None else {NET: net.packed}
    return {BOTS: json.dumps(told).encode(), MODULE: module.code, **weights}


def _name(game: Game, strength: str) -> str:
    return wanting(STRENGTHS[strength], game.page.play.objective)


def _told(game: Game, name: str) -> Mapping[str, object]:
    player = carried_player(game.program, name)
    search = None if player.search is None else str(player.search)
    return {"slip": player.slip, "search": search, "per_option": player.per_option}
