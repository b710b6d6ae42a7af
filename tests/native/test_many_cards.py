"""Games of several packs, in which a card takes two bytes: everything goes on as with one."""

from __future__ import annotations

import pytest
from lockstep import CountedLockstep

from kibitz.engine import Program, lower
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.program.static_analysis import most_cards
from kibitz.recycle import Source, check

PACK = """(create deck (game iloc SHOE) (deck
   (RANK (A, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, J, Q, K))
   (SUIT (C, D, H, S))))"""
VALUES = """(set (game points V) (((RANK : A) 11) ((RANK : TWO) 2) ((RANK : THREE) 3)
   ((RANK : FOUR) 4) ((RANK : FIVE) 5) ((RANK : SIX) 6) ((RANK : SEVEN) 7) ((RANK : EIGHT) 8)
   ((RANK : NINE) 9) ((RANK : TEN) 10) ((RANK : J) 10) ((RANK : Q) 10) ((RANK : K) 10)))"""

BLACKJACK = f"""(game
 (setup (create players 3) (repeat 6 {PACK}))
 (do ({VALUES} (shuffle (game iloc SHOE))
  (all player 'P (repeat 2 (move (top (game iloc SHOE)) (top ('P vloc HAND)))))))
 (stage player
  (end (or (all player 'P (== ('P sto STOOD) 1)) (< (size (game iloc SHOE)) 250)))
  (choice (
   ((< (sum ((current player) vloc HAND) using (game points V)) 21)
    (move (top (game iloc SHOE)) (top ((current player) vloc HAND))))
   (set ((current player) sto STOOD) 1))))
 (scoring max (sum ((current player) vloc HAND) using (game points V))))"""

HAND_AND_FOOT = f"""(game
 (setup (create players 2) (repeat 6 {PACK})
  (repeat 12 (create deck (game iloc SHOE) (deck (RANK (JOKER))))))
 (do ({VALUES} (shuffle (game iloc SHOE))
  (all player 'P (repeat 11 (move (top (game iloc SHOE)) (top ('P iloc HAND)))))
  (all player 'P (repeat 11 (move (top (game iloc SHOE)) (top ('P hloc FOOT)))))
  (move (top (game iloc SHOE)) (top (game vloc DISCARD)))))
 (stage player
  (end (or (== (size (game iloc SHOE)) 0)
   (any player 'P (== (+ (size ('P iloc HAND)) (size ('P hloc FOOT))) 0))))
  (choice (
   (any (partition RANK ((current player) iloc HAND)) 'SET
    ((>= (size 'SET) 3)
     (repeat all (move (top 'SET) (top ((current player) vloc MELDS))))))
   (any ((current player) iloc HAND) 'C
    (do ((remember 'C (top (game mem LATELY)))
     (move 'C (top (game vloc DISCARD)))
     ((> (size (game mem LATELY)) 3) (forget (bottom (game mem LATELY)))))))))
  (do (
   ((and (== (size ((current player) iloc HAND)) 0) (> (size ((current player) hloc FOOT)) 0))
    (repeat all (move (top ((current player) hloc FOOT)) (top ((current player) iloc HAND)))))
   ((> (size (game iloc SHOE)) 1)
    (repeat 2 (move (top (game iloc SHOE)) (top ((current player) iloc HAND))))))))
 (scoring max (sum ((current player) vloc MELDS) using (game points V))))"""

ROWS = f"""(game
 (setup (create players 2) (repeat 6 {PACK}))
 (do ({VALUES} (shuffle (game iloc SHOE))
  (all (range 0..11) 'N (repeat 2 (move (top (game iloc SHOE)) (top (game vloc ROW 'N)))))
  (all (game iloc SHOE) 'C (remember 'C (top (game mem SEEN))))
  (shuffle (game mem SEEN))))
 (stage player
  (end (< (size (game mem SEEN)) 270))
  (choice (
   (any (indexed game vloc ROW) 'R (swap (top 'R) (bottom (game iloc SHOE))))
   (any (runs all 3 (union (indexed game vloc ROW)) using (game points V)) 'RUN
    (all 'RUN 'C (move 'C (bottom (game iloc SHOE)))))
   (move (max (game iloc SHOE) using (game points V)) (5 (game iloc SHOE)))))
  (do ((forget (1 (game mem SEEN))) (forget (top (game mem SEEN)))
   (set ((current player) sto R)
    (+ (size (intersect (game mem SEEN) (game iloc SHOE)))
     (size (disjunction (top 200 (game iloc SHOE)) (bottom 100 (game iloc SHOE)))))))))
 (scoring max ((current player) sto R)))"""


def program_of(text: str) -> Program:
    checked = check(Source("game.rcy", text)).game
    assert checked is not None
    return lower(checked, {})


@pytest.mark.slow
@pytest.mark.parametrize("text", [BLACKJACK, HAND_AND_FOOT, ROWS], ids=["21", "foot", "rows"])
def test_both_engines_play_the_same_match_with_six_packs(text: str) -> None:
    program = program_of(text)
    table = CountedLockstep(program)
    assert state_layout(program).card_width == 2
    assert all(table.play(seed, most=60, every=10) > 3 for seed in range(2))


def made(statement: str, packs: int = 1) -> Program:
    setup = f"(setup (create players 1) (repeat {packs} {PACK}))"
    return program_of(f"(game {setup} (do ({statement})) (choice ((turn pass))) (scoring max 0))")


@pytest.mark.parametrize(
    ("statement", "packs", "most", "width"),
    [
        ("(turn pass)", 4, 208, 1),
        ("(turn pass)", 5, 260, 2),
        (f"(repeat 2 {PACK})", 1, 156, 1),
        (f"((> (random 0..1) 0) {PACK})", 4, 260, 2),
        (f"(repeat (random 0..1) {PACK})", 1, 1024, 2),
        (f"(all (range 0..1) 'N {PACK})", 1, 1024, 2),
    ],
)
def test_a_card_is_as_wide_as_the_cards_that_can_be_made_need(
    statement: str, packs: int, most: int, width: int
) -> None:
    program = made(statement, packs)
    assert (most_cards(program), state_layout(program).card_width) == (most, width)
