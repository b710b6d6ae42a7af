"""The digest of what decides how a game is played."""

from __future__ import annotations

import pytest
from small_games import program_of

from kibitz.engine.program.walk import behaviour

GAME = """(game
 (declare (option 2 (range 2..3)) 'CARDS)
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
 (do ((shuffle (game iloc STOCK))))
 (stage player
  (end (== (size (game iloc STOCK)) 0))
  (choice (
   (as TAKE (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))
   ((> 'CARDS 2) (move (bottom (game iloc STOCK)) (top ((current player) iloc HAND)))))))
 (scoring max (size ((current player) iloc HAND))))"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(game\n", ";; Take cards.\n\n(game\n"),
        ("as TAKE", "as GRAB"),
        ("range 2..3", "range 1..3"),
        ("'CARDS", "'TAKEN"),
    ],
)
def test_what_decides_nothing_makes_no_difference(old: str, new: str) -> None:
    other = program_of(GAME.replace(old, new))
    assert other.source.text != GAME
    assert behaviour(other) == behaviour(program_of(GAME))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(move (top (game iloc STOCK))", "(move (bottom (game iloc STOCK))"),
        ("scoring max", "scoring min"),
        ("D, E", "D"),
        ("players 2", "players 3"),
        ("iloc HAND", "vloc HAND"),
        ("option 2", "option 3"),
    ],
)
def test_what_decides_something_does(old: str, new: str) -> None:
    assert behaviour(program_of(GAME.replace(old, new))) != behaviour(program_of(GAME))
