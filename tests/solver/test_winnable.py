"""Deals that can be won for certain: a small patience, in which anybody sees which they are."""

from __future__ import annotations

import pytest
from test_chance import program_of

from kibitz import Game, NotWinnable, load, winnable_deal
from kibitz.engine.cancellation import Stop, Stopped

SMALL = """(game
 (order RANK (ACE, TWO, THREE, FOUR))
 (setup
  (create players 1)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR)))))
 (do (
  (shuffle (game iloc STOCK))
  (all (range 1..2) 'N
   (repeat 2 (move (top (game iloc STOCK)) (top (game vloc COLUMN 'N)))))))
 (stage player
  (end (or (== (size (game vloc HOME)) 4) (== (game sto OVER) 1)))
  (choice (
   (any (indexed game vloc COLUMN) 'COLUMN
    (any (top 1 'COLUMN) 'C
     ((== (value 'C RANK) (+ 1 (size (game vloc HOME))))
      (as HOME (move 'C (top (game vloc HOME)))))))
   (as GIVEUP (set (game sto OVER) 1)))))
 (scoring max (size (game vloc HOME))))"""
"""Two columns of two cards, which go home from the ace up: nothing else ever moves."""
WON = {"HOME": 4}


@pytest.fixture(scope="module")
def small() -> Game:
    return Game.of_program(program_of(SMALL))


def can_be_won(game: Game, seed: int) -> bool:
    """Whether in both columns the lower card lies on the higher one."""
    view = game.match(seed).view(0)
    ranks = ["A", "2", "3", "4"]
    columns = [[ranks.index(str(card)) for card in view.pile("COLUMN", index=n)] for n in (1, 2)]
    return all(bottom > top for bottom, top in columns)


def test_it_is_the_first_deal_from_the_seed_on_that_can_be_won(small: Game) -> None:
    for seed in range(1, 12):
        first = next(number for number in range(seed, 99) if can_be_won(small, number))
        assert winnable_deal(small.program, WON, seed).seed == first


def test_the_choices_win_the_match(small: Game) -> None:
    deal = winnable_deal(small.program, WON)
    match = small.match(deal.seed)
    for choice in deal.choices:
        match.play(choice)
    assert match.is_over
    assert match.outcome.scores == (4,)


def test_a_deal_that_cannot_be_won_is_not_said_to_be_winnable(small: Game) -> None:
    lost = next(seed for seed in range(1, 99) if not can_be_won(small, seed))
    with pytest.raises(NotWinnable, match="has won none of the deals from seed"):
        winnable_deal(small.program, WON, lost, most_positions=1)


def test_a_deal_of_the_library_is_won_by_the_interpreter_too() -> None:
    game = load("golf-patience")
    deal = game.winnable(1)
    match = game.match(deal.seed)
    for choice in deal.choices:
        match.play(choice)
    assert match.is_over
    assert not any(match.view(0).pile("COLUMN", index=number) for number in range(1, 8))
    assert match.outcome.scores[0] <= 0, "cards left in the stock save strokes"


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("kuhn-poker", {}, "only by who plays alone"),
        ("golf-patience", {"HOLES": 9}, "more than one deal"),
    ],
)
def test_where_no_deal_can_be_named_that_is_said(
    game: str, options: dict[str, int], why: str
) -> None:
    with pytest.raises(NotWinnable, match=why):
        load(game, **options).winnable()


def test_a_game_must_say_what_a_win_is(small: Game) -> None:
    with pytest.raises(NotWinnable, match="the page does not say"):
        small.winnable()


def test_nobody_waits_for_it_who_has_left(small: Game) -> None:
    stop = Stop()
    stop.set()
    with stop.watched(), pytest.raises(Stopped):
        winnable_deal(small.program, WON)
