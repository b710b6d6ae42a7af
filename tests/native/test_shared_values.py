"""What a game asks for in many places is emitted once, and comes to the same."""

from __future__ import annotations

import pytest
from lockstep import CountedLockstep
from small_games import game, program_of

from kibitz.engine import Interpreter, Program
from kibitz.engine.native.emission import shared_values
from kibitz.engine.native.layout.signatures import Purpose
from kibitz.engine.native.passes import emit

pytestmark = pytest.mark.slow

MELDED = """
 (define MELDED ('CARDS 'FROM)
  (all (partition SUIT 'CARDS) 'S
   (all (runs largest 'FROM 'S using (game points RANKS)) 'R (sum 'R using (game points WORTH)))))
"""
RULES = """
 (choice (
  (any ((current player) iloc HAND) 'C
   ((< (MELDED (filter ((current player) iloc HAND) 'X (!= 'X 'C)) 2) 6)
    (move 'C (top (game vloc OUT)))))
  ((>= (MELDED ((current player) iloc HAND) 2) 4)
   (any ((current player) iloc HAND) 'C
    ((>= (MELDED ((current player) iloc HAND) 3) 3) (move 'C (bottom (game vloc OUT))))))
  (move (top ((current player) iloc HAND)) (top (game vloc OUT)))))
"""
SETUP = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)) (SUIT (R, S))))"
DEALT = """
 (do (
  (set (game points RANKS) (((RANK : B) 1) ((RANK : C) 2) ((RANK : D) 3) ((RANK : E) 4)))
  (set (game points WORTH) (((SUIT : R) 1) ((SUIT : S) 2)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
"""


@pytest.fixture
def melding(monkeypatch: pytest.MonkeyPatch, nothing_kept: None) -> Program:
    """A small game that shares all that a large one would."""
    monkeypatch.setattr(shared_values, "_MANY_NODES", 0)
    stage = f"(stage player (end (any player 'P (== 0 (size ('P iloc HAND))))) {RULES})"
    score = "(MELDED ((current player) iloc HAND) 1)"
    return program_of(
        game(DEALT + stage, setup=SETUP, players=2, score=score, declare=MELDED.strip())
    )


def test_what_a_meld_is_worth_is_asked_in_many_places_and_emitted_in_few(
    melding: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Interpreter(melding).laid_out()
    shared = emit(melding, start, Purpose.SEARCH).text
    monkeypatch.setattr(shared_values, "_MANY_NODES", 10**9)
    copied = emit(melding, start, Purpose.SEARCH).text
    assert shared.count("\n") < 0.8 * copied.count("\n")
    assert "@shared" not in copied.replace('"', "")


def test_functions_that_are_shared_play_as_the_interpreter_and_count_as_much_work(
    melding: Program,
) -> None:
    engines = CountedLockstep(melding)
    assert sum(engines.play(seed, most=12, every=2) for seed in range(6)) > 30
