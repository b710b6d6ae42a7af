"""Belote: who takes, the duty to trump, belote and rebelote, and takers who are inside."""

from __future__ import annotations

from functools import partial

import pytest
from card_table import Table, assert_ends_within, loaded, sit_down
from jass import PLAIN, SYMBOLS, assert_plays_by, filled, playable, winner
from tricks import Tricks, played, sides, trump_of, until_cards

from kibitz.engine import Rng

TRUMPS = "7♥ 8♥ Q♥ K♥ 10♥ A♥ 9♥ J♥"


def taken_by_player_1(*hands: str, **options: int | str) -> Table:
    """Everybody has these eight cards in the end; the sixth of player 1 lies open, and is taken."""
    cards = [hand.split() for hand in filled(*hands)]
    first, *others = cards
    pack = [card for hand in cards for card in hand[:5]]
    rest = [first[5], *first[6:], *(card for hand in others for card in hand[5:])]
    table = sit_down("belote", *pack, *rest, **options)
    table.choose("take the open card")
    return table


def scores(table: Table) -> tuple[int, int]:
    """After the hand."""
    table.finish(until=lambda: "pass" in table.labels())
    return table.team_number("SCORE", 0), table.team_number("SCORE", 1)


VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
NATURAL = ["7", "8", "9", "10", "J", "Q", "K", "A"]
FOURS = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}


def declarations(hand: list[str], trump: str) -> list[tuple[tuple[int, int, int, bool], int]]:
    """How good everything is that a hand can declare, and what it counts."""
    found = []
    fours = {rank for rank in FOURS if all(rank + suit in hand for suit in SYMBOLS.values())}
    for rank in fours:
        found.append(((1, FOURS[rank], PLAIN.index(rank), False), FOURS[rank]))
    for suit in SYMBOLS.values():
        held = [rank + suit in hand and rank not in fours for rank in NATURAL]
        lengths = [0]
        for has in held:
            lengths.append(lengths[-1] + 1 if has else 0)
        for top, length in enumerate(lengths[1:]):
            goes_on = top < 7 and held[top + 1]
            if length >= 3 and not goes_on:
                points = 20 if length == 3 else 50 if length == 4 else 100
                found.append(((0, length, top, suit == trump), points))
    return found


def counted(hand: Tricks, taker: int, trump: str, *, waiting: int) -> tuple[list[int], int]:
    """What both sides score, and what waits."""
    card_points = [0, 0]
    for number, (who, trick) in enumerate(zip(hand.takers, hand.cards, strict=True)):
        for card in trick:
            trumps = {"J": 20, "9": 14} if card[-1] == trump else {}
            card_points[who % 2] += {**VALUES, **trumps}.get(card[:-1], 0)
        card_points[who % 2] += 10 if number == 7 else 0
    for side in (0, 1):
        card_points[side] += 90 if hand.count(side, side + 2) == 8 else 0
    order = [(hand.leaders[0] + step) % 4 for step in range(4)]
    declared = {seat: declarations(hand.dealt[seat], trump) for seat in order}
    best: tuple[tuple[int, int, int, bool], int] | None = None
    for seat in order:
        for height, _ in declared[seat]:
            if best is None or height > best[0]:
                best = height, seat
    if best is not None:
        side = best[1] % 2
        card_points[side] += sum(
            points for seat in (side, side + 2) for _, points in declared[seat]
        )
    belote = [0, 0]
    for seat in range(4):
        if {"K" + trump, "Q" + trump} <= set(hand.dealt[seat]):
            belote[seat % 2] = 20
    have = [points + royal for points, royal in zip(card_points, belote, strict=True)]
    takers, others = taker % 2, 1 - taker % 2
    scored = [0, 0]
    if have[takers] > have[others]:
        scored[takers], scored[others] = have[takers] + waiting, have[others]
        return scored, 0
    if have[takers] < have[others]:
        scored[takers] = belote[takers]
        scored[others] = sum(card_points) + belote[others] + waiting
        return scored, 0
    scored[others] = have[others]
    return scored, waiting + have[takers]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions, with the cards that may be played and what every hand comes to."""
    table, chance, decided = sit_down("belote", target=2000), Rng(seed, stream=2), 0
    table.rng = Rng(seed)
    while not table.is_over:
        until_cards(table, chance)
        trump, taker = trump_of(table), table.number("TAKER") - 1
        before, waiting = sides(table, "SCORE"), table.number("WAITING")
        legal = partial(playable, trump=trump, style="belote")
        hand = played(table, chance, legal, partial(winner, trump=trump))
        scored, waits = counted(hand, taker, trump, waiting=waiting)
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == scored
        assert table.number("WAITING") == waits
        decided += 32
    assert decided > 300


def test_the_best_declaration_counts_with_its_partners_and_is_shown() -> None:
    """Four nines beat a row of five; the rows of the nines' side count, no others."""
    table = taken_by_player_1(
        "9♣ 9♦ 9♥ 9♠ 7♥ 8♥ 7♣ 7♦", "10♠ J♠ Q♠ K♠ A♠ 8♦ 8♣ 7♠", "Q♣ K♣ A♣ 10♥ J♥ Q♥ J♦ 10♦", ""
    )
    table.finish(until=lambda: len(table.seats) == 1 + 4)
    assert table.numbers("DECLARED") == [150, 100, 40, 20]
    assert sides(table, "DECLARATIONS") == [190, 0]
    known = {
        table.words.kind_texts[table.state.kinds[spot.card]]
        for spot in table.view(1).piles[table.place("iloc HAND", 0)]
        if spot.card is not None
    }
    assert {"9♦", "9♥", "9♠"} & known
    assert None in [spot.card for spot in table.view(1).piles[table.place("iloc HAND", 3)]]


