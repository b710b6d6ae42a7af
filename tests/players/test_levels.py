"""Players below the expert, and training that nobody waits for."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest
from tables import HIGH_CARD, WIN_IN_ONE, dealt

from kibitz.engine import Rng
from kibitz.learning import Course, keep_net, learn
from kibitz.players import UnknownPlayer, make_player, nets, trial
from kibitz.players.slipping import slipping

LEVELS = ("beginner", "casual", "club")


def test_a_slip_is_rarer_the_more_it_costs_and_what_is_silly_is_never_done() -> None:
    worths = [0.0, 0.9, 1.0, 0.8]
    taken = Counter(slipping(worths, 0.1, Rng(seed)) for seed in range(600))
    assert 0 not in taken
    assert taken[2] > taken[1] > taken[3] > 0
    assert {slipping(worths, 0.0, Rng(seed)) for seed in range(50)} == {2}


@pytest.mark.slow
@pytest.mark.parametrize("has_net", [False, True])
def test_the_better_the_level_the_surer_it_takes_the_win_in_one(
    has_net: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(nets, "_nets", {})
    table = dealt(WIN_IN_ONE)
    if has_net:
        learn(table.engine.program, Course(matches=400, threads=1))
    for level, least in zip(LEVELS, (101, 161, 200), strict=True):
        taken = Counter(table.ask(level, seed).option for seed in range(200))
        assert taken[2] >= least, level


@pytest.mark.slow
@pytest.mark.parametrize("has_net", [False, True])
@pytest.mark.parametrize("level", LEVELS)
def test_levels_see_no_more_than_their_view(level: str, has_net: bool) -> None:
    table = dealt(HIGH_CARD.replace("* 10", "* 7" if has_net else "* 8"))
    if has_net:
        learn(table.engine.program, Course(matches=200, threads=1))
    choices = [table.ask(level, seed).option for seed in range(8)]
    for seed in range(3):
        world = table.engine.resample(table.view, Rng(seed))
        other = replace(table, view=table.engine.view(world, table.view.seat))
        assert [other.ask(level, again).option for again in range(8)] == choices


@pytest.mark.slow
def test_an_expert_plays_without_a_net_while_one_is_trained(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.1)
    table = dealt(HIGH_CARD.replace("* 10", "* 6"))
    name = "expert:per_option=5,minutes=0.02,training=meanwhile"
    with caplog.at_level(logging.WARNING):
        assert table.ask(name, seed=3) == table.ask("flat:per_option=50", seed=3)
        end = monotonic() + 120
        while not any(table.engine.program.digest in key for key in trial._found):
            assert monotonic() < end, "the training never ended"
            sleep(0.05)
    assert "one is trained for 0.02 minutes" in caplog.text
    net = nets.net_of(table.engine.program, by_score=False)
    assert net is not None
    keep_net(replace(net, way="flat:rollout=learned,depth=2"))
    nets._nets.clear()
    trial._found.clear()
    with_net = table.ask("flat:rollout=learned,depth=2,per_option=15", seed=3)
    assert table.ask(name, seed=3) == with_net


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match="training is first or meanwhile, not 'never'"):
        make_player("expert:training=never", dealt(WIN_IN_ONE).engine.program)
