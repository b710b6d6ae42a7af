"""Cuckoo: swapping with neighbours, kings that refuse, and lives."""

from __future__ import annotations

import pytest
from card_table import Table, sit_down

from kibitz.engine import Rng
from kibitz.game import load


def test_everybody_keeps_or_swaps_and_the_dealer_swaps_with_the_stock() -> None:
    table = sit_down("cuckoo", "2♣ 5♣ K♣ 7♣ 9♣ 10♣", players=5)
    table.choose("swap with your neighbour")
    assert [table.pile("iloc HAND", seat) for seat in range(5)] == [
        ["5♣"], ["2♣"], ["K♣"], ["7♣"], ["9♣"],
    ]  # fmt: skip
    for _ in range(3):
        table.choose("keep your card")
    assert table.labels() == ("keep your card", "swap with the stock")


def test_a_king_is_shown_to_everybody_and_nobody_swaps() -> None:
    table = sit_down("cuckoo", "5♣ 2♣ K♣ 7♣ 9♣ 10♣")
    table.choose("keep")
    table.choose("swap")
    assert table.pile("iloc HAND", 1) == ["2♣"]
    assert all(
        table.view(s).piles[table.place("iloc HAND", 2)][0].card is not None for s in range(5)
    )


@pytest.mark.parametrize(
    ("pack", "lives"), [("2♣ 5♣ K♣ 7♣ 9♣", [2, 3, 3, 3, 3]), ("2♣ 5♣ K♣ 2♥ 9♣", [2, 3, 3, 2, 3])]
)
def test_the_lowest_card_costs_a_life(pack: str, lives: list[int]) -> None:
    table = sit_down("cuckoo", pack)
    for _ in range(5):
        table.choose("keep")
    assert table.numbers("LIVES") == lives
    assert table.seat == 1, "the deal goes on"


@pytest.mark.slow
@pytest.mark.parametrize(("drawn", "lost"), [("K♥", 4), ("6♥", 1)])
def test_the_dealer_who_draws_a_king_keeps_the_old_card(drawn: str, lost: int) -> None:
    table = sit_down("cuckoo", "8♣ 5♣ J♣ 7♣ 2♣", drawn)
    for choice in ("keep", "keep", "keep", "keep", "swap"):
        table.choose(choice)
    assert [seat for seat, left in enumerate(table.numbers("LIVES")) if left == 2] == [lost]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "lives"), [(3, 1), (5, 3), (8, 5)])
def test_every_round_costs_a_life(players: int, lives: int) -> None:
    played = load("cuckoo", players=players, lives=lives).playouts(2_000)
    assert played.decisions.max() <= players * players * lives


@pytest.mark.slow
def test_who_is_out_is_not_asked_and_the_last_one_wins() -> None:
    table = sit_down("cuckoo", "2♣ 5♣ K♣ 7♣ 9♣", lives=1)
    for _ in range(5):
        table.choose("keep")
    table.finish()
    assert 0 not in table.seats[5:]
    assert table.outcome.scores[0] == 0
    assert max(table.outcome.scores) >= 1


RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


def a_round(table: Table, chance: Rng) -> list[int]:
    """One round at random; who must lose a life."""
    cards = {seat: table.pile("iloc HAND", seat) for seat in range(5)}
    hands = {seat: pile[0] for seat, pile in cards.items() if pile}
    order = [seat % 5 for seat in range(table.seat, table.seat + 5) if seat % 5 in hands]
    for number, seat in enumerate(order):
        is_dealer = number == len(order) - 1
        assert (table.seat, len(table.labels())) == (seat, 2)
        assert table.labels()[1] == f"swap with {'the stock' if is_dealer else 'your neighbour'}"
        choice, drawn = chance.below(2), table.pile("iloc STOCK")[-1]
        table.play(choice)
        if choice and is_dealer:
            hands[seat] = hands[seat] if drawn[0] == "K" else drawn
        elif choice and hands[order[number + 1]][0] != "K":
            other = order[number + 1]
            hands[seat], hands[other] = hands[other], hands[seat]
    lowest = min(RANKS.index(card[:-1]) for card in hands.values())
    return [seat for seat, card in hands.items() if RANKS.index(card[:-1]) == lowest]


@pytest.mark.slow
def test_rounds_are_swapped_and_lost_as_by_hand() -> None:
    """Some 2,000 decisions."""
    decisions, seed = 0, 0
    while decisions < 2_000:
        seed += 1
        table, chance = sit_down("cuckoo", players=5), Rng(seed, stream=1)
        lives = [3] * 5
        table.rng = Rng(seed)
        while not table.is_over:
            for seat in a_round(table, chance):
                lives[seat] -= 1
            assert table.numbers("LIVES") == lives
        decisions += len(table.seats)
