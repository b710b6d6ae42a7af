"""Whole games of eight cards, whose values were worked out by other programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from test_chance import program_of

from kibitz.engine import Interpreter, Program, Rng
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.places import layout
from kibitz.engine.resample import unseen
from kibitz.engine.state import State
from kibitz.solver import match_value
from kibitz.solver.solving import option_values


def lock_text(players: int, par: int, peek: int, started: bool) -> str:
    """Lock golf with the pack A A 5 5 9 9 K K. Two players play for the difference."""
    mine = "((current player) sto SCORE)"
    score = mine if players == 1 else f"(- {mine} ((next player) sto SCORE))"
    start = "((== 1 1) (move (top (game iloc STOCK)) (top (game vloc DISCARD))))" if started else ""
    return f"""(game
 (declare (range 1..{par}) 'CELLS)
 (define LOCK ('C 'TARGET)
  (do (
   (repeat all (move (top ((current player) hloc GRID 'C)) (top 'TARGET)))
   (repeat all (move (top ((current player) iloc GRID 'C)) (top 'TARGET)))
   (set (game sto FRESH) 0)
   (inc (game sto LOCKED)))))
 (define RANKIN ('P 'C) (cardatt RANK (top ('P vloc GRID 'C))))
 (setup
  (create players {players})
  (repeat 2 (create deck (game iloc STOCK) (deck (RANK (ACE, FIVE, NINE, KING))))))
 (do (
  (set (game points STROKES) (((RANK : ACE) 1) ((RANK : FIVE) 5) ((RANK : NINE) 9)))
  (shuffle (game iloc STOCK))
  (all player 'P
   (all 'CELLS 'C
    (do (
     ((<= 'C {peek}) (move (top (game iloc STOCK)) (top ('P iloc GRID 'C))))
     ((> 'C {peek}) (move (top (game iloc STOCK)) (top ('P hloc GRID 'C))))))))
  {start}))
 (stage player
  (end (== (game sto LOCKED) {players * par}))
  (choice (
   ((and (== (game sto FRESH) 0) (> (size (game iloc STOCK)) 0))
    (do (
     (move (top (game iloc STOCK)) (top (game vloc DISCARD)))
     (set (game sto FRESH) 1)
     (cycle next (current player)))))
   (any 'CELLS 'C
    ((== (size ((current player) vloc GRID 'C)) 0)
     (LOCK 'C ((current player) vloc GRID 'C))))
   ((> (size (game vloc DISCARD)) 0)
    (any 'CELLS 'C
     ((== (size ((current player) vloc GRID 'C)) 0)
      (do (
       (move (top (game vloc DISCARD)) (top ((current player) vloc GRID 'C)))
       (LOCK 'C (game vloc DISCARD))))))))))
 (do (
  (all player 'P
   (do (
    (all 'CELLS 'A
     (all 'CELLS 'B
      ((and (< 'A 'B)
            (== (size ('P vloc GRID 'A)) 1)
            (== (RANKIN 'P 'A) (RANKIN 'P 'B)))
       (do (
        (move (top ('P vloc GRID 'A)) (top ('P vloc CANCELLED)))
        (move (top ('P vloc GRID 'B)) (top ('P vloc CANCELLED))))))))
    (set ('P sto SCORE)
     (sum (union (all 'CELLS 'C ('P vloc GRID 'C))) using (game points STROKES))))))))
 (scoring min {score}))"""


def lock_game(players: int, par: int, peek: int, started: bool) -> Program:
    return program_of(lock_text(players, par, peek, started))


def compiled_value(program: Program) -> float:
    """What player 1 comes to: the mean over all cards that are seen at the first decision."""
    engine = Interpreter(program)
    step = engine.deal(Rng(1))
    seen = [spot.card for pile in engine.view(step.state, 0).piles for spot in pile]
    shown = [card for card in seen if card is not None]
    values = []
    for cards in permutations(range(len(seen)), len(shown)):
        view = engine.view(_exchanged(program, step.state, shown, cards), 0)
        found = option_values(engine, view, len(step.found), budget=10**8)
        values.append(min(value.scores[0] for value in found))
    return sum(values) / len(values)


def _exchanged(program: Program, state: State, shown: Sequence[int], cards: Sequence[int]) -> State:
    """The state in which these cards lie where those were; the others somehow."""
    number = {card: card for card in range(len(state.place))}
    for old, new in zip(shown, cards, strict=True):
        holder = next(card for card, now in number.items() if now == new)
        number[old], number[holder] = number[holder], number[old]
    after = state.copy()
    after.cards = [[number[card] for card in pile] for pile in state.cards]
    for location, pile in enumerate(after.cards):
        for card in pile:
            after.place[card] = location
    table = layout(program)
    seats = range(program.players)
    after.knowledge = Knowledge([unseen(table, after, seat) for seat in seats])
    return after


SOLO = [
    (2, 1, True, "141/140"),
    (2, 1, False, "43/30"),
    (2, 0, True, "313/210"),
    (2, 0, False, "74/35"),
    (2, 2, True, "109/210"),
    (2, 2, False, "22/21"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("par", "peek", "started", "value"), SOLO)
def test_a_tiny_lock_game_for_one(par: int, peek: int, started: bool, value: str) -> None:
    program = lock_game(1, par, peek, started)
    assert match_value(program, budget=10_000_000).scores == (Fraction(value),)


DUELS = [(1, True, "-13/140"), (1, False, "39/70")]


@pytest.mark.parametrize(
    ("par", "started", "value"), [pytest.param(*DUELS[0], marks=pytest.mark.slow), *DUELS[1:]]
)
def test_a_tiny_lock_game_for_two(par: int, started: bool, value: str) -> None:
    program = lock_game(2, par, 0, started)
    assert match_value(program, budget=10_000_000).scores[0] == Fraction(value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("par", "peek", "started", "value"), [*SOLO, (3, 1, True, "268/315"), (3, 1, False, "58/45")]
)
def test_a_tiny_lock_game_for_one_compiled(par: int, peek: int, started: bool, value: str) -> None:
    program = lock_game(1, par, peek, started)
    assert compiled_value(program) == pytest.approx(float(Fraction(value)), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("par", "started", "value"), [*DUELS, (2, True, "1/1260"), (2, False, "1283/2520")]
)
def test_a_tiny_lock_game_for_two_compiled(par: int, started: bool, value: str) -> None:
    program = lock_game(2, par, 0, started)
    assert compiled_value(program) == pytest.approx(float(Fraction(value)), abs=1e-9)
