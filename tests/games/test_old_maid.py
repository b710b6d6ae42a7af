"""Old Maid: pairs go, one queen stays."""

from __future__ import annotations

from collections import Counter

import pytest
from card_table import Table, sit_down, walk

from kibitz.engine import Rng
from kibitz.game import load
from kibitz.players import make_player


def test_nobody_keeps_a_pair_from_the_deal() -> None:
    table = sit_down("old-maid")
    hands = [table.pile("iloc HAND", seat) for seat in range(4)]
    assert len(table.pile("vloc PAIRS")) + sum(map(len, hands)) == 51
    for hand in hands:
        assert set(Counter(card[:-1] for card in hand).values()) == {1}


def test_one_draws_blindly_from_the_neighbour_to_the_right() -> None:
    table = sit_down("old-maid")
    assert table.seat == 0
    cards = len(table.cards("iloc HAND", 3))
    assert len(table.labels()) == cards
    assert table.labels()[0] == "draw a card from your neighbour"
    table.play(0)
    assert (table.seat, len(table.cards("iloc HAND", 3))) == (1, cards - 1)


def test_a_drawn_card_that_makes_a_pair_goes_with_its_partner() -> None:
    table = sit_down("old-maid")
    ranks = {card[:-1] for card in table.pile("iloc HAND", 0)}
    pairs = len(table.pile("vloc PAIRS"))
    drawn = table.pile("iloc HAND", 3)
    matching = next(number for number, card in enumerate(drawn) if card[:-1] in ranks)
    table.play(matching)
    assert len(table.pile("vloc PAIRS")) == pairs + 2
    assert drawn[matching] in table.pile("vloc PAIRS")


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_in_the_end_somebody_is_left_with_a_queen(players: int) -> None:
    table, chance = sit_down("old-maid", players=players), Rng(4)
    while not table.is_over:
        table.play(chance.below(len(table.decision.options)))
    left = [table.pile("iloc HAND", seat) for seat in range(players)]
    assert sorted(table.outcome.scores) == [0] * (players - 1) + [1]
    assert [card[0] for hand in left for card in hand] == ["Q"]


@pytest.mark.slow
def test_it_ends_soon_and_nobody_has_an_advantage() -> None:
    played = load("old-maid").playouts(20_000, most_decisions=500)
    assert not played.capped.any()
    assert played.decisions.max() <= 200
    assert abs(played.scores.mean(axis=0) - 0.25).max() < 0.02


def test_a_bot_that_imagines_pairs_in_hands_plays_to_the_end() -> None:
    """What hands have thrown away is forgotten when they are mixed, so it may deal itself some."""
    game = load("old-maid")
    match, bot = game.match(seed=1), make_player("flat:sims=50", game.program)
    while not match.is_over:
        decision = match.decision
        match.play(bot.choose(match.view(decision.seat), decision, Rng(1)).option)
    assert sorted(match.outcome.scores) == [0, 0, 0, 1]


@pytest.mark.slow
def test_draws_and_pairs_are_as_by_hand() -> None:
    """Some 2,000 draws: from whom, what becomes of it, and who is next."""
    before: list[tuple[Table, int, list[set[str]]]] = []

    def look(table: Table) -> None:
        hands = [set(table.pile("iloc HAND", seat)) for seat in range(4)]
        others = [(table.seat - step) % 4 for step in range(1, 4)]
        neighbour = next(seat for seat in others if hands[seat])
        assert len(table.labels()) == len(hands[neighbour])
        assert all(len({card[:-1] for card in hand}) == len(hand) for hand in hands)
        if before and before[-1][0] is table:
            _, seat, then = before[-1]
            giver = next(one for one in ((seat - n) % 4 for n in range(1, 4)) if then[one])
            (drawn,) = then[giver] - hands[giver]
            pair = {card for card in then[seat] if card[:-1] == drawn[:-1]}
            assert hands[seat] == (then[seat] - pair if pair else then[seat] | {drawn})
            later = [(seat + step) % 4 for step in range(1, 5)]
            assert table.seat == next(one for one in later if hands[one])
        before[:] = [(table, table.seat, hands)]

    walk(2_000, "old-maid", look)
