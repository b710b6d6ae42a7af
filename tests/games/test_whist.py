"""Whist: four hands, turned trumps, thirteen tricks, and points for those over six."""

from __future__ import annotations

import pytest
from card_table import CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, assert_ends_within, sit_down
from tricks import by_trump, follow, played, sides, trump_of

from kibitz.engine import Rng


def test_the_dealers_last_card_is_trump_and_everybody_has_seen_it() -> None:
    table = sit_down("whist", *SUITS)
    assert (table.seat, table.number("DEALER"), table.word("TRUMP")) == (0, 4, "SPADES")
    known = [card.card for card in table.view(0).piles[table.place("iloc HAND", 3)]]
    assert [card is not None for card in known] == [False] * 12 + [True]


def test_who_has_the_suit_follows_it_and_who_has_not_plays_anything() -> None:
    table = sit_down(
        "whist", CLUBS.replace("4♣", "2♦"), DIAMONDS.replace("2♦", "4♣"), HEARTS, SPADES
    )
    table.choose("play 2♣")
    assert table.labels() == ("play 4♣",)
    table.choose("play 4♣")
    assert len(table.labels()) == 13


def test_a_trump_takes_the_trick_and_its_player_leads() -> None:
    table = sit_down("whist", *SUITS)
    for card in ("A♣", "A♦", "A♥", "2♠"):
        table.choose(f"play {card}")
    assert table.seat == 3
    assert (table.team_number("TRICKS", 0), table.team_number("TRICKS", 1)) == (0, 1)


@pytest.mark.slow
def test_without_trumps_the_suit_that_was_led_takes_the_trick() -> None:
    table = sit_down("whist", *SUITS, trumps="none")
    for card in ("2♣", "A♦", "A♥", "A♠"):
        table.choose(f"play {card}")
    assert table.seat == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "honours", "points"), [(7, "off", 7), (7, "on", 7), (10, "on", 11)]
)
def test_tricks_over_six_count_before_honours(target: int, honours: str, points: int) -> None:
    table = sit_down("whist", *SUITS, target=target, honours=honours)
    table.finish()
    assert table.outcome.scores == (0, points, 0, points)
    assert len(table.seats) == 52


@pytest.mark.slow
def test_trumps_rotate_and_so_does_the_deal() -> None:
    table = sit_down("whist", trumps="rotating", target=10)
    met: list[tuple[int, str]] = []
    while not table.is_over:
        if (turn := (table.number("DEALER"), table.word("TRUMP"))) not in met[-1:]:
            met.append(turn)
        table.play(0)
    assert met[:4] == [(4, "HEARTS"), (1, "CLUBS"), (2, "DIAMONDS"), (3, "SPADES")]


@pytest.mark.slow
@pytest.mark.parametrize(("target", "hands"), [(5, 9), (10, 19)])
def test_a_hand_has_a_point_for_somebody_so_there_are_not_many(target: int, hands: int) -> None:
    assert_ends_within(52 * hands, "whist", target=target)


def test_a_rubber_is_won_with_two_games() -> None:
    """All tricks are seven points at once; the next game begins at nought."""
    table = sit_down("whist", *SUITS, games=2)
    table.finish(until=lambda: table.number("HAND") > 1)
    games = [table.team_number("GAMES", team) for team in (0, 1)]
    assert sorted(games) == [0, 1]
    assert [table.team_number("SCORE", team) for team in (0, 1)] == [0, 0]
    table.lead_with("GAMES", 1, 1, teams=True)
    table.finish()
    assert sorted(table.outcome.scores) == [1, 1, 2, 2]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all, with trumps, tricks over six, and honours."""
    table, chance = sit_down("whist", target=10, honours="on"), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        trump, before = trump_of(table), sides(table, "SCORE")
        hand = played(table, chance, follow, by_trump(trump))
        points = [max(0, hand.count(side, side + 2) - 6) for side in (0, 1)]
        if all(old + new < 10 for old, new in zip(before, points, strict=True)):
            for side in (0, 1):
                held = [*hand.dealt[side], *hand.dealt[side + 2]]
                honours = sum(rank + trump in held for rank in ("10", "J", "Q", "K", "A")[1:])
                points[side] += {3: 2, 4: 4}.get(honours, 0)
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == points
