"""The player that plays what it learnt."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from tables import HIGH_CARD, WIN_IN_ONE, dealt, engine_of

from kibitz import load
from kibitz.engine import Rng
from kibitz.learning import Course, learn
from kibitz.learning.keeping import write_net
from kibitz.players import UnknownPlayer, make_player
from kibitz.players.learned import MIXED, Mixing
from kibitz.players.matches import simulated
from kibitz.players.player import Telling
from kibitz.solver import best_response

pytestmark = pytest.mark.slow


def test_it_takes_the_win_in_one_once_it_has_learnt_the_game(tmp_path: Path) -> None:
    table = dealt(WIN_IN_ONE)
    net = learn(table.engine.program, Course(matches=400, threads=1))
    write_net(tmp_path / "win.net", net)
    assert table.ask("learned").option == 2
    assert table.ask(f"learned:net={tmp_path / 'win.net'}").option == 2


def test_where_no_net_was_kept_it_says_so_and_trains_one(caplog: pytest.LogCaptureFixture) -> None:
    engine = engine_of(WIN_IN_ONE.replace("A, B, D", "A, B, E"))
    names = ["learned:minutes=0.01", "uniform"]
    with caplog.at_level(logging.WARNING):
        played = list(simulated(engine, names, 3, range(4), threads=2))
    assert len(played) == 4
    said = [entry.getMessage() for entry in caplog.records]
    assert said == ["kibitz: there is no net for game yet; one is trained for 0.01 minutes"]


def test_swapping_cards_that_its_seat_cannot_see_changes_nothing() -> None:
    table = dealt(HIGH_CARD)
    learn(table.engine.program, Course(matches=20, threads=1))
    for seed in range(5):
        world = table.engine.resample(table.view, Rng(seed))
        other = replace(table, view=table.engine.view(world, table.view.seat))
        assert other.ask("learned") == table.ask("learned")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("learned:net=missing.net", "missing.net cannot be read: no such file"),
        ("learned:minutes=0", "minutes is a number above 0"),
        ("learned:minutes=soon", "minutes is a number from 0 on, not 'soon'"),
        ("learned:reward=fun", "reward is rank or score"),
    ],
)
def test_what_cannot_be_is_refused_before_the_match(name: str, said: str) -> None:
    with pytest.raises(UnknownPlayer, match=said):
        make_player(name, engine_of(WIN_IN_ONE).program)


def test_who_explores_takes_what_is_nearly_as_good_now_and_then() -> None:
    table = dealt(HIGH_CARD)
    learn(table.engine.program, Course(matches=200, threads=1))
    taken = {
        explore: {table.ask(f"learned:explore={explore}", seed).option for seed in range(30)}
        for explore in ("0", "0.0001", "9")
    }
    assert len(taken["0"]) == len(taken["0.0001"]) == 1
    assert len(taken["9"]) == 2


def test_who_plays_for_score_learns_not_to_be_foreseen() -> None:
    """At Kuhn poker the best opponent wins 0.07 of who plays mixed, 0.25 of who always does the
    same."""
    program = load("kuhn-poker").program
    net = learn(program, Course(matches=100_000, threads=1, by_score=True))
    assert net.is_mixed
    lost = {}
    for explore in (MIXED, 0):
        name = f"learned:reward=score,explore={explore}"
        policy = Mixing(make_player(name, program), name, 1, 1)
        best = [best_response(program, seat, policy).scores[seat] for seat in (0, 1)]
        lost[explore] = float(sum(best)) / 2
    mixed, foreseen = lost.values()
    assert mixed < 0.16
    assert foreseen > 1.4 * mixed


def test_nobody_beats_who_learnt_a_game_that_is_small_enough_to_be_worked_out() -> None:
    """Unless it is said how to ask the net."""
    program = load("kuhn-poker").program
    policy = Mixing(make_player("learned:reward=score", program), "learned", 1, 1)
    best = [best_response(program, seat, policy).scores[seat] for seat in (0, 1)]
    assert float(sum(best)) / 2 < 0.001


def test_it_says_of_itself_how_often_it_takes_what() -> None:
    """So nobody has to ask it often, and to be wrong by chance."""
    game = load("kuhn-poker")
    match = game.match(seed=1)
    player = make_player("learned:reward=score,explore=2", game.program)
    assert isinstance(player, Telling)
    odds = player.odds(match.view(0), 2)
    assert odds is not None
    taken = [player.choose(match.view(0), match.decision, Rng(seed)).option for seed in range(400)]
    assert 0 < odds[1] < 1
    assert taken.count(1) / 400 == pytest.approx(odds[1], abs=0.08)
