"""What a net is told: all that the seat sees, nothing that it does not."""

from __future__ import annotations

import pytest
from gathered_games import game_names, interpreter_of
from small_games import engine_of
from told_features import told_features

from kibitz.engine import Decision, Interpreter, Rng
from kibitz.engine.native import learner
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.learning import feature_plan as plan
from kibitz.engine.native.learning.similarity_plan import ALIKE
from kibitz.engine.places import layout
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


TRICK = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S)))))
 (do (
  (set (game str TRUMP) R)
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PLAYED))))))
  (do (((== (cardatt SUIT (top ((current player) vloc PLAYED))) (game str TRUMP))
        (inc ((current player) sto TRUMPS))))))
 (scoring max (+ ((current player) sto TRUMPS)
                 (size (filter ((current player) vloc PLAYED) 'C (== (cardatt RANK 'C) D))))))"""
"""Both play their cards one after the other; red ones count, and so do the highest."""

CELLS = """(game
 (declare (range 1..3) 'CELLS)
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (R, S, T, U)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (all 'CELLS 'C (move (top (game iloc STOCK)) (top ('P vloc GRID 'C)))))
  (move (top (game iloc STOCK)) (top (game vloc DISCARD)))))
 (stage player
  (end (< (size (game iloc STOCK)) 2))
  (choice (
   (move (top (game iloc STOCK)) (top (game iloc GONE)))
   (do ((inc ((current player) sto WAITED))
        (move (top (game iloc STOCK)) (top (game iloc GONE))))))))
 (scoring max (all 'CELLS 'C
  (size (filter ((current player) vloc GRID 'C) 'D (== (cardatt RANK 'D) A))))))"""
"""Open cells and an open discard; nothing is done with them."""


def told(engine: Interpreter, state: State) -> list[list[int]]:
    """The features of every option, in any order."""
    native = learner(engine.program)
    return [sorted(features) for features in told_features(native, state)]


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


def among(features: list[int], first: int, count: int) -> frozenset[int]:
    return frozenset(features) & frozenset(range(first, first + count))


def test_a_number_is_told_exactly_or_by_its_step_and_what_is_left_over() -> None:
    exact = [plan.number_feature(number) for number in plan.EXACT_NUMBERS]
    assert len(set(exact)) == len(exact)
    higher = range(plan.EXACT_NUMBERS.stop, plan.HIGHEST_NUMBER + 1)
    told = {(plan.number_feature(number), number % plan.REMAINDERS) for number in higher}
    assert len(told) == len(higher)
    assert not {step for step, _ in told} & set(exact)


def test_suits_that_no_rule_asks_for_are_not_told() -> None:
    def attributes(name: str) -> list[str]:
        program = interpreter_of(name).program
        told = plan.feature_plan(program, state_layout(program)).attributes
        return [program.strings[attribute] for attribute in told]

    assert attributes("golf-six") == ["RANK"]
    assert sorted(attributes("hearts")) == ["RANK", "SUIT"]


@pytest.mark.slow
def test_a_net_is_told_which_of_two_cards_that_lie_open_is_the_higher_one() -> None:
    engine = engine_of(TRICK)
    like = learner(engine.program).plan.likeness
    count = like.tops**2 * like.each_faced
    for seed in range(10):
        first = engine.deal(Rng(seed))
        second = engine.apply(first, 0, Rng(seed))
        state = second.state
        hand: dict[tuple[int, ...], frozenset[int]] = {}
        led = engine.program.kinds[first.state.kinds[dealt(engine, first.state)[0]]]
        lists = told_features(learner(engine.program), state)
        for option, features in enumerate(lists):
            card = engine.program.kinds[state.kinds[dealt(engine, state)[option]]]
            beats = tuple(
                (own > other) - (own < other)
                for (_, own), (_, other) in zip(card.attributes, led.attributes, strict=True)
            )
            told = among(features, like.first_faced, count)
            assert hand.setdefault(beats, told) == told
        assert len(set(hand.values())) == len(hand)
        assert all(hand.values())


@pytest.mark.slow
def test_a_net_is_told_which_cells_hold_the_rank_of_the_discard() -> None:
    engine = engine_of(CELLS)
    native = learner(engine.program)
    like, values = native.plan.likeness, native.plan.values
    for seed in range(10):
        state = engine.deal(Rng(seed)).state
        rank = [engine.program.kinds[kind].attributes[0][1] for kind in state.kinds]
        piles = dict(zip(places(engine), state.cards, strict=True))
        discard = rank[piles["DISCARD", None, 0][0]]
        alike = {
            (owner, cell)
            for (name, owner, cell), cards in piles.items()
            if name == "GRID" and owner is not None and cards and rank[cards[0]] == discard
        }
        told = {
            (grid.side, (feature - like.first_top - grid.start - ALIKE) // values)
            for feature in among(told_features(native, state)[0], like.first_top, 999)
            for grid in like.grids
            if ALIKE <= feature - like.first_top - grid.start < ALIKE + 4 * values
        }
        assert told == alike


@pytest.mark.slow
def test_a_net_is_told_how_many_trumps_lie_in_a_hand_and_that_one_was_played() -> None:
    engine = engine_of(TRICK)
    native, seen = learner(engine.program), set()
    like = native.plan.likeness
    count = like.places * ALIKE * len(native.plan.attributes)
    for seed in range(10):
        step = engine.deal(Rng(seed))
        suits = [engine.program.strings[kind.attributes[1][1]] for kind in engine.program.kinds]
        hand = [suits[step.state.kinds[card]] for card in dealt(engine, step.state)]
        for option, features in enumerate(told_features(native, step.state)):
            left = hand.count("R") - (hand[option] == "R")
            told = among(features, min(like.word_starts), count)
            assert len(told) == (left > 0) + (hand[option] == "R")
            seen.add((left, hand[option] == "R", told))
    assert len({told for *_, told in seen}) == len({known[:2] for known in seen})


def places(engine: Interpreter) -> list[tuple[str, int | None, int]]:
    return [
        (engine.program.strings[place.name], place.owner, place.index)
        for place in layout(engine.program).places
    ]


def dealt(engine: Interpreter, state: State) -> list[int]:
    """The hand of the seat that is to choose."""
    return dict(zip(places(engine), state.cards, strict=True))["HAND", state.seats[-1].position, 0]
