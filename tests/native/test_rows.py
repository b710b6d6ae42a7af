"""A context has room for the options that a program can offer, and no more than that."""

from __future__ import annotations

import pytest
from gathered_games import game_names, program_named

import kibitz
from kibitz.engine import limits
from kibitz.engine.native.layout.bounds import most_options
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.runtime.playouts import Noting


def bound(game: kibitz.Game) -> int:
    return most_options(game.program, state_layout(game.program))


def test_six_cells_and_the_discard_pile_are_seven_options() -> None:
    assert bound(kibitz.load("golf-six")) == 7


def test_any_set_of_a_hand_may_be_more_than_there_is_room_for() -> None:
    assert bound(kibitz.load("president")) == limits.OPTIONS


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_no_decision_has_more_options_than_the_program_says(name: str) -> None:
    game = kibitz.Game.of_program(program_named(name))
    played = game.engine.playouts(3, 200, most_decisions=200, noting=Noting.TRACE)
    options = [count for number in range(200) for _, count in played.trace(number)]
    assert max(options) <= bound(game)
