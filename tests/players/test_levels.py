"""Players below the expert, and training that nobody waits for."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tables import FOR_THREE, HIGH_CARD, WIN_IN_ONE, dealt

from kibitz.engine import Rng, cancellation, player_settings
from kibitz.learning import Course, keep_net, kept_net, learn
from kibitz.players import UnknownPlayer, make_player, trial
from kibitz.players.learned import slipping, usual_stake

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
def test_a_net_that_was_just_trained_is_used(caplog: pytest.LogCaptureFixture) -> None:
    table = dealt(HIGH_CARD.replace("* 10", "* 5"))
    assert table.ask("club").estimates, "without a net it searches"
    net = learn(table.engine.program, Course(matches=20, threads=1))
    assert not table.ask("club").estimates
    with caplog.at_level(logging.WARNING):
        table.ask("learned:minutes=0.02")
    assert caplog.text == "", "none is trained"
    keep_net(replace(net, matches=21))
    kept = kept_net(table.engine.program, by_score=False)
    assert kept is not None
    assert kept.matches == 21


@pytest.mark.slow
def test_a_net_that_cannot_be_kept_is_used_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    table = dealt(HIGH_CARD.replace("* 10", "* 4"))
    assert table.ask("club").estimates
    learn(table.engine.program, Course(matches=20, threads=1))
    assert not table.ask("club").estimates


@pytest.mark.slow
def test_what_is_known_of_a_net_is_not_believed_of_another(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.1)
    table = dealt(FOR_THREE.replace("* 10", "* 3"))
    first, second = (
        learn(table.engine.program, Course(matches=matches, threads=1)) for matches in (20, 40)
    )
    stakes = [usual_stake(table.engine.program, net) for net in (first, second)]
    assert stakes[0] != stakes[1]
    for net in (first, second):
        keep_net(net)
        with caplog.at_level(logging.WARNING):
            table.ask("expert:per_option=5")
        assert "trying out" in caplog.text
        caplog.clear()


@pytest.mark.slow
def test_an_expert_that_is_to_train_none_plays_without_a_net_until_one_is_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.1)
    table = dealt(FOR_THREE.replace("* 10", "* 6"))
    name = "expert:per_option=5,training=kept"
    with caplog.at_level(logging.WARNING):
        assert table.ask(name, seed=3) == table.ask("flat:per_option=50", seed=3)
        assert caplog.text == "", "none is trained"
        with cancellation.one_core():
            table.ask("expert:per_option=5,minutes=0.02", seed=3)
    net = kept_net(table.engine.program, by_score=False)
    assert net is not None
    assert net.threads == 1
    keep_net(replace(net, way=player_settings.read_settings("flat:rollout=learned,depth=2")))
    with_net = table.ask("flat:rollout=learned,depth=2,per_option=15", seed=3)
    assert table.ask(name, seed=3) == with_net


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match="training is first or kept, not 'never'"):
        make_player("expert:training=never", dealt(WIN_IN_ONE).engine.program)
