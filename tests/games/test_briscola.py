"""Briscola: 120 points, a trump under the stock, and no duty to follow."""

from __future__ import annotations

import pytest
from card_table import sit_down

from kibitz.engine import Rng
from kibitz.game import load

PACK = "A♣ 2♦ 4♥", "3♣ 5♦ K♥", "7♥", "6♠ 7♠"
"""Both hands, the trump card, and what is drawn first."""


def test_anything_may_be_played_on_anything() -> None:
    table = sit_down("briscola", *PACK)
    assert table.word("TRUMP") == "HEARTS"
    table.choose("play A♣")
    assert set(table.labels()) == {"play 3♣", "play 5♦", "play K♥"}


@pytest.mark.parametrize(("answer", "winner"), [("3♣", 0), ("5♦", 0), ("K♥", 1)])
def test_trumps_win_then_the_suit_that_was_led(answer: str, winner: int) -> None:
    table = sit_down("briscola", *PACK)
    table.choose("play A♣")
    table.choose(f"play {answer}")
    assert table.seat == winner
    assert sorted(table.pile("hloc TAKEN", winner)) == sorted(["A♣", answer])
    assert table.pile("iloc HAND", winner)[-1] == "6♠", "who took the trick draws first"
    assert table.pile("iloc HAND", 1 - winner)[-1] == "7♠"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_trump_card_is_drawn_last(players: int) -> None:
    table, chance = sit_down("briscola", players=players), Rng(1)
    (trump,) = table.pile("vloc TRUMP")
    while table.pile("vloc TRUMP"):
        table.play(chance.below(len(table.labels())))
    assert table.pile("iloc STOCK") == []
    last = (table.seat - 1) % players
    assert table.pile("iloc HAND", last)[-1] == trump


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(2, 40), (3, 39), (4, 40)])
def test_there_are_120_points_and_partners_share_theirs(players: int, cards: int) -> None:
    played = load("briscola", players=players).playouts(1000)
    assert (played.decisions == cards).all()
    sides = 2 if players == 4 else 1
    assert (played.scores.sum(axis=1) == 120 * sides).all()
    if players == 4:
        assert (played.scores[:, :2] == played.scores[:, 2:]).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_first_wins_two_games_wins_the_match(players: int) -> None:
    table = sit_down("briscola", games=2, players=players)
    won = [0] * players
    while not table.is_over:
        before = table.numbers("GAMES")
        table.play(0)
        if table.numbers("GAMES") != before:
            points = table.numbers("SCORE")
            best = [seat for seat in range(players) if points[seat] == max(points)]
            assert len(best) == (2 if players == 4 else 1)
            for seat in best:
                won[seat] += 1
    assert table.outcome.scores == tuple(won)
    assert max(won) == 2
