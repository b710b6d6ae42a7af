"""Subsets worth so much: both engines find the same, in the same order, for the same work."""

from __future__ import annotations

from random import Random

import pytest
from lockstep import CountedLockstep, Lockstep
from small_games import game, play, program_of

from kibitz.recycle.constants import COMPARISONS

pytestmark = pytest.mark.slow

RANKS = "ABCDEF"
SETUP = f"(create deck (game vloc X) (deck (RANK ({', '.join(RANKS)})) (SUIT (R, S))))"


def worth(weights: list[int]) -> str:
    awards = " ".join(
        f"((RANK : {rank}) (- {weight + 9} 9))" for rank, weight in zip(RANKS, weights, strict=True)
    )
    return f"(do ((set (game points V) ({awards}))))"


@pytest.mark.parametrize("operator", COMPARISONS)
@pytest.mark.parametrize("seed", range(4))
def test_both_engines_find_the_same_subsets(operator: str, seed: int) -> None:
    """Counted, kept, looked through by a condition, and chosen among."""
    drawn = Random(seed)
    lowest = (-4, 0, 1, 0)[seed]
    weights = [drawn.randint(lowest, 6) for _ in RANKS]
    found = f"(subsets (top 7 (game vloc X)) {operator} (game sto N) using (game points V))"
    text = game(
        f"""{worth(weights)}
        (stage player (end (== (game sto N) 9))
          (do ((inc (game sto N))
               (set (game sto R) (+ (* 3 (game sto R)) (size {found})))
               (set (game sto R) (% (game sto R) 9999))
               ((any {found} 'S (== (size 'S) 2)) (inc (game sto R)))
               (let {found} 'KEPT (inc (game sto R) (size 'KEPT)))))
          (choice (
            (any {found} 'S (do (
              (inc (game sto R) (size 'S))
              (swap (top 'S) (bottom (game vloc X))))))
            (turn pass))))""",
        setup=SETUP,
        players=1,
    )
    program = program_of(text)
    assert CountedLockstep(program).play(seed, most=12, every=3, widest=200) >= 9


def test_a_sum_is_found_among_more_cards_than_all_subsets_could_be_made_of() -> None:
    """36 cards: of two to the 36th ways few are looked at."""
    setup = SETUP.replace("(R, S)", "(R, S, T, U, V, W)")
    text = game(
        f"""{worth([1, 2, 3, 4, 5, 6])}
        (choice ((any (subsets (game vloc X) == 3 using (game points V)) 'S (turn pass))))""",
        setup=setup,
    )
    assert play(text).decisions == [(1, 6 + 36 + 20)]
    assert Lockstep(program_of(text)).play(1, most=1, every=1) == 1
