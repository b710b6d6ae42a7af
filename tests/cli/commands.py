"""Running commands in the test's own process."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from kibitz.cli.main import main

TINY = """
(game
 (declare (option 2 (range 2..3)) 'PLAYERS)
 (setup
  (create players 'PLAYERS)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX)))))
 (do (
  (set (game points WORTH) (((RANK : ACE) 1)))
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
 (stage player
  once
  (choice (
   (move (top ((current player) iloc HAND)) (top (game vloc TABLE)))
   (turn pass))))
 (scoring max (sum ((current player) iloc HAND) using (game points WORTH))))
"""
"""Everybody gets a card and may put it on the table; whoever keeps the ace wins."""

ANYTHING = "1\n2\n3\n4\n5\n6\nt1\nt2\nt3\nt4\nt5\n" * 120
"""Whatever a decision asks for, one of the next lines is an answer."""

FAILING = """
(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (stage player
  once
  (choice (
   (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))
  (do ((set (game sto N) (// 1 (- (size (game iloc STOCK)) 1))))))
 (scoring max 0))
"""
"""The first draw leaves one card, and so a division by zero."""


def kibitz(*arguments: str | Path, typed: str | bytes | None = None) -> Result:
    """What the command prints and how it ends; never an exception of ours."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def written(folder: Path, text: str | bytes, name: str = "tiny.rcy") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path
