"""Klaverjassen: the order of trumps, the duty to trump, bonuses in a trick, and being wet."""

from __future__ import annotations

from functools import partial

import pytest
from card_table import Table, assert_ends_within, loaded, sit_down
from jass import assert_plays_by, filled, playable, winner
from tricks import played, sides, trump_of, until_cards

from kibitz.engine import Rng

VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def with_trump(trump: str, *hands: str, **options: int | str) -> Table:
    """Player 1 names trump, and leads."""
    table = sit_down("klaverjassen", *hands, making="forced", hands=1, **options)
    table.choose(f"make {trump} trump")
    return table


def test_a_suit_is_offered_to_everybody_and_the_first_must_name_another() -> None:
    table = sit_down("klaverjassen")
    for _ in range(4):
        assert table.labels() == (f"accept {table.word('TRUMP').lower()} as trump", "pass")
        table.choose("pass")
    assert table.seats == [0, 1, 2, 3]
    assert table.seat == 0
    offered = table.word("TRUMP").lower()
    assert len(table.labels()) == 3
    assert f"make {offered} trump" not in table.labels()


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("A♥ 9♥ J♥ 10♥", 2), ("10♣ A♣ K♣ 7♣", 1), ("Q♥ K♥ 8♥ 7♥", 1), ("A♣ 10♣ Q♣ J♣", 0)],
)
def test_jack_and_nine_are_high_in_trumps_only(trick: str, winner: int) -> None:
    table = with_trump("hearts", *filled(*trick.split()))
    for card in trick.split():
        table.choose(f"play {card}")
    assert table.seat == winner


@pytest.mark.slow
@pytest.mark.parametrize("style", ["amsterdam", "rotterdam"])
@pytest.mark.parametrize("making", ["offered", "forced"])
def test_exactly_the_cards_are_offered_that_may_be_played(style: str, making: str) -> None:
    table = sit_down("klaverjassen", trumping=style, making=making, hands=12)
    table.rng = Rng(5)
    assert_plays_by(style, table, seed=3)


@pytest.mark.parametrize(
    ("trick", "bonus"),
    [
        ("9♣ 10♣ J♣ Q♣", 50),
        ("7♣ 8♣ 9♣ A♣", 20),
        ("A♣ J♣ 9♣ 7♣", 0),
        ("K♥ Q♥ 8♥ 7♥", 20),
        ("K♥ Q♥ J♥ 8♥", 40),
        ("J♥ J♣ J♦ J♠", 200),
        ("A♥ A♣ A♦ A♠", 100),
    ],
)
def test_cards_that_lie_together_in_a_trick_score(trick: str, bonus: int) -> None:
    table = with_trump("hearts", *filled(*trick.split()))
    for card in trick.split():
        table.choose(f"play {card}")
    assert table.team_number("BONUS", 0) + table.team_number("BONUS", 1) == bonus


def test_who_takes_every_trick_has_162_and_a_hundred() -> None:
    table = with_trump("hearts", *filled("J♥ 9♥ A♥ 10♥ K♥ Q♥ 8♥ 7♥", "", "", ""), bonus="off")
    table.finish()
    assert table.outcome.scores == (262, 0, 262, 0)


def test_makers_who_take_too_little_are_wet_and_the_others_have_it_all() -> None:
    hands = filled("7♥ 8♥ 7♣ 8♣ 7♦ 8♦ 7♠ 8♠", "J♥ 9♥ A♥ 10♥ K♥ Q♥ A♣ 10♣", "", "")
    table = with_trump("hearts", *hands, bonus="off")
    table.finish()
    assert table.outcome.scores[::2] == (0, 0)
    assert table.outcome.scores[1] in (162, 262)


NATURAL = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def roem(trick: list[str], trump: str) -> int:
    """What lies together in a trick."""
    points = 20 * ({"K" + trump, "Q" + trump} <= set(trick))
    for suit in "♣♦♥♠":
        held = "".join("x" if rank + suit in trick else " " for rank in NATURAL)
        points += 50 if "xxxx" in held else 20 if "xxx" in held else 0
    if len({card[:-1] for card in trick}) == 1:
        points += 200 if trick[0][:-1] == "J" else 100
    return points


@pytest.mark.slow
@pytest.mark.parametrize("style", ["amsterdam", "rotterdam"])
@pytest.mark.parametrize("seed", range(4))
def test_hands_are_counted_as_by_hand(style: str, seed: int) -> None:
    """Some 2,000 decisions, with the cards that may be played and what every hand comes to."""
    table, chance = sit_down("klaverjassen", trumping=style), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        until_cards(table, chance)
        trump, makers = trump_of(table), (table.number("MAKER") - 1) % 2
        before = sides(table, "SCORE")
        legal = partial(playable, trump=trump, style=style)
        hand = played(table, chance, legal, partial(winner, trump=trump))
        points, bonus = [0, 0], [0, 0]
        for taker, trick in zip(hand.takers, hand.cards, strict=True):
            for card in trick:
                trumps = {"J": 20, "9": 14} if card[-1] == trump else {}
                points[taker % 2] += {**VALUES, **trumps}.get(card[:-1], 0)
            bonus[taker % 2] += roem(trick, trump)
        points[hand.takers[-1] % 2] += 10
        for side in (0, 1):
            bonus[side] += 100 * (hand.count(side, side + 2) == 8)
        have = [points[side] + bonus[side] for side in (0, 1)]
        if have[makers] <= have[1 - makers]:
            have[1 - makers], have[makers] = sum(have), 0
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == have


@pytest.mark.slow
def test_there_are_162_points_in_a_hand() -> None:
    played = loaded("klaverjassen", hands=1, bonus="off").playouts(2000)
    sums = played.scores[:, 0] + played.scores[:, 1]
    assert set(sums.tolist()) <= {162, 262}
    makers_alone = (played.scores[:, :2] == 0).any(axis=1).mean()
    assert 0.3 < makers_alone < 0.7, "random makers are wet half the time"


@pytest.mark.slow
def test_a_match_has_so_many_hands() -> None:
    assert_ends_within(8 * (5 + 32), "klaverjassen")
