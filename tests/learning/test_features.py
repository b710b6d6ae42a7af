"""What a net is told: all that the seat sees, nothing that it does not."""

from __future__ import annotations

import pytest
from gathered_games import game_names, interpreter_of
from small_games import engine_of

from kibitz.engine import Decision, Interpreter, Rng
from kibitz.engine.native import feature_plan as plan
from kibitz.engine.native import learner
from kibitz.engine.state import State

DRAW = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S)))))
 (do (
  (shuffle (game iloc STOCK))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))))
 (stage player
  (end (< (size (game iloc STOCK)) 2))
  (choice (
   (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))
   (move (top (game iloc STOCK)) (top (game vloc SHOWN)))
   (do ((inc ((current player) sto WAITED)))))))
 (scoring max (size ((current player) iloc HAND))))"""
"""Take the unknown top card, turn it up, or wait."""


def told(engine: Interpreter, state: State) -> list[list[int]]:
    """The features of every option, in any order."""
    native = learner(engine.program)
    return [sorted(features) for features in native.told(native.code.packer.pack(state))]


def test_every_size_and_every_number_has_a_feature_and_larger_ones_no_lower_one() -> None:
    sizes = [plan.size_feature(size) for size in range(256)]
    numbers = [plan.number_feature(n) for n in range(plan.LOWEST_NUMBER, plan.HIGHEST_NUMBER + 1)]
    assert sizes == sorted(sizes)
    assert numbers == sorted(numbers)
    assert (min(sizes), max(sizes)) == (0, plan.SIZES - 1)
    assert (min(numbers), max(numbers)) == (0, plan.NUMBERS - 1)


@pytest.mark.slow
def test_a_card_that_an_option_turns_up_is_told_as_face_down() -> None:
    engine = engine_of(DRAW)
    step = engine.deal(Rng(1))
    first = told(engine, step.state)
    for seed in range(2, 20):
        other = engine.resample(engine.view(step.state, 0), Rng(seed))
        assert told(engine, other) == first
    assert len({tuple(features) for features in first}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_what_a_net_is_told_is_the_same_in_every_world_that_the_seat_could_be_in(name: str) -> None:
    engine = interpreter_of(name)
    chance, decisions = Rng(7), 0
    step = engine.deal(chance)
    while isinstance(step.status, Decision) and decisions < 60:
        seat, options = step.status.seat, len(step.status.options)
        if decisions % 4 == 0 and 1 < options < 200:
            here = told(engine, step.state)
            for seed in range(3):
                world = engine.resample(engine.view(step.state, seat), Rng(seed))
                assert told(engine, world) == here
        step = engine.apply(step, chance.below(options), chance)
        decisions += 1
