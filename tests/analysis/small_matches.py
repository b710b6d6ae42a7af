"""Matches small enough to be measured by hand, and games small enough to be played in a test."""

from __future__ import annotations

import numpy as np

from kibitz.analysis.records import Gap, Outlook, PlayedMatch, RecordedDecision, Stake
from kibitz.engine import Program, lower
from kibitz.engine.native.runtime.playouts import Playouts, PlayoutSheet, from_sheet
from kibitz.recycle import Source, check

KEEP_THE_ACE = """
(game
 (declare (option 2 (range 2..4)) 'PLAYERS)
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


def program(text: str, **options: int | str) -> Program:
    checked = check(Source("test.rcy", text)).game
    assert checked is not None
    return lower(checked, options)


def look(scores: tuple[float, ...], ranks: tuple[float, ...]) -> Outlook:
    return Outlook(scores, ranks)


def decided(seat: int, *outlooks: Outlook | None) -> RecordedDecision:
    """A decision point of a seat that expected these things of its options, and took the first."""
    return RecordedDecision(seat, len(outlooks), 0, outlooks)


def at_stake(seat: int, gap: float, rank_gap: float = 0.0, error: float = 0.0) -> RecordedDecision:
    """A decision of two players between two options with so much between them."""
    outlook = Outlook((gap, 0.0), (1.0, 2.0))
    held = Stake(outlook.scores, outlook.ranks, Gap(gap, error), Gap(rank_gap, 0.0))
    return RecordedDecision(seat, 2, 0, (outlook, outlook), held)


def ended(*scores: tuple[int, ...]) -> Playouts:
    """Random matches of which only the scores are known."""
    results = [(*of_match, 1) for of_match in scores]
    return from_sheet(PlayoutSheet(np.array(results, np.int32), None, None), ())


def expecting(seat: int, rank: float, other: float | None = None) -> RecordedDecision:
    """A decision with one option, of two players: the rank the seat expects for itself."""
    ranks = [0.0, 0.0]
    ranks[seat], ranks[1 - seat] = rank, 3 - rank if other is None else other
    return decided(seat, Outlook((0.0, 0.0), (ranks[0], ranks[1])))


def match(*points: RecordedDecision, scores: tuple[int, ...], number: int = 0) -> PlayedMatch:
    return PlayedMatch(number, points, scores, capped=False)


def random_match(*options: int, scores: tuple[int, ...] = (0, 0), number: int = 0) -> PlayedMatch:
    """A match at random: how many options there were, players taking turns."""
    points = tuple(RecordedDecision(n % len(scores), count) for n, count in enumerate(options))
    return PlayedMatch(number, points, scores, capped=False)
