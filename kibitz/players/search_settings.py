"""Search players made from the settings that people write behind their names."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace

from kibitz.engine import Device, Program
from kibitz.engine.native import Guide, gpu_trials
from kibitz.players.budget import Budget, count, number, wants_score
from kibitz.players.names import UnknownPlayer
from kibitz.players.nets import net_for
from kibitz.players.player import Player
from kibitz.players.searching import Flat, FlatOnGpu, Ismcts, Mcts, Thinking

_BY_RANK, _BY_SCORE = 0.7, 0.45
"""How much a tree tries what looks worse: the best and the worst score are rarer than places."""
_LONG_SECONDS = 0.1
"""A decision that takes so long is worth more than one core, unless said otherwise."""
_ROLLOUTS = ("uniform", "learned")


def make_flat(program: Program, values: Mapping[str, str]) -> Player:
    thinking, device = _thinking(program, values), values.get("device", Device.CPU)
    if device not in list(Device):
        raise UnknownPlayer(f"device is {' or '.join(Device)}, not {device!r}")
    if device == Device.CPU:
        return Flat(program, thinking, _cores(thinking.budget))
    if values["rollout"] != "uniform":
        raise UnknownPlayer("on a GPU matches are played on at random: leave out device or rollout")
    gpu_trials(program)
    return FlatOnGpu(program, thinking)


def make_mcts(program: Program, values: Mapping[str, str]) -> Player:
    return Mcts(program, _thinking(program, values), count(values, "worlds"))


def make_ismcts(program: Program, values: Mapping[str, str]) -> Player:
    thinking = _thinking(program, values)
    trees = count(values, "trees") if values["trees"] else _cores(thinking.budget)
    return Ismcts(program, thinking, trees)


def _cores(budget: Budget) -> int:
    """One, and all of them where there is time for it."""
    is_long = budget.seconds is not None and budget.seconds >= _LONG_SECONDS
    return os.cpu_count() or 1 if is_long else 1


def _thinking(program: Program, values: Mapping[str, str]) -> Thinking:
    by_score, guide = wants_score(program, values), _guide(program, values)
    exploration = _BY_SCORE if by_score else _BY_RANK
    if values.get("exploration"):
        exploration = number(values, "exploration")
    return Thinking(_budget(values), by_score, exploration, guide)


def _guide(program: Program, values: Mapping[str, str]) -> Callable[[], Guide] | None:
    """The net that plays on where the tree ends, if one is wanted."""
    rollout = values["rollout"]
    if rollout not in _ROLLOUTS:
        raise UnknownPlayer(f"rollout is uniform or learned, not {rollout!r}")
    if rollout != "learned":
        return None
    depth = count(values, "depth") if values["depth"] else 0
    net, ending = net_for(program, values), number(values, "ending")
    if ending > 1:
        raise UnknownPlayer(f"ending is a number from 0 to 1, not {values['ending']!r}")
    return lambda: replace(net().guide(depth), ending=ending)


def _budget(values: Mapping[str, str]) -> Budget:
    """Simulations or seconds, where they are said; else simulations for every option."""
    if values["sims"] and values["seconds"]:
        raise UnknownPlayer("say either sims or seconds")
    if values["seconds"]:
        return Budget(seconds=number(values, "seconds"))
    if values["sims"]:
        return Budget(sims=count(values, "sims"))
    return Budget(per_option=count(values, "per_option"))
