"""Go Fish: asking for what one holds, giving all of it, fishing, and books of four."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down, walk

from kibitz.engine import Rng

NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
HANDS = "7♥ 7♠ 2♣ 3♣ 4♣", "7♦ 7♣ 5♣ 6♣ 8♣", "9♣ 10♣ J♣ Q♣ K♣", "2♦ 3♦ 4♦ 5♦ 6♦"


def test_one_asks_others_for_ranks_that_one_holds() -> None:
    table = sit_down("go-fish", *HANDS)
    assert set(table.labels()) == {
        f"ask player {player} for any {rank}"
        for player in (2, 3, 4)
        for rank in ("seven", "two", "three", "four")
    }


def test_who_is_asked_gives_all_of_the_rank_and_four_are_a_book() -> None:
    table = sit_down("go-fish", *HANDS)
    table.choose("ask player 2 for any seven")
    assert table.seat == 0, "who gets something asks again"
    assert sorted(table.pile("vloc BOOKS", 0)) == ["7♠", "7♣", "7♥", "7♦"]
    assert table.pile("iloc HAND", 1) == ["5♣", "6♣", "8♣"]


def test_who_gets_nothing_goes_fishing_and_the_next_player_asks() -> None:
    table = sit_down("go-fish", *HANDS, "A♣")
    table.choose("ask player 3 for any two")
    assert table.pile("iloc HAND", 0)[-1] == "A♣"
    assert table.seat == 1


@pytest.mark.parametrize(
    ("lucky", "seat"), [("on", 0), pytest.param("off", 1, marks=pytest.mark.slow)]
)
def test_a_lucky_catch_is_shown_and_its_fisher_asks_again(lucky: str, seat: int) -> None:
    table = sit_down("go-fish", *HANDS, "2♥", lucky=lucky)
    table.choose("ask player 3 for any two")
    assert table.seat == seat
    known = table.view(1).piles[table.place("iloc HAND", 0)][-1].card
    assert (known is not None) == (lucky == "on")


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_thirteen_books_are_made(players: int) -> None:
    choices = Rng(5)
    table = sit_down("go-fish", players=players)
    while not table.is_over:
        table.play(choices.below(len(table.decision.options)))
    assert sum(table.outcome.scores) <= 13
    assert sum(len(table.cards("vloc BOOKS", seat)) for seat in range(players)) % 4 == 0


@pytest.mark.slow
def test_players_who_never_get_anything_stop_at_last() -> None:
    """Both ask for what the other does not have, as long as they can."""
    words = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"} | {
        str(number): word for number, word in enumerate(NUMBERS, start=2)
    }
    table = sit_down("go-fish", players=2)
    while not table.is_over:
        held = {words[card[:-1]] for card in table.pile("iloc HAND", 1 - table.seat)}
        labels = table.labels()
        in_vain = [n for n, label in enumerate(labels) if label.split()[-1] not in held]
        table.play((in_vain or [0])[0])
    assert len(table.seats) < 200


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_match_is_not_long(players: int) -> None:
    """A card fished or given, and as many questions for nothing as there are rounds without."""
    assert_ends_within(52 + 13 * players * 2 * players, "go-fish", players=players)


RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"} | {
    str(number): word for number, word in enumerate(NUMBERS, start=2)
}


@pytest.mark.slow
def test_questions_gifts_and_books_are_as_by_hand() -> None:
    """Some 2,000 questions: nothing is lost, books are of four, one asks others who have cards for
    what one holds, and who was asked has none of it any more."""

    def look(table: Table) -> None:
        hands = [table.pile("iloc HAND", seat) for seat in range(4)]
        books = [table.pile("vloc BOOKS", seat) for seat in range(4)]
        assert set(table.labels()) == {
            f"ask player {seat + 1} for any {RANKS[card[:-1]]}"
            for seat in range(4)
            for card in hands[table.seat]
            if seat != table.seat and hands[seat]
        }
        assert len(table.pile("iloc STOCK")) + sum(map(len, hands + books)) == 52
        asked = table.number("ASKED") - 1
        if asked not in (-1, table.seat):
            wanted = table.word("RANK").lower()
            assert wanted not in {RANKS[card[:-1]] for card in hands[asked]}
        for own, hand in zip(books, hands, strict=True):
            ranks = [card[:-1] for card in own]
            assert all(ranks.count(rank) == 4 for rank in ranks)
            held = [card[:-1] for card in hand]
            assert all(held.count(rank) < 4 for rank in held), "four are laid down at once"

    walk(2_000, "go-fish", look)
