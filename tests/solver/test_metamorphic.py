"""What must hold between exact values, whatever they are."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from positions import RANKS
from test_chance import program_of
from test_golden import ONE_HIDDEN, TWO_HIDDEN, golf_turn, last_turn
from test_tiny_games import lock_text

from kibitz import Game, load
from kibitz.engine import View
from kibitz.solver import Aim, match_value
from kibitz.solver.solving import option_values

pytestmark = pytest.mark.slow

CARDS = [rank for rank in RANKS if rank != "Jok"]


def strokes(game: Game, view: View, options: int) -> list[float]:
    found = option_values(game.interpreter, view, options, budget=300_000)
    return [value.scores[view.seat] for value in found]


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("is_turned", [False, True])
def test_columns_and_rows_may_change_places(order: tuple[int, ...], is_turned: bool) -> None:
    own, top, others = TWO_HIDDEN
    rows = [own.split()[:3], own.split()[3:]]
    rows = rows[::-1] if is_turned else rows
    cells = [row[column] for row in rows for column in order]
    draw, *takes = strokes(*golf_turn(own, top, others), 7)
    draw_now, *takes_now = strokes(*golf_turn(" ".join(cells), top, others), 7)
    old = [takes[3 * (row ^ is_turned) + column] for row in (0, 1) for column in order]
    assert draw_now == pytest.approx(draw, abs=1e-9)
    assert takes_now == pytest.approx(old, abs=1e-9)


def test_strokes_of_earlier_holes_are_added() -> None:
    game, view = golf_turn(*ONE_HIDDEN)
    slot = next(
        slot
        for (name, owner), slot in view.names.numbers.items()
        if name == "TOTAL" and owner[1] == view.seat
    )
    assert view.ints[slot] == 0
    later = replace(view, ints=(*view.ints[:slot], 10, *view.ints[slot + 1 :]))
    before, after = strokes(game, view, 7), strokes(game, later, 7)
    assert after == pytest.approx([value + 10 for value in before], abs=1e-9)


def test_to_know_a_card_never_costs_anything() -> None:
    """The mean over what the card face down may be, each time known to its owner."""
    game = load("lock-golf", PLAYERS=2, HOLES=3)
    own, top, others = "9 4 K", "7", "Q J 8 8 10 10 6 3 A"
    hidden = min(strokes(game, last_turn(game, own, "?", top, others), 3))
    seen = [*own.split(), top, *others.split()]
    known = sum(
        (4 - seen.count(card)) * min(strokes(game, last_turn(game, own, card, top, others), 3))
        for card in CARDS
        if seen.count(card) < 4
    ) / (52 - len(seen))
    assert known <= hidden + 1e-9


def test_one_more_thing_to_do_never_costs_anything() -> None:
    plain = strokes(*golf_turn(*ONE_HIDDEN), 7)
    game, view = golf_turn(*ONE_HIDDEN, FLIPASACTION="ON")
    more = strokes(game, view, 8)
    assert min(more) <= min(plain) + 1e-9
    assert more[:7] == pytest.approx(plain, abs=1e-9)


@pytest.mark.parametrize("started", [False, True])
def test_nobody_does_better_than_who_sees_all_cards(started: bool) -> None:
    """A tiny lock game in which the stock lies open, and so does the card of the only cell."""
    text = lock_text(1, 1, 1, started)
    blind, peeking = (
        match_value(program_of(lock_text(1, 1, peek, started))).scores[0] for peek in (0, 1)
    )
    clairvoyant = match_value(program_of(text.replace("iloc STOCK", "vloc STOCK"))).scores[0]
    assert clairvoyant <= peeking < blind


TURNS = """(game
 (setup
  (create players 1)
  (repeat 2 (create deck (game iloc STOCK) (deck (RANK (ACE, FIVE, NINE, KING))))))
 (do (
  (set (game points STROKES) (((RANK : ACE) 1) ((RANK : FIVE) 5) ((RANK : NINE) 9)))
  (shuffle (game iloc STOCK))
  (move (top (game iloc STOCK)) (top ((1 player) hloc CELL)))))
 (stage player
  (end (== (game sto TURNS) {turns}))
  (do (
   (move (top (game iloc STOCK)) (top (game vloc DRAWN)))))
  (choice (
   (move (top (game vloc DRAWN)) (top (game vloc DISCARD)))
   (do (
    (repeat all (move (top ((1 player) hloc CELL)) (top (game vloc DISCARD))))
    (repeat all (move (top ((1 player) vloc CELL)) (top (game vloc DISCARD))))
    (move (top (game vloc DRAWN)) (top ((1 player) vloc CELL)))))))
  (do ((inc (game sto TURNS)))))
 (scoring min (+ (sum ((1 player) vloc CELL) using (game points STROKES))
                 (sum ((1 player) hloc CELL) using (game points STROKES)))))"""
"""One cell; every turn a card is drawn that may go there."""


def test_one_more_turn_never_costs_anything() -> None:
    values = [match_value(program_of(TURNS.format(turns=turns))).scores[0] for turns in range(1, 4)]
    assert values[0] == Fraction(53, 28)
    assert all(after < before for before, after in pairwise(values))


def test_who_plays_for_something_gets_at_least_as_much_of_it() -> None:
    game, view = golf_turn(*ONE_HIDDEN)
    by_score = option_values(game.interpreter, view, 7, aim=Aim.SCORE, budget=300_000)
    by_win = option_values(game.interpreter, view, 7, aim=Aim.WIN, budget=300_000)
    for score, win in zip(by_score, by_win, strict=True):
        assert win.wins[view.seat] >= score.wins[view.seat] - 1e-9
        assert score.scores[view.seat] <= win.scores[view.seat] + 1e-9
        assert sum(win.wins) == pytest.approx(1)
