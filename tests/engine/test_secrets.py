"""Secret storages: only the owner sees them, and others guess from what they saw."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from secret_games import CALLING, GUESSING, ROLES, SPOILING, played
from small_games import engine_of
from told_features import told_features

from kibitz import load
from kibitz.companion import BadEntry, RealTable
from kibitz.engine import Guesses, Interpreter, Rng, sight
from kibitz.engine.native import learner, searcher
from kibitz.engine.view import View
from kibitz.solver import TooBig, option_values
from kibitz.words import common_view

MASKS = (Path(__file__).parents[1] / "games" / "strangers" / "masks.rcy").read_text("utf-8")
TWO, FIVE = 1, 4
"""The options that hide these numbers."""


def guessing() -> Interpreter:
    return engine_of(GUESSING)


def guesses(view: View) -> Guesses:
    assert view.guesses is not None
    return view.guesses


def numbers(view: View, seat: int) -> set[int]:
    """What the secret number of that player may be."""
    assert view.guesses is not None
    column = view.guesses.slots.index((view.guesses.slots[0][0], seat))
    return {held[column] for held in view.guesses.held}


def test_only_the_owner_sees_a_secret_number() -> None:
    step = played(guessing(), TWO, FIVE)
    views = [step.view(seat) for seat in range(3)]
    assert [view.number("NUMBER", 0) for view in views] == [2, 0, 0]
    assert [view.number("NUMBER", 1) for view in views] == [0, 5, 0]


def test_to_everybody_else_all_numbers_that_could_be_hidden_look_alike() -> None:
    engine = guessing()
    one, other = played(engine, TWO, FIVE, 0), played(engine, FIVE, TWO, 0)
    assert one.view(2) == other.view(2)
    assert sight(one.events, 2) == sight(other.events, 2)
    assert one.view(0) != other.view(0)


def test_that_something_was_stored_is_secret_too() -> None:
    engine = guessing()
    step = played(engine, TWO)
    assert [type(told.event).__name__ for told in sight(step.events, 0)][:3] == [
        *("Chosen", "Stored", "OptionPlayed")
    ]
    assert "Stored" not in {type(told.event).__name__ for told in sight(step.events, 1)}
    (chosen, *_) = sight(step.events, 1)
    assert "value=2" not in repr(chosen)


def test_a_number_may_be_any_that_could_be_chosen_and_answers_leave_those_that_fit() -> None:
    engine = guessing()
    step = played(engine, TWO, FIVE, 0)
    assert numbers(step.view(2), 1) == {1, 2, 3, 4, 5, 6}
    step = played(engine, TWO, FIVE, 0, 2)
    assert step.view(2).word("SAID") == "MORE"
    assert numbers(step.view(2), 1) == {4, 5, 6}
    assert numbers(step.view(0), 1) == {4, 5, 6}
    step = played(engine, TWO, FIVE, 0, 4)
    assert step.view(2).word("SAID") == "YES"
    assert numbers(step.view(2), 1) == {5}


def test_who_answers_for_a_secret_learns_nothing_of_others() -> None:
    step = played(guessing(), TWO, FIVE, 0, 2)
    assert numbers(step.view(1), 0) == {1, 2, 3, 4, 5, 6}


def test_a_deal_by_chance_is_guessed_as_a_whole() -> None:
    engine = engine_of(ROLES)
    view = engine.deal(Rng(3)).view(0)
    assert view.guesses is not None
    spies = {
        tuple(view.names.strings[value] for value in held if view.names.strings[value])
        for held in view.guesses.held
    }
    own = view.word("ROLE", 0)
    assert spies == ({("GOOD", "GOOD")} if own == "SPY" else {("GOOD", "SPY"), ("SPY", "GOOD")})


@pytest.mark.parametrize("seed", range(6))
def test_what_one_is_asked_tells_the_next_nothing(seed: int) -> None:
    """Each guesses what fits their own role, whoever has been asked before."""
    engine = engine_of(ROLES)
    for order in permutations(range(3)):
        step = engine.deal(Rng(seed))
        for seat in order:
            view = step.view(seat)
            is_spy = view.word("ROLE", seat) == "SPY"
            assert len(guesses(view).held) == (1 if is_spy else 2)


def test_what_was_chosen_together_is_guessed_from_when_it_is_told_and_not_before() -> None:
    engine = engine_of(SPOILING)
    seed = next(n for n in range(9) if engine.deal(Rng(n)).view(0).word("ROLE", 0) == "SPY")
    spoilt, helped = played(engine, 0, seed=seed), played(engine, 1, seed=seed)
    for seat in (1, 2):
        assert spoilt.view(seat) == helped.view(seat)
        assert len(guesses(spoilt.view(seat)).held) == 2
    told = [guesses(played(engine, first, 0, 0, seed=seed).view(1)) for first in (0, 1)]
    assert [(len(one.held), one.is_vague) for one in told] == [(1, False), (2, False)]


def test_what_an_accuser_learnt_others_did_not() -> None:
    engine = engine_of(ROLES)
    spies: dict[int, list[View]] = {}
    for seed in range(12):
        step = played(engine, 0, seed=seed)
        spies.setdefault(step.state.strs.index(max(step.state.strs)), []).append(step.view(2))
    innocent = [views[0] for spy, views in spies.items() if spy != 2]
    assert len(innocent) == 2
    assert innocent[0] == innocent[1]


@pytest.mark.parametrize("seat", range(3))
def test_a_world_looks_to_its_seat_as_the_match_does(seat: int) -> None:
    engine = guessing()
    view = played(engine, TWO, FIVE, 0, 2, 3).view(seat)
    worlds = [engine.resample(view, Rng(seed)) for seed in range(30)]
    assert all(engine.view(world, seat) == view for world in worlds)
    assert len({tuple(world.ints) for world in worlds}) > 5


@pytest.mark.slow
def test_native_worlds_are_those_of_the_interpreter() -> None:
    engine = guessing()
    step = played(engine, TWO, FIVE, 0, 2)
    view, code = step.view(step.seat), searcher(engine.program)
    position = code.prospect(view, len(step.found))
    for seed in range(20):
        dealt = code.unpacked(position.deal(seed))
        assert dealt.ints == engine.resample(view, Rng(seed)).ints


@pytest.mark.slow
@pytest.mark.parametrize("text", [GUESSING, ROLES, SPOILING, CALLING, MASKS])
def test_a_net_is_told_the_same_in_every_world(text: str) -> None:
    engine = engine_of(text)
    native, chance = learner(engine.program), Rng(5)
    step = engine.deal(chance)
    while not step.is_over:
        here = told_features(native, step.state)
        for seed in range(6):
            world = engine.resample(step.view(step.seat), Rng(seed))
            assert told_features(native, world) == here
        step = engine.apply(step, chance.below(len(step.found)), chance)


def test_who_watches_sees_no_secret() -> None:
    step = played(guessing(), TWO, FIVE, 0)
    watched = common_view([step.view(seat) for seat in range(3)])
    assert {watched.number("NUMBER", seat) for seat in range(3)} == {0}


def test_the_solver_leaves_secrets_alone() -> None:
    engine = guessing()
    step = played(engine, TWO, FIVE, 0)
    with pytest.raises(TooBig):
        option_values(engine, step.view(step.seat), len(step.found), budget=1000)


def test_a_companion_cannot_be_told_what_nobody_sees(tmp_path: Path) -> None:
    program = tmp_path / "guessing.rcy"
    program.write_text(GUESSING, encoding="utf-8")
    with pytest.raises(BadEntry, match="nobody can enter"):
        RealTable(load(program), 0)


def test_a_partner_who_was_called_is_known_to_whom_the_card_is() -> None:
    """Player 1 holds nothing and may think of either; the others can tell by their own cards."""
    engine = engine_of(CALLING)
    step = played(engine, 0)
    sides = [
        {engine.score(engine.resample(step.view(seat), Rng(n))).scores for n in range(30)}
        for seat in range(3)
    ]
    assert sides[0] == {(1, 1, 0), (1, 0, 1)}
    assert [len(one) for one in sides[1:]] == [1, 1]
