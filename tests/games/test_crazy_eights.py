"""Crazy Eights: suit or rank, wild eights, and what action cards do."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, first_of, sit_down, walk

OTHERS = "4♦ 4♠ 5♣ 5♦ 5♠ 6♣ 6♦ 6♠ 10♦ 7♦ 7♠ 9♣ 9♦ 9♠ 10♣"
"""What players 2, 3 and 4 are dealt."""


def test_a_card_of_the_suit_or_the_rank_may_be_played_and_an_eight_on_anything() -> None:
    table = sit_down("crazy-eights", "7♥ K♦ 7♣ 8♠ 2♦", OTHERS, "K♥")
    assert table.pile("vloc PILE") == ["K♥"]
    assert set(table.labels()) == {
        "play 7♥",
        "play K♦",
        *(f"play 8♠ and call {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")),
        "draw from the stock",
    }


def test_after_an_eight_the_suit_that_was_called_must_be_followed() -> None:
    table = sit_down("crazy-eights", "8♠ 2♣ 3♣ 4♣ 7♣", OTHERS)
    table.choose("play 8♠ and call diamonds")
    assert table.word("SUIT") == "DIAMONDS"
    assert table.labels() == ("play 4♦", "play 5♦", "draw from the stock")


def test_who_has_drawn_one_card_plays_or_passes() -> None:
    table = sit_down("crazy-eights")
    table.choose("draw")
    assert table.seat == 0
    assert "draw from the stock" not in table.labels()
    table.choose("pass")
    assert table.seat == 1


@pytest.mark.slow
def test_in_other_houses_one_draws_until_one_plays() -> None:
    table = sit_down("crazy-eights", draw="until")
    for _ in range(31):
        assert "pass" not in table.labels()
        table.choose("draw")
    assert table.seats == [0] * 31
    assert table.cards("iloc STOCK") == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "option", "seat"), [("Q♥", "skip", 2), ("A♥", "reverse", 3), ("2♥", "drawtwo", 2)]
)
def test_action_cards(card: str, option: str, seat: int) -> None:
    for setting, expected in (("on", seat), ("off", 1)):
        table = sit_down("crazy-eights", card, "3♥ 3♦ 3♠ 4♥", OTHERS, "K♥", **{option: setting})
        table.choose(f"play {card}")
        assert table.seat == expected
        drawn = 2 if (option, setting) == ("drawtwo", "on") else 0
        assert len(table.cards("iloc HAND", 1)) == 5 + drawn


@pytest.mark.slow
def test_what_is_left_in_a_hand_costs() -> None:
    hands = "9♥ 2♥ 3♥ 4♥ 5♥", "8♣ K♣ Q♣ 10♣ A♣", "8♦ J♦ 7♦ 6♦ 2♦", "2♠ 3♠ 4♠ 5♠ 6♠"
    table = sit_down("crazy-eights", *hands, "K♥")
    while not table.is_over:
        table.choose("play" if table.seat == 0 else "pass" if table.number("DRAWN") else "draw")
    assert table.seats == [0, *[1, 1, 2, 2, 3, 3, 0] * 4]
    (winner, second, *_) = table.outcome.scores
    assert (winner, second > 50 + 10 + 10 + 10 + 1) == (0, True)


def without_playing(labels: tuple[str, ...]) -> int:
    return first_of(labels, "draw", "pass", "play")


@pytest.mark.parametrize("reshuffle", ["on", "off"])
def test_a_used_up_stock_is_made_anew_from_the_pile(reshuffle: str) -> None:
    """Three cards are played, then everybody draws as long as there is something to draw."""
    table = sit_down("crazy-eights", "7♥ K♦ 7♣ 8♠ 2♦", OTHERS, "K♥", reshuffle=reshuffle)
    for label in ("play K♦", "play 4♦", "play 6♦"):
        table.choose(label)
    table.run(
        lambda _, labels: without_playing(labels), until=lambda: not table.cards("iloc STOCK")
    )
    assert table.pile("vloc PILE") == ["K♥", "K♦", "4♦", "6♦"]
    table.run(lambda _, labels: without_playing(labels), until=lambda: not table.number("DRAWN"))
    assert ("draw from the stock" in table.labels()) == (reshuffle == "on")
    if reshuffle == "on":
        table.choose("draw")
        assert table.pile("vloc PILE") == ["6♦"]
        assert len(table.cards("iloc STOCK")) == 2


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"draw": "until"}, {"skip": "on", "drawtwo": "on"}])
def test_every_round_ends(options: dict[str, int | str]) -> None:
    assert_ends_within(31 * 2 + 51 * 4, "crazy-eights", reshuffle="off", **options)
    draws = 48 if options == {"draw": "until"} else 1
    assert_ends_within(100 * 4 * (draws + 1), "crazy-eights", **options)


FACES = {"A": 1, "8": 50, "J": 10, "Q": 10, "K": 10}
SUITS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}


@pytest.mark.slow
def test_plays_turns_and_costs_are_as_by_hand() -> None:
    """Some 2,000 decisions, in a house where queens skip, aces turn and twos give two cards."""
    before: tuple[Table, int, str] | None = None
    direction = 1

    def legal(table: Table) -> set[str]:
        hand, top = table.pile("iloc HAND", table.seat), table.pile("vloc PILE")[-1]
        suit, has_drawn = SUITS[table.word("SUIT")], table.number("DRAWN") > 0
        fitting = [card for card in hand if card[-1] == suit or card[:-1] == top[:-1]]
        plays = {f"play {card}" for card in fitting if card[0] != "8"}
        eights = {f"play {c} and call {s.lower()}" for c in hand if c[0] == "8" for s in SUITS}
        may_draw = table.pile("iloc STOCK") or len(table.pile("vloc PILE")) > 1
        draw = {"draw from the stock"} if may_draw and not has_drawn else set()
        is_stuck = not (may_draw or plays or eights)
        return plays | eights | draw | ({"pass"} if has_drawn or is_stuck else set())

    def look(table: Table) -> None:
        nonlocal before, direction
        labels, top = table.labels(), table.pile("vloc PILE")[-1]
        assert len(labels) == len(set(labels))
        assert set(labels) == legal(table)
        if before is None or before[0] is not table:
            direction = 1
        elif table.number("DRAWN") == 0:
            rank = top[:-1] if top != before[2] else ""
            if rank == "A":
                direction = -direction
            steps = 2 if rank in ("Q", "2") else 1
            assert table.seat == (before[1] + steps * direction) % 4
        before = table, table.seat, top

    def over(table: Table) -> None:
        hands = [table.pile("iloc HAND", seat) for seat in range(4)]
        costs = [sum(FACES.get(card[:-1]) or int(card[:-1]) for card in hand) for hand in hands]
        assert list(table.outcome.scores) == costs

    walk(2_000, "crazy-eights", look, over, skip="on", reverse="on", drawtwo="on")
