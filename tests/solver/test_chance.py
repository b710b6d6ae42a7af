"""Chance in all its forms, in games whose values anybody can work out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.engine import Program, lower
from kibitz.recycle import Source, check
from kibitz.solver import TooBig, match_value

VALUES = """(set (game points V)
  (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4)))"""


def program_of(text: str) -> Program:
    result = check(Source("chance.rcy", text))
    assert result.game is not None, [fault.headline for fault in result.diagnostics]
    return lower(result.game)


def value_of(text: str) -> Fraction:
    return match_value(program_of(text)).scores[0]


AGAIN = f"""(game
 (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))))
 (choice (
  (turn pass)
  (do (
   (move (top (game vloc SHOWN)) (top (game iloc STOCK)))
   (shuffle (game iloc STOCK))
   (move (top (game iloc STOCK)) (top (game vloc SHOWN)))))))
 (scoring max (score (top (game vloc SHOWN)) using (game points V))))"""
"""Keep the card, or shuffle it back and draw again."""

ASIDE = f"""(game
 (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (repeat 2 (move (top (game iloc STOCK)) (top (game iloc ASIDE))))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))))
 (choice ((turn pass)))
 (do (
  (move (top (game vloc SHOWN)) (top (game iloc STOCK)))
  (shuffle (game iloc STOCK))))
 (choice (
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))
  (move (top (game iloc ASIDE)) (top (game vloc SHOWN)))))
 (scoring max (score (top (game vloc SHOWN)) using (game points V))))"""
"""A card that was seen is one of two in the stock; two lie aside, and none of these was seen."""

BOTH = f"""(game
 (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (repeat 2 (move (bottom (game iloc STOCK)) (top (game iloc ASIDE))))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))))
 (choice ((turn pass)))
 (do (
  (move (top (game vloc SHOWN)) (bottom (game iloc STOCK)))
  (shuffle (game iloc STOCK))))
 (choice (
  (set (game sto GOT) 5)
  (set (game sto GOT) (sum (game iloc STOCK) using (game points V)))))
 (scoring max (game sto GOT)))"""
"""Five points, or both cards of the stock: one of them is the card that was seen, and whichever is
looked at first, the other must be that one if this is not."""

REST = BOTH.replace(
    """ (choice (
  (set (game sto GOT) 5)
  (set (game sto GOT) (sum (game iloc STOCK) using (game points V)))))""",
    """ (do ((move (top (game iloc STOCK)) (top ((1 player) iloc HAND)))))
 (choice (
  (set (game sto GOT) 5)
  (set (game sto GOT) (* 2 (sum (game iloc STOCK) using (game points V))))))""",
)
"""The player draws one of the two cards. It knows the other one if that is the card it has seen
before, and only then; five points, or twice what lies there."""

DICE = """(game
 (setup (create players 1) (create deck (game vloc TABLE) (deck (RANK (A)))))
 (choice (
  (turn pass)
  (set (game sto ROLLED) (random 1..6))))
 (scoring max (game sto ROLLED)))"""

GUESS = """(game
 (setup (create players 1) (create deck (game hloc CARD) (deck (RANK (A, B)))))
 (do ((shuffle (game hloc CARD))))
 (stage player
  (end (or (== (game sto GUESSED) 1)
           (and (== (cardatt RANK (top (game hloc CARD))) A) (== (game sto GUESSED) 2))))
  (choice (
   (do (
    (set (game sto GUESSED) 1)
    ((== (cardatt RANK (top (game hloc CARD))) A) (set (game sto RIGHT) 1))))
   (do (
    (set (game sto GUESSED) 1)
    ((== (cardatt RANK (top (game hloc CARD))) B) (set (game sto RIGHT) 1)))))))
 (scoring max (game sto RIGHT)))"""
"""Guess a card that nobody sees. The rules look at it before; the player does not."""

REMEMBERED = f"""(game
 (setup (create players 1) (create deck (game vloc TABLE) (deck (RANK (A, B, C)))))
 (do (
  {VALUES}
  (remember (top (game vloc TABLE)) (top (game mem MARK)))
  (shuffle (game vloc TABLE))))
 (choice ((turn pass)))
 (scoring max (+ (* 10 (score (top (game mem MARK)) using (game points V)))
                 (score (top (game vloc TABLE)) using (game points V)))))"""
"""A card that is remembered stays the same card, wherever a shuffle puts it."""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (AGAIN, Fraction(2 + 2 + 3, 3)),
        (ASIDE, Fraction(17, 6)),
        (BOTH, Fraction(16, 3)),
        (REST, Fraction(17, 3)),
        (DICE, Fraction(7, 2)),
        (GUESS, Fraction(1, 2)),
        (REMEMBERED, Fraction(30 + 2)),
    ],
)
def test_chance_is_gone_through_exactly(text: str, value: Fraction) -> None:
    assert value_of(text) == value


def test_cards_that_were_never_looked_at_make_no_branches() -> None:
    """Six cards in 720 orders; only the top one counts, and the rules see three faces."""
    deck = "(deck (RANK (A, B, C)) (SUIT (X, Y)))"
    program = program_of(AGAIN.replace("(deck (RANK (A, B, C)))", deck))
    assert match_value(program, budget=30).scores[0] == Fraction(2 + 2 + 3, 3)
    with pytest.raises(TooBig, match="more than 4 steps"):
        match_value(program, budget=4)
