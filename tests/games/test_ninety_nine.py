"""Ninety-Nine: what cards add, and who must give up."""

from __future__ import annotations

import pytest
from card_table import Table, sit_down, walk

from kibitz.game import load


def play(pack: str, *cards: str) -> tuple[int, int]:
    """The count, and whose turn it is, after these cards."""
    table = sit_down("ninety-nine", pack)
    for card in cards:
        table.choose(f"play {card}")
    return table.number("COUNT"), table.seat


@pytest.mark.parametrize(
    ("card", "count", "seat"),
    [
        ("7♣", 7, 1),
        ("A♣", 1, 1),
        ("A♣ for eleven", 11, 1),
        ("4♣", 0, 3),
        ("9♣", 0, 1),
        ("10♣", -10, 1),
        ("J♣", 10, 1),
        ("Q♣", 10, 1),
        ("K♣", 99, 1),
    ],
)
def test_cards(card: str, count: int, seat: int) -> None:
    assert play(card.split(maxsplit=1)[0], card) == (count, seat)


def test_a_card_is_drawn_for_the_one_that_was_played() -> None:
    table = sit_down("ninety-nine")
    table.play(0)
    assert [len(table.cards("iloc HAND", seat)) for seat in range(4)] == [3] * 4
    assert len(table.cards("vloc PILE")) == 1


def test_at_99_only_a_few_cards_go_and_who_has_none_loses_a_life() -> None:
    table = sit_down("ninety-nine", "K♣ 2♣ 3♣", "10♥ 9♥ 5♥", "2♠ 3♠ 5♠")
    table.choose("play K♣")
    assert set(table.labels()) == {"play 10♥", "play 9♥"}
    table.choose("play 9♥")
    assert table.labels() == ("give up the round",)
    table.choose("give up")
    assert table.numbers("LIVES") == [3, 3, 2, 3]
    assert (table.number("COUNT"), table.seat) == (0, 3)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "lives"), [(2, 3), (4, 3), (6, 5)])
def test_a_round_has_no_more_plays_than_cards(players: int, lives: int) -> None:
    played = load("ninety-nine", players=players, lives=lives).playouts(2_000)
    assert played.decisions.max() <= 53 * players * lives
    best = played.scores.max(axis=1, keepdims=True)
    assert ((played.scores == best).sum(axis=1) == 1).all(), "one player is left"


WORTH = {"A": 1, "4": 0, "9": 0, "10": -10, "J": 10, "Q": 10}


def plays(hand: list[str], count: int) -> set[str]:
    """What may be done at this count."""
    found = {f"play {card} for eleven" for card in hand if card[0] == "A" and count <= 88}
    for card in hand:
        rank = card[:-1]
        if rank == "K" or count + WORTH.get(rank, int(rank) if rank.isdigit() else 0) <= 99:
            found.add(f"play {card}")
    return found or {"give up the round"}


def after(count: int, label: str) -> int:
    _, card, *eleven = label.split(maxsplit=2)
    rank = card[:-1]
    if eleven:
        return count + 11
    if rank == "K":
        return 99
    return count + WORTH.get(rank, int(rank) if rank.isdigit() else 0)


@pytest.mark.slow
def test_plays_counts_lives_and_turns_are_as_by_hand() -> None:
    """Whoever looks on reckons every play of 2,000 from the one before."""
    seen: list[tuple[Table, int, int, int, list[int]]] = []
    way = [1]

    def look(table: Table) -> None:
        hand, count = table.pile("iloc HAND", table.seat), table.number("COUNT")
        assert set(table.labels()) == plays(hand, count)
        if seen and seen[-1][0] is table:
            _, before, seat, cards, lives = seen[-1]
            pile = table.pile("vloc PILE")
            if table.numbers("LIVES") != lives:
                lives[seat] -= 1
                assert (table.numbers("LIVES"), count, len(pile)) == (lives, 0, 0)
                way[0] = 1
            else:
                labels = {after(before, f"play {pile[-1]}")}
                labels |= {before + 11} if pile[-1][0] == "A" else set()
                assert count in labels
                assert len(pile) == cards + 1
                way[0] *= -1 if pile[-1][0] == "4" else 1
                turns = [(seat + way[0] * step) % 4 for step in range(1, 5)]
                assert table.seat == next(one for one in turns if lives[one])
        else:
            way[0] = 1
            assert (count, table.numbers("LIVES")) == (0, [3] * 4)
        cards = len(table.pile("vloc PILE"))
        seen[:] = [(table, count, table.seat, cards, table.numbers("LIVES"))]

    walk(2_000, "ninety-nine", look)
