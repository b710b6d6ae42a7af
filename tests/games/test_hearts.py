"""Hearts: passing, broken hearts, 26 points a hand, and the moon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from card_table import SUITS, Table, assert_ends_within, sit_down
from tricks import by_trump, played, until_cards, was_played

from kibitz.engine import Rng


def decisions(table: Table) -> Iterator[Table]:
    """The table before every choice of a match at random."""
    choices = Rng(3)
    while not table.is_over:
        yield table
        table.play(choices.below(len(table.decision.options)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lady", "jack", "points"),
    [("none", "off", 13), ("queen", "off", 26), ("maria", "off", 43), ("queen", "on", 16)],
)
def test_every_hand_costs_the_same(lady: str, jack: str, points: int) -> None:
    table = sit_down("hearts", lady=lady, jack=jack, moon="off")
    for _ in decisions(table):
        if table.number("HAND") > 1:
            assert sum(table.numbers("TOTAL")) == points * (table.number("HAND") - 1)
    assert sum(table.numbers("SCORE")) == points


@pytest.mark.slow
def test_cards_go_left_right_across_and_nowhere() -> None:
    table = sit_down("hearts", target=150)
    seats: dict[int, int] = {}
    for _ in decisions(table):
        hand = table.number("HAND")
        if hand not in seats:
            seats[hand] = table.number("SEATS")
            assert table.labels()[0].startswith("play" if hand % 4 == 0 else "pass")
    assert [seats[hand] for hand in range(1, 6)] == [1, 3, 2, 0, 1]


def test_nobody_sees_what_they_get_before_they_have_passed_themselves() -> None:
    table = sit_down("hearts", *SUITS)
    for seat in range(4):
        for _ in range(3):
            assert len(table.pile("iloc HAND", seat)) + len(table.pile("iloc PASSED", seat)) == 13
            table.play(0)
    assert set(table.pile("iloc HAND", 1)) >= {"2♣", "3♣", "4♣"}
    assert (table.seat, table.labels()) == (1, ("play 2♣",))


@pytest.mark.slow
def test_the_first_trick_begins_with_the_two_of_clubs_and_costs_nothing() -> None:
    table = sit_down("hearts", *SUITS, passing="off")
    assert table.labels() == ("play 2♣",)
    table.play(0)
    assert len(table.labels()) == 13, "diamonds cost nothing"
    table.play(0)
    assert len(table.labels()) == 13, "who has nothing but hearts may play them"
    table.play(0)
    assert "play Q♠" not in table.labels()
    assert len(table.labels()) == 12


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_heart_is_led_only_when_hearts_are_broken_or_nothing_else_is_left(seed: int) -> None:
    table = sit_down("hearts")
    table.rng = Rng(seed)
    refused = 0
    for _ in decisions(table):
        if table.labels()[0].startswith("pass") or table.word("LED") != "NONE":
            continue
        hand = table.pile("iloc HAND", table.seat)
        hearts = {f"play {card}" for card in hand if card.endswith("♥")}
        if table.number("TRICKS") and not table.number("BROKEN") and len(hearts) < len(hand):
            assert not hearts & set(table.labels())
            refused += bool(hearts)
    assert refused


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({}, (0, 26, 26, 26)),
        ({"moon": "off"}, (26, 0, 0, 0)),
        ({"jack": "on"}, (-10, 26, 26, 26)),
        ({"lady": "maria"}, (0, 43, 43, 43)),
    ],
)
def test_who_takes_everything_has_shot_the_moon(
    options: dict[str, int | str], scores: tuple[int, ...]
) -> None:
    table = sit_down("hearts", *SUITS, passing="off", target=25, **options)
    table.finish()
    assert table.outcome.scores == scores
    assert len(table.seats) == 52


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "cards", "lowest"), [(3, 17, "2♣"), (4, 13, "2♣"), (5, 10, "3♣")]
)
def test_the_pack_is_dealt_out_among_any_number(players: int, cards: int, lowest: str) -> None:
    table = sit_down("hearts", players=players, passing="off")
    assert [len(table.pile("iloc HAND", seat)) for seat in range(players)] == [cards] * players
    assert table.labels() == (f"play {lowest}",)


@pytest.mark.slow
def test_somebody_soon_has_a_hundred_points() -> None:
    assert_ends_within(8 * (12 + 52), "hearts", target=50)
    assert_ends_within(16 * (12 + 52), "hearts")


BLACK_MARIA: dict[str, int | str] = {
    "players": 3,
    "lady": "maria",
    "passing": "right",
    "moon": "off",
    "breaking": "off",
    "leader": "eldest",
}


def test_black_maria_for_three_is_played_without_the_two_of_clubs() -> None:
    table = sit_down("hearts", **BLACK_MARIA)
    pack = {card for seat in range(3) for card in table.pile("iloc HAND", seat)}
    assert len(pack) == 51
    assert "2♣" not in pack


def test_in_black_maria_cards_go_to_the_right_and_eldest_hand_leads_what_it_likes() -> None:
    table = sit_down("hearts", **BLACK_MARIA)
    passed = [table.pile("iloc HAND", seat)[:3] for seat in range(3)]
    for cards in passed:
        for card in cards:
            table.choose(f"pass {card}")
    for seat, cards in enumerate(passed):
        assert set(cards) <= set(table.pile("iloc HAND", (seat - 1) % 3))
    assert table.seat == 0
    assert len(table.labels()) == 17, "hearts as well"
    table.play(0)
    assert table.seat == 1


@pytest.mark.slow
def test_the_deal_goes_round_whoever_has_led() -> None:
    table, chosen = sit_down("hearts", passing="left"), [0]
    for hand in range(4):
        assert table.seat == hand, "left of the dealer chooses first"
        table.finish(until=lambda: table.number("HAND") > len(chosen))
        chosen.append(hand)


def cost(cards: list[str]) -> int:
    return sum(card[-1] == "♥" for card in cards) + 13 * ("Q♠" in cards)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all: the first trick, breaking hearts, and the moon."""
    table, chance = sit_down("hearts"), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        before = table.numbers("TOTAL")
        until_cards(table, chance)

        def legal(hand: list[str], trick: list[str]) -> Iterable[str]:
            is_first = len(hand) == 13
            if not trick:
                plain = [card for card in hand if card[-1] != "♥"]
                return ["2♣"] if is_first else hand if was_played(table, "♥") else plain or hand
            following = [card for card in hand if card[-1] == trick[0][-1]]
            harmless = [card for card in hand if not cost([card])]
            return following or (is_first and harmless) or hand

        hand = played(table, chance, legal, by_trump(""))
        scored = [cost(hand.taken(seat)) for seat in range(4)]
        if 26 in scored:
            scored = [26 - points for points in scored]
        after = table.numbers("TOTAL")
        assert [new - old for new, old in zip(after, before, strict=True)] == scored
