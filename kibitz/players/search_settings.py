"""Search players made from the settings that people write behind their names."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.engine import Program
from kibitz.players.budget import Budget
from kibitz.players.names import UnknownPlayer
from kibitz.players.player import Player
from kibitz.players.searching import Flat, Ismcts, Mcts, Thinking


def make_flat(program: Program, values: Mapping[str, str]) -> Player:
    return Flat(program, _thinking(program, values))


def make_mcts(program: Program, values: Mapping[str, str]) -> Player:
    return Mcts(program, _thinking(program, values), _count(values, "worlds"))


def make_ismcts(program: Program, values: Mapping[str, str]) -> Player:
    return Ismcts(program, _thinking(program, values))


def _thinking(program: Program, values: Mapping[str, str]) -> Thinking:
    exploration = number(values, "exploration") if "exploration" in values else 0.7
    return Thinking(_budget(values), wants_score(program, values), exploration)


def wants_score(program: Program, values: Mapping[str, str]) -> bool:
    """As said; unless said, who plays alone wants a score: they are always first."""
    reward = values["reward"] or ("score" if program.players == 1 else "rank")
    if reward not in ("rank", "score"):
        raise UnknownPlayer(f"reward is rank or score, not {reward!r}")
    return reward == "score"


def _budget(values: Mapping[str, str]) -> Budget:
    """Simulations or seconds, where they are said; else simulations for every option."""
    if values["sims"] and values["seconds"]:
        raise UnknownPlayer("say either sims or seconds")
    if values["seconds"]:
        return Budget(seconds=number(values, "seconds"))
    if values["sims"]:
        return Budget(sims=_count(values, "sims"))
    return Budget(per_option=_count(values, "per_option"))


def _count(values: Mapping[str, str], name: str) -> int:
    text = values[name]
    if text.isdecimal() and 0 < int(text) <= 10**9:
        return int(text)
    raise UnknownPlayer(f"{name} is a whole number above 0, not {text!r}")


def number(values: Mapping[str, str], name: str) -> float:
    try:
        found = float(values[name])
    except ValueError:
        found = -1.0
    if 0 <= found <= 10**6:
        return found
    raise UnknownPlayer(f"{name} is a number from 0 on, not {values[name]!r}")
