"""Undealt cards have faces, too, until somebody looks: always such as everybody's doubts allow."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from positions import ended
from test_poker import uniform

from kibitz import load
from kibitz.engine.knowledge import Doubt
from kibitz.solver import TooBig, solve, tree
from kibitz.solver.worlds import World


def holds(doubt: Doubt) -> bool:
    """Whether the cards lie as one of the tables says."""
    lie = tuple(tuple((group & pool).bit_count() for pool in doubt.pools) for group in doubt.groups)
    return lie in doubt.tables


@pytest.mark.slow
def test_faces_lie_as_those_who_watched_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """At Old Maid, where cards that were seen are shuffled in hands and drawn face down."""
    worlds: list[World] = []

    def noted(*parts: Any) -> World:
        worlds.append(World(*parts))
        return worlds[-1]

    monkeypatch.setattr(tree, "World", noted)
    loaded = load("old-maid")
    policies = dict.fromkeys(range(loaded.players), uniform)
    for seed in range(4):
        for step in ended(loaded, seed, 5):
            view = loaded.interpreter.view(step.state, step.seat)
            with suppress(TooBig):
                solve(loaded.program, view, policies=policies, budget=100)
    doubts = [
        doubt
        for world in worlds
        for doubt in (*world.doubts, *(d for own in world.state.knowledge.doubts for d in own))
    ]
    assert any(len(doubt.pools) > 1 for doubt in doubts)
    assert all(map(holds, doubts))
