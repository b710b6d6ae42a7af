"""The expert counts endings out."""

from __future__ import annotations

import pytest
from test_golden import ONE_HIDDEN, golf_turn, last_turn

from kibitz import load
from kibitz.engine import Decision, Interpreter, Rng, View
from kibitz.players import Choice, Uniform
from kibitz.players.expert import Endings


class Nobody:
    """A player that must not be asked."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        raise AssertionError("this could be counted out")


def test_a_hand_of_kuhn_poker_is_counted_out_at_its_end() -> None:
    game = load("kuhn-poker")
    player = Endings(Nobody(), game.interpreter, by_score=True)
    for seed in range(6):
        match = game.match(seed).play("bet")
        (card,) = match.view(1).pile("HAND", 1)
        choice = player.choose(match.view(1), match.decision, Rng(1))
        name = match.decision.options[choice.option].name
        assert name == ("FOLD" if str(card).startswith("J") else "CALL")


def test_what_is_too_big_is_left_to_the_other_player() -> None:
    match = load("golf-six").match(1)
    engine = match.game.interpreter
    player = Endings(Uniform(), engine, by_score=False)
    view = match.view(match.decision.seat)
    expected = Uniform().choose(view, match.decision, Rng(3))
    assert player.choose(view, match.decision, Rng(3)) == expected


@pytest.mark.slow
def test_the_last_turn_of_golf_is_played_perfectly() -> None:
    game, view = golf_turn(*ONE_HIDDEN)
    engine = Interpreter(game.program)
    decision = engine.at(engine.imagine(view)).status
    assert isinstance(decision, Decision)
    choice = Endings(Nobody(), engine, by_score=True).choose(view, decision, Rng(1))
    assert decision.options[choice.option].key == "1"
    assert choice.estimates[0].scores[view.seat] == pytest.approx(2649 / 170)


@pytest.mark.slow
def test_the_end_of_a_hole_is_counted_out_though_others_follow() -> None:
    """The last turn of the second hole of three: the strokes of this one are what counts."""
    game = load("lock-golf", PLAYERS=2, HOLES=3)
    view = last_turn(game, "9 4 K", "?", "7", "Q J 8 8 10 10 6 3 A", hole=2)
    engine = Interpreter(game.program)
    decision = engine.at(engine.imagine(view)).status
    assert isinstance(decision, Decision)
    player = Endings(Nobody(), engine, by_score=False)
    choice = player.choose(view, decision, Rng(1))
    assert decision.options[choice.option].key == "1"
    strokes = [estimate.scores[view.seat] for estimate in choice.estimates]
    assert strokes == pytest.approx([1111 / 78, 643 / 39, 20], abs=1e-9)