def test_the_open_card_is_offered_and_then_another_suit() -> None:
    table = sit_down("belote")
    for number in range(8):
        assert table.labels()[-1] == "pass"
        assert len(table.labels()) == (2 if number < 4 else 4)
        table.choose("pass")
    assert table.seats == [0, 1, 2, 3] * 2
    assert table.seat == 1, "all have passed, and the next player deals"


def test_the_taker_has_the_open_card_and_everybody_eight() -> None:
    table = taken_by_player_1("7♥ 8♥ Q♥ K♥ 10♥ A♥ 9♥ J♥", "", "", "")
    assert table.pile("iloc HAND", 0)[5] == "A♥"
    assert table.word("TRUMP") == "HEARTS"
    assert [len(table.pile("iloc HAND", seat)) for seat in range(4)] == [8] * 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_exactly_the_cards_are_offered_that_may_be_played(seed: int) -> None:
    table = sit_down("belote", target=1000)
    table.rng = Rng(seed)
    assert_plays_by("belote", table, seed)


def test_belote_is_scored_with_its_second_card() -> None:
    table = taken_by_player_1(TRUMPS, "", "", "")
    for card, belote in (("K♥", 0), ("A♥", 0), ("Q♥", 20), ("J♥", 20)):
        table.finish(until=lambda: table.seat == 0)
        table.choose(f"play {card}")
        assert table.team_number("BELOTE", 0) == belote


def test_all_tricks_are_252_points_and_belote_20() -> None:
    assert scores(taken_by_player_1(TRUMPS, "", "", "", declaring="off")) == (272, 0)


PARTNER = "8♦ 9♦ J♦ 9♣ J♣ 9♠ J♠ Q♠"


@pytest.mark.parametrize(
    ("taker", "opponent", "belote", "rest"),
    [
        ("7♥ 8♥ 7♣ 8♣ 7♦ 9♥ 7♠ 8♠", "J♥ A♥ 10♥ K♥ Q♥ A♣ A♦ A♠", 0, (182, 272)),
        ("K♥ Q♥ 7♣ 8♣ 7♦ 7♥ 7♠ 8♠", "J♥ A♥ 10♥ 9♥ 8♥ A♣ A♦ A♠", 20, (162, 252)),
    ],
)
def test_takers_who_have_less_are_inside_and_keep_a_belote_only(
    taker: str, opponent: str, belote: int, rest: tuple[int, int]
) -> None:
    takers, others = scores(taken_by_player_1(taker, opponent, PARTNER, "", declaring="off"))
    assert takers == belote
    assert others in rest


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["waits", "lost"])
def test_points_are_never_lost(tie: str) -> None:
    """162 a hand, with 20 for a belote and 90 for all tricks; what waits is not there yet."""
    played = loaded("belote", tie=tie, target=101, declaring="off").playouts(
        2000, most_decisions=41
    )
    sums = played.scores[:, 0] + played.scores[:, 1]
    assert set(sums[~played.capped].tolist()) <= {162, 182, 252, 272}


@pytest.mark.slow
def test_matches_are_short() -> None:
    """At least 162 points a hand, now and then a hand that nobody takes."""
    assert_ends_within(10 * (8 + 32), "belote")
