"""The compiled solver says what the other one says, which plays by the interpreter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from positions import ended
from test_chance import AGAIN, ASIDE, DICE, program_of

from kibitz import load
from kibitz.engine import Interpreter, Program, Rng, View
from kibitz.engine.native import exact
from kibitz.engine.native.exact.exact_solver import Ending, is_open_to_it, is_plain
from kibitz.games import names
from kibitz.solver import Aim, PrivateCards, TooBig, solve

STEPS = 800


def agree(program: Program, view: View, options: int, aim: Aim) -> bool:
    """Whether both could say something; if so, it was the same."""
    try:
        slow = solve(program, view, aim=aim, budget=STEPS)
    except (TooBig, PrivateCards):
        return False
    fast = exact(program).solve(view, options, list(Aim).index(aim), 10 * STEPS)
    if fast.ending is Ending.SECRET:
        return False
    assert fast.ending is Ending.DONE
    for n, prospect in enumerate(slow):
        for seat in range(view.players):
            for measure, wanted in enumerate(Aim):
                expected = float(prospect.worth(seat, wanted))
                assert fast.rewards[n, measure, seat] == pytest.approx(expected, abs=1e-9)
        own = dict.fromkeys(range(-400, 400), 0.0)
        for scores, odds in prospect.likely.items():
            own[scores[view.seat]] += float(odds)
        found = fast.histogram[n]
        for place, share in enumerate(found):
            assert share == pytest.approx(own[fast.first_bin + place], abs=1e-9)
    return True


def agreements(name: str, seeds: range, most: int) -> int:
    """In how many of the last decisions of such matches both could say something, where nothing is
    known of what was chosen before: only one of them heeds that."""
    game, agreed = load(name), 0
    if not is_open_to_it(game.program):
        return 0
    for seed in seeds:
        for step in ended(game, seed, most):
            view = replace(game.interpreter.view(step.state, step.seat), past=None)
            if is_plain(view):
                aim = list(Aim)[seed % 3]
                agreed += agree(game.program, view, len(step.found), aim)
    return agreed


@pytest.mark.parametrize("name", ["kuhn-poker", pytest.param("president", marks=pytest.mark.slow)])
def test_both_solvers_agree(name: str) -> None:
    assert agreements(name, range(3), 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_both_solvers_agree_at_the_end_of_a_match_of_any_game(name: str) -> None:
    agreements(name, range(3), 4)


def first_decision(text: str) -> tuple[Program, View, int]:
    program = program_of(text)
    engine = Interpreter(program)
    step = engine.deal(Rng(1))
    return program, engine.view(step.state, 0), len(step.found)


@pytest.mark.slow
@pytest.mark.parametrize("text", [AGAIN, DICE])
def test_shuffles_and_draws_are_gone_through_alike(text: str) -> None:
    assert agree(*first_decision(text), Aim.SCORE)


@pytest.mark.slow
def test_who_has_lost_track_of_a_card_is_left_to_the_other_solver() -> None:
    """The card that was shown and shuffled away has a face, and the seat does not see where."""
    program, view, options = first_decision(ASIDE)
    assert exact(program).solve(view, options, 0, 10_000).ending is Ending.SECRET
