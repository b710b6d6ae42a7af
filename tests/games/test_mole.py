"""The Mole: pots, roles that nobody knows, and who has guessed."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

PIPS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


def test_nobody_knows_a_role_but_their_own() -> None:
    table = sit_down("mole")
    for seat in range(5):
        for other in range(5):
            (spot,) = table.view(seat).piles[table.place("iloc ROLE", other)]
            assert (spot.card is not None) == (seat == other)


def test_nobody_can_tell_whose_card_is_in_the_pot() -> None:
    """The cards are mixed before they are turned up: the order says nothing."""
    orders = set()
    for seed in range(12):
        table = sit_down("mole")
        table = Table(table.engine, Rng(seed), table.words)
        hands = [table.pile("iloc HAND", seat)[0] for seat in range(5)]
        for _ in range(5):
            table.play(0)
        pot = table.pile("vloc POT")
        assert sorted(pot) == sorted(hands)
        orders.add(pot == hands)
    assert False in orders


@pytest.mark.slow
@pytest.mark.parametrize(("players", "moles"), [(4, 1), (5, 1), (6, 2), (7, 2)])
def test_scores_are_what_they_are_worked_out_to_be(players: int, moles: int) -> None:
    chance, decisions, enough = Rng(players), 0, 4 * players - 2
    for seed in range(25):
        table = sit_down("mole", players=players)
        table = Table(table.engine, Rng(seed), table.words)
        roles = [table.pile("iloc ROLE", seat)[0] for seat in range(players)]
        is_mole = [role == "Mole" for role in roles]
        assert sum(is_mole) == moles
        filled = failed = 0
        for _ in range(4):
            for _ in range(players):
                hand = table.pile("iloc HAND", table.seat)
                offered = [label.removesuffix(" (2)") for label in table.labels()]
                assert offered == [f"put {card} into the pot" for card in hand]
                table.play(chance.below(len(hand)))
                decisions += 1
            total = sum(PIPS[card[:-1]] for card in table.pile("vloc POT"))
            filled, failed = filled + (total >= enough), failed + (total < enough)
        guesses = []
        for seat in range(players):
            others = [other for other in range(players) if other != seat]
            assert table.labels() == tuple(f"accuse player {other + 1}" for other in others)
            choice = chance.below(len(others))
            guesses.append(others[choice])
            table.play(choice)
        for seat, score in enumerate(table.outcome.scores):
            if is_mole[seat]:
                loyal = [other for other in range(players) if not is_mole[other]]
                expected = 2 * failed - sum(guesses[other] == seat for other in loyal)
            else:
                expected = filled + 2 * is_mole[guesses[seat]]
            assert score == expected
    assert decisions > 300


@pytest.mark.slow
def test_matches_come_to_an_end() -> None:
    assert_ends_within(25, "mole")
