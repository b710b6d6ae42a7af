"""What a net is told: all that the seat sees, nothing that it does not."""

from __future__ import annotations

import pytest
from gathered_games import game_names, interpreter_of, program_named
from small_games import engine_of

from kibitz.engine import Decision, Interpreter, Rng
from kibitz.engine.native import feature_plan as plan
from kibitz.engine.native import learner
from kibitz.engine.native.remembering_plan import remembered_places
from kibitz.engine.places import places
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


TAKING = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)) (SUIT (R, S)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))))
 (stage player
  (end (< (size (game iloc STOCK)) 2))
  (choice (
   (move (top (game vloc SHOWN)) (top ((current player) iloc HAND)))
   (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))
  (choice (
   (any ((current player) iloc HAND) 'C (move 'C (top (game vloc SHOWN)))))))
 (scoring max (size ((current player) iloc HAND))))"""
"""Take the card that everybody sees, or an unknown one; then show one of the hand."""


def told(engine: Interpreter, state: State) -> list[list[int]]:
    """The features of every option, in any order."""
    native = learner(engine.program)
    return [sorted(features) for features in native.told(native.code.packer.pack(state))]


def names_of_places(engine: Interpreter) -> list[tuple[str, int | None]]:
    """By place: its name and its owner."""
    program = engine.program
    return [(program.strings[place.name], place.owner) for place in places(program)]


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
def test_a_card_that_was_taken_from_the_table_is_told_of_the_hand_that_took_it() -> None:
    engine, chance = engine_of(TAKING), Rng(1)
    start = engine.deal(chance)
    (shown,) = engine.view(start.state, 1).pile("SHOWN")
    taken = engine.apply(start, 0, chance)
    options = taken.status.options if isinstance(taken.status, Decision) else ()
    hand = engine.view(taken.state, 0).pile("HAND", 0)
    other = next(number for number in range(len(options)) if hand[number] != shown)
    kept = engine.apply(taken, other, chance).state
    given_back = engine.apply(taken, hand.index(shown), chance).state
    plan = learner(engine.program).plan
    names = names_of_places(engine)
    hand_of_first = names.index(("HAND", 0))
    card = taken.state.cards[hand_of_first][-1]
    start_for_second = plan.place_starts[len(names) + hand_of_first]
    kind = start_for_second + plan.kinds + kept.kinds[card]
    assert all(kind in features for features in told(engine, kept))
    assert not any(kind in features for features in told(engine, given_back))


def test_only_what_can_be_remembered_is_told_beside_what_is_seen() -> None:
    """Hands into which somebody chose to take what all saw; at golf such a card is not kept there,
    at hearts cards are passed on in secret, at Schwimmen they are swapped."""
    silent = ("golf", "golf-six", "hearts", "schwimmen")
    remembering = {"gin-rummy": {"HAND"}, **{name: set[str]() for name in silent}}
    for name, expected in remembering.items():
        program = program_named(name)
        found = {program.strings[places(program)[n].name] for n in remembered_places(program)}
        assert found == expected


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
