"""Durak: what beats what, who may throw in, who takes, who draws, and who is the fool."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, loaded, sit_down, walk

ATTACKER = "7♣ 7♦ 9♦ 10♦ K♦ 6♠"
DEFENDER = "8♣ 7♥ 10♥ A♦ 9♠ J♠"
THIRD = "8♦ J♦ Q♦ 6♥ A♣ 7♠"
TRUMP = "K♠"
"""Spades are trump, and player 1 has the lowest of them."""


def attacked(card: str, defender: str = DEFENDER, **options: int | str) -> Table:
    table = sit_down("durak", ATTACKER, defender, THIRD, TRUMP, players=3, **options)
    assert table.seat == 0
    table.choose(f"attack with {card}")
    return table


def test_the_lowest_trump_attacks_first() -> None:
    table = sit_down("durak", DEFENDER, THIRD, ATTACKER, TRUMP, players=3)
    assert (table.word("TRUMP"), table.seat, table.number("DEFENDER")) == ("SPADES", 2, 1)
    assert len(table.labels()) == 6


@pytest.mark.parametrize(
    ("card", "beaten_by"),
    [("7♣", ["8♣", "9♠", "J♠"]), ("K♦", ["A♦", "9♠", "J♠"]), ("6♠", ["9♠", "J♠"])],
)
def test_a_card_is_beaten_by_a_higher_one_of_its_suit_or_by_trump(
    card: str, beaten_by: list[str]
) -> None:
    labels = attacked(card).labels()
    assert sorted(labels) == sorted(
        [*(f"beat {card} with {c}" for c in beaten_by), "take the cards"]
    )


def test_only_ranks_that_lie_there_are_thrown_in_the_attacker_first() -> None:
    table = attacked("7♣")
    table.choose("beat 7♣ with 8♣")
    assert table.labels() == ("throw in 7♦", "throw in nothing more")
    table.choose("throw in nothing")
    assert (table.seat, table.labels()) == (
        2,
        ("throw in 8♦", "throw in 7♠", "throw in nothing more"),
    )
    table.choose("throw in 8♦")
    assert table.seat == 1


def test_who_beats_everything_attacks_next_and_draws_last() -> None:
    table = attacked("7♣")
    stock = table.pile("iloc STOCK")
    for label in ("beat 7♣ with 8♣", "throw in nothing", "throw in nothing"):
        table.choose(label)
    assert table.pile("iloc DISCARD") == ["7♣", "8♣"]
    assert table.seat == 1
    assert table.pile("iloc HAND", 0)[-1] == stock[-1]
    assert table.pile("iloc HAND", 1)[-1] == stock[-2]


def test_who_takes_gets_every_card_and_misses_the_attack() -> None:
    table = attacked("7♣")
    for label in ("beat 7♣ with 8♣", "throw in 7♦", "take", "throw in nothing", "throw in 8♦"):
        table.choose(label)
    table.choose("throw in nothing")
    table.choose("throw in nothing")
    assert set(table.pile("iloc HAND", 1)) == {*DEFENDER.split(), "7♣", "7♦", "8♦"}
    assert table.seat == 2
    assert table.number("DEFENDER") == 1


@pytest.mark.parametrize(("first", "most"), [("six", 6), ("five", 5)])
def test_nobody_is_attacked_with_more_than_six_cards_or_in_the_first_bout_five(
    first: str, most: int
) -> None:
    hands = "7♣ 7♦ 7♥ 8♦ 8♥ 6♠", "8♣ 9♣ 9♦ 9♥ 10♣ 10♦", "7♠ 8♠ J♣ J♦ J♥ Q♣"
    table = sit_down("durak", *hands, TRUMP, players=3, first=first)
    for label in ("attack with 7♣", "beat 7♣ with 8♣", "throw in 7♦", "take"):
        table.choose(label)
    table.finish(until=lambda: table.number("ATTACKER") == 3)
    assert len(table.pile("iloc HAND", 1)) == 6 + most


def test_an_attack_is_passed_on_with_a_card_of_the_same_rank() -> None:
    assert "pass the attack on with 7♥" not in attacked("7♣").labels()
    table = attacked("7♣", transfer="on")
    table.choose("pass the attack on with 7♥")
    assert (table.seat, table.number("ATTACKER")) == (2, 2)
    assert table.pile("vloc ATTACK") == ["7♣", "7♥"]
    table.choose("beat 7♥ with 7♠")
    assert "pass" not in " ".join(table.labels())


@pytest.mark.slow
def test_only_the_neighbours_of_the_defender_throw_in_where_that_is_the_rule() -> None:
    for throwers, asked in (("all", [0, 2, 3]), ("neighbours", [0, 2])):
        hands = ATTACKER, DEFENDER, THIRD, "8♥ 9♣ 9♥ J♣ J♥ Q♥"
        table = sit_down("durak", *hands, TRUMP, throwers=throwers)
        for label in ("attack with 7♣", "beat 7♣ with 8♣", *["throw in nothing"] * len(asked)):
            table.choose(label)
        assert table.seats == [0, 1, *asked]
        assert table.seat == 1


def test_the_trump_card_is_drawn_last_and_then_players_go_out() -> None:
    table = sit_down("durak", ATTACKER, DEFENDER, THIRD, TRUMP, players=3)
    table.finish(until=lambda: table.pile("vloc TRUMP") == [])
    assert table.pile("iloc STOCK") == []
    assert "K♠" in [card for seat in range(3) for card in table.pile("iloc HAND", seat)]
    table.finish()
    left = [len(table.pile("iloc HAND", seat)) > 0 for seat in range(3)]
    assert table.outcome.scores == tuple(map(int, left))
    assert sum(left) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{}, {"transfer": "on"}, {"throwers": "neighbours"}, {"players": 6, "pack": "fifty-two"}],
)
def test_there_is_one_fool_and_nobody_is_it_more_often(options: dict[str, int | str]) -> None:
    assert_ends_within(1_500, "durak", **options)
    played = loaded("durak", **options).playouts(20_000, most_decisions=2_000)
    assert (played.scores.sum(axis=1) == 1).mean() > 0.98
    shares = played.scores.mean(axis=0)
    assert abs(shares - shares.mean()).max() < 0.02


def test_six_play_with_36_cards_and_the_last_card_dealt_is_trump() -> None:
    table = sit_down("durak", players=6)
    assert not table.pile("iloc STOCK")
    assert not table.pile("vloc TRUMP")
    last = table.pile("iloc HAND", 5)[-1]
    assert {"♣": "CLUBS", "♦": "DIAMONDS", "♥": "HEARTS", "♠": "SPADES"}[last[-1]] == table.word(
        "TRUMP"
    )
    known = [card.card for card in table.view(0).piles[table.place("iloc HAND", 5)]]
    assert [card is not None for card in known] == [False] * 5 + [True]


@pytest.mark.slow
def test_a_bout_of_six_without_a_stock_comes_to_an_end() -> None:
    assert_ends_within(1_500, "durak", players=6)


RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}


def legal(table: Table) -> set[str]:
    """What may be done, by the rules alone, in the words of the table."""
    hand, trump = table.pile("iloc HAND", table.seat), SUITS[table.word("TRUMP")]
    attack, beaten = table.pile("vloc ATTACK"), table.pile("vloc BEATEN")
    ranks = {card[:-1] for card in attack + beaten}
    if not ranks:
        return {f"attack with {card}" for card in hand}
    if table.seat != table.number("DEFENDER") - 1:
        fitting = {f"throw in {card}" for card in hand if card[:-1] in ranks}
        return fitting | {"throw in nothing more"}

    def beats(card: str, other: str) -> bool:
        if card[-1] != other[-1]:
            return card[-1] == trump
        return RANKS.index(card[:-1]) > RANKS.index(other[:-1])

    moves = {f"beat {a} with {c}" for a in attack for c in hand if beats(c, a)}
    held = [len(table.pile("iloc HAND", seat)) for seat in range(4)]
    beyond = next(s for n in range(1, 5) if held[s := (table.seat + n) % 4])
    if not beaten and beyond != table.seat and len(attack) < min(6, held[beyond]):
        moves |= {f"pass the attack on with {card}" for card in hand if card[:-1] in ranks}
    return moves | {"take the cards"}


@pytest.mark.slow
def test_whatever_the_rules_allow_is_offered_once() -> None:
    def look(table: Table) -> None:
        labels = table.labels()
        assert len(labels) == len(set(labels))
        assert set(labels) == legal(table)

    walk(2_000, "durak", look, transfer="on")


def test_fools_are_counted_over_deals_and_all_cards_are_dealt_again() -> None:
    table = sit_down("durak", deals=3)
    table.finish(until=lambda: table.number("DEAL") == 2)
    assert sum(table.numbers("FOOL")) <= 1
    assert [len(table.pile("iloc HAND", seat)) for seat in range(4)] == [6] * 4
    assert len(table.pile("iloc STOCK")) == 36 - 25
    table.finish()
    assert sum(table.outcome.scores) <= 3
