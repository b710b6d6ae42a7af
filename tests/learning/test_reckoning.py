"""What a net is told of cards that lie together: as the rules reckon, and as the seat sees them."""

from __future__ import annotations

from itertools import combinations

import pytest
from gathered_games import interpreter_of
from small_games import engine_of
from told_features import told_features

from kibitz.engine import Decision, Interpreter, Rng
from kibitz.engine.native import learner
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.learning import feature_plan as plan
from kibitz.engine.native.learning.sums_and_runs_plan import DIGITS, STRETCHES, Reckoning
from kibitz.engine.places import layout
from kibitz.engine.state import State

FISHING = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)) (SUIT (R, S)))))
 (do (
  (set (game points WORTH)
   (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4) ((RANK : E) 6) ((RANK : F) 7)))
  (shuffle (game iloc STOCK))
  (repeat 3 (move (top (game iloc STOCK)) (top (game vloc POOL))))
  (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice (
   (any ((current player) iloc HAND) 'C
    ((== (size (subsets (game vloc POOL) == (score 'C using (game points WORTH))
                using (game points WORTH))) 0)
     (move 'C (top (game vloc POOL)))))
   (any ((current player) iloc HAND) 'C
    (any (subsets (game vloc POOL) == (score 'C using (game points WORTH))
          using (game points WORTH)) 'TAKEN
     (do (
      (all 'TAKEN 'T (move 'T (top ((current player) hloc WON))))
      (move 'C (top ((current player) hloc WON)))))))))
  (do (
   (all (runs largest 3 ((current player) iloc HAND) using (game points WORTH)) 'R
    (inc ((current player) sto RUNS))))))
 (scoring max (- ((current player) sto RUNS)
                 (sum ((current player) iloc HAND) using (game points WORTH)))))"""
"""Take from the pool what adds up to your card; runs in the hand are good, what is left is bad."""
WORTHS = (1, 2, 3, 4, 6, 7)


def reckoning_of(engine: Interpreter) -> Reckoning:
    return plan.feature_plan(engine.program, state_layout(engine.program)).reckoning


def piles(engine: Interpreter, state: State) -> dict[str, list[int]]:
    """What the cards are worth in the first player's places and in those of the table."""
    return {
        engine.program.strings[place.name]: [WORTHS[state.kinds[card] // 2] for card in cards]
        for place, cards in zip(layout(engine.program).places, state.cards, strict=True)
        if place.owner in (None, 0)
    }


def place_named(engine: Interpreter, name: str) -> int:
    names = [engine.program.strings[place.name] for place in layout(engine.program).places]
    return names.index(name)


def told_after(engine: Interpreter, seed: int) -> list[tuple[dict[str, list[int]], frozenset[int]]]:
    """For every option of the first decision: what lies where after it, and what a net is told."""
    native, first = learner(engine.program), engine.deal(Rng(seed))
    assert isinstance(first.status, Decision)
    lists = told_features(native, first.state)
    found = []
    for option, features in zip(first.status.options, lists, strict=True):
        after = engine.apply(first, option.index, Rng(seed)).state
        found.append((piles(engine, after), frozenset(features)))
    return found


def among(features: frozenset[int], start: int, count: int) -> set[int]:
    """Those of the features, counted from the start."""
    return {feature - start for feature in features if start <= feature < start + count}


def sums_of(cards: list[int]) -> set[int]:
    """What some of the cards add up to."""
    return {sum(some) for count in range(1, len(cards) + 1) for some in combinations(cards, count)}


@pytest.fixture(scope="module")
def fishing() -> Interpreter:
    return engine_of(FISHING)


@pytest.mark.slow
def test_a_net_is_told_which_cards_of_a_hand_begin_a_run(fishing: Interpreter) -> None:
    (ladder,) = reckoning_of(fishing).ladders
    start = ladder.starts[place_named(fishing, "HAND")]
    seen: set[int] = set()
    for seed in range(10):
        for after, features in told_after(fishing, seed):
            hand = set(after["HAND"])
            rungs: list[set[int]] = [set() for _ in range(STRETCHES)]
            for number, worth in enumerate(WORTHS):
                if {worth, worth + 1} <= hand:
                    rungs[0].add(number)
                if {worth, worth + 2} <= hand and worth + 1 in WORTHS:
                    rungs[1].add(number)
                if {worth, worth + 1, worth + 2} <= hand:
                    rungs[2].add(number)
            told = among(features, start, STRETCHES * ladder.size)
            assert told == {
                part * ladder.size + number for part, found in enumerate(rungs) for number in found
            }
            seen |= told
    assert len(seen) > 6


@pytest.mark.slow
def test_a_net_is_told_what_is_left_in_a_hand_that_rules_add_up(fishing: Interpreter) -> None:
    (one,) = reckoning_of(fishing).sums
    assert place_named(fishing, "POOL") not in {n for n, start in enumerate(one.starts) if start}
    for seed in range(10):
        for after, features in told_after(fishing, seed):
            told = among(features, one.starts[place_named(fishing, "HAND")], plan.NUMBERS)
            assert told == {plan.number_feature(sum(after["HAND"]))}


@pytest.mark.slow
def test_a_net_is_told_what_cards_of_the_pool_add_up_to_and_which_of_the_hand_take_them(
    fishing: Interpreter,
) -> None:
    reckoned = reckoning_of(fishing)
    (some,), (match,) = reckoned.partial, reckoned.matches
    seen: set[int] = set()
    for seed in range(10):
        for after, features in told_after(fishing, seed):
            sums = sums_of(after["POOL"]) & set(WORTHS)
            assert among(features, some.starts[place_named(fishing, "POOL")], DIGITS) == sums
            fits = among(features, match.start, DIGITS)
            assert fits == sums & set(after["HAND"])
            seen |= fits
    assert len(seen) > 3


def test_games_without_runs_and_sums_are_told_of_none() -> None:
    for name in ("golf", "president", "whist"):
        assert reckoning_of(interpreter_of(name)) == Reckoning()


def test_runs_of_cards_that_were_sorted_by_suit_are_of_one_suit() -> None:
    engine = interpreter_of("gin-rummy")
    ladders = reckoning_of(engine).ladders
    assert [ladder.size for ladder in ladders] == [52]
    (ladder,) = ladders
    assert ladder.next_to.bit_count() == 4 * 12
    assert ladder.two_below.bit_count() == 4 * 11
