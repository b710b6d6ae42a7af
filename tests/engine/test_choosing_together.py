"""Choosing together: nobody learns what another chose before all have chosen."""

from __future__ import annotations

import pytest
from secret_games import BIDDING, played
from small_games import engine_of
from told_features import told_features

from kibitz.engine import Rng, sight
from kibitz.engine.native import learner, searcher
from kibitz.engine.player_settings import read_settings
from kibitz.solver import TooBig, option_values
from kibitz.words import common_view

ENGINE = engine_of(BIDDING)


def test_nothing_happens_before_all_have_chosen() -> None:
    dealt, first, second = played(ENGINE), played(ENGINE, 0), played(ENGINE, 0, 1)
    assert dealt.state.cards == first.state.cards == second.state.cards
    assert [step.seat for step in (dealt, first, second)] == [0, 1, 2]
    last = played(ENGINE, 0, 1, 2)
    hands = [len(last.view(0).pile("HAND", seat)) for seat in range(3)]
    assert hands == [2, 2, 2]


@pytest.mark.parametrize("seat", [1, 2])
def test_until_then_all_choices_look_alike_to_others(seat: int) -> None:
    steps = [played(ENGINE, option) for option in range(3)]
    assert len({step.view(seat) for step in steps}) == 1
    assert len({sight(step.events, seat) for step in steps}) == 1
    views = [common_view([step.view(seat) for seat in range(3)]) for step in steps]
    assert len({(view.piles, view.ints) for view in views}) == 1


def test_one_s_own_choice_one_knows() -> None:
    assert len({played(ENGINE, option).view(0) for option in range(3)}) == 3


def test_then_all_are_told_at_once_in_the_order_of_the_turns() -> None:
    step = played(ENGINE, 2, 1, 0)
    told = [type(one.event).__name__ for one in sight(step.events, 1)]
    assert told[:13] == [
        "OptionPlayed",
        *("TurnStarted", "Chosen", "CardMoved", "OptionPlayed") * 3,
    ]


def test_a_choice_is_labelled_by_what_it_will_do() -> None:
    step = played(ENGINE)
    paths = [path for path, _ in step.found]
    foreseen = ENGINE.rehearse(step.state, paths, range(9))
    assert [[type(event).__name__ for event in events] for *_, events in foreseen] == [
        ["CardMoved"]
    ] * 3


def test_in_a_world_others_have_picked_anything_that_they_hold_there() -> None:
    step, found = played(ENGINE, 0, 0), set[tuple[int, ...]]()
    view = step.view(2)
    for seed in range(60):
        world = ENGINE.resample(view, Rng(seed))
        assert ENGINE.view(world, 2) == view
        after = ENGINE.apply(ENGINE.at(world), 0, Rng(seed)).state
        assert sorted(len(pile) for pile in after.cards if pile) == [1, 1, 1, 2, 2, 2]
        found.add(tuple(world.ints[-6:-3]))
    assert len(found) == 1
    assert len({tuple(ENGINE.resample(view, Rng(seed)).ints) for seed in range(60)}) > 20


@pytest.mark.slow
def test_native_worlds_pick_as_the_interpreter_does() -> None:
    step, code = played(ENGINE, 0, 0), searcher(ENGINE.program)
    view = step.view(2)
    position = code.prospect(view, len(step.found))
    for seed in range(20):
        dealt, world = code.unpacked(position.deal(seed)), ENGINE.resample(view, Rng(seed))
        assert (dealt.ints, dealt.cards) == (world.ints, world.cards)


@pytest.mark.slow
def test_a_net_is_told_the_same_whatever_others_have_picked() -> None:
    native, chance = learner(ENGINE.program), Rng(5)
    step = ENGINE.deal(chance)
    while not step.is_over:
        here = told_features(native, step.state)
        for seed in range(4):
            world = ENGINE.resample(step.view(step.seat), Rng(seed))
            assert told_features(native, world) == here
        step = ENGINE.apply(step, chance.below(len(step.found)), chance)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ismcts:sims=200", "flat:sims=200", "mcts:sims=200"])
def test_a_search_finds_the_same_whatever_others_have_picked(name: str) -> None:
    code, how = searcher(ENGINE.program), read_settings(name)
    tried = []
    for option in range(3):
        step = played(ENGINE, option)
        search = code.prospect(step.view(1), len(step.found)).search(1)
        search.run(how, 200)
        tried.append(search.statistics.tolist())
    assert tried[0] == tried[1] == tried[2]


def test_the_solver_leaves_such_games_alone() -> None:
    step = played(ENGINE)
    with pytest.raises(TooBig):
        option_values(ENGINE, step.view(0), len(step.found), budget=1000)
