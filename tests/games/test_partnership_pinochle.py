"""Partnership pinochle: bids, melds of both partners, heading, and what a bid that fails costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from card_table import Table, sit_down
from tricks import Legal, by_trump, played, sides, trump_of, until_cards

from kibitz.engine import Rng

ORDER = ["9", "J", "Q", "K", "10", "A"]
SUITS = "♣♦♥♠"
RICH = "A♣ 10♣ K♣ Q♣ J♣ K♣ Q♣ 9♣ Q♠ J♦ K♥ Q♥"
"""A run and a marriage in clubs, a nine of trumps, a pinochle, and a marriage in hearts."""
ACES = "A♣ A♦ A♥ A♠ 9♦ 9♦ 9♥ 9♥ 9♠ 9♠ J♥ J♠"
QUIET = "10♦ 10♦ 10♥ 10♥ 10♠ 10♠ J♥ J♠ J♠ 9♥ 9♣ 10♣"


def bid(table: Table, *bids: str) -> None:
    for said in bids:
        table.choose("pass" if said == "pass" else f"bid {said}")


def test_bids_rise_by_five_at_most_and_the_dealer_is_stuck() -> None:
    table = sit_down("partnership-pinochle")
    assert table.labels() == ("pass", "bid 20", "bid 21", "bid 22")
    bid(table, "pass", "pass", "pass")
    assert (table.seat, table.labels()) == (3, ("bid 20", "bid 21", "bid 22"))
    bid(table, "20")
    assert (table.seat, len(table.labels())) == (3, 4), "the dealer names trumps"


def test_who_has_passed_is_asked_no_more() -> None:
    table = sit_down("partnership-pinochle")
    bid(table, "20", "pass", "25", "pass")
    assert table.labels() == ("pass", "bid 26", "bid 27", "bid 28", "bid 29", "bid 30")
    bid(table, "30", "pass")
    assert table.seat == 0


def with_clubs(*cards: str, **options: str) -> Table:
    """Player 1 has bid 20, and clubs are trumps; player 4 has what is left."""
    left = Counter(rank + suit for rank in ORDER for suit in SUITS * 2)
    left.subtract(Counter(" ".join(cards).split()))
    table = sit_down("partnership-pinochle", *cards, " ".join(left.elements()), **options)
    bid(table, "20", "pass", "pass", "pass")
    table.choose("name clubs trumps")
    return table


MIDDLE = "K♦ Q♦ J♦ K♥ Q♥ K♠ Q♠ K♠ J♥ 10♥ J♠ 9♣"
"""Marriages in three suits, a pinochle, and a nine of trumps: 2 + 2 + 2 + 4 + 1."""


def test_partners_add_up_their_melds() -> None:
    table = with_clubs(RICH, MIDDLE, ACES)
    assert sides(table, "MELDS")[0] == (15 + 4 + 1 + 4 + 2) + 10
    assert table.pile("vloc MELD", 0) == [], "they are taken up again"


def test_on_a_trump_a_higher_one_is_played_and_who_is_void_trumps() -> None:
    table = with_clubs(RICH, MIDDLE, ACES)
    table.choose("play K♣")
    assert table.labels() == ("play 9♣",), "there is no higher one"
    table.choose("play 9♣")
    assert table.labels() == ("play A♣",)


def melds_of(hand: Sequence[str], trump: str) -> int:
    """Counted by hand."""
    held = Counter(hand)
    runs = min(held[rank + trump] for rank in ORDER[1:])
    points = [0, 15, 150][runs] + held["9" + trump]
    for suit in SUITS:
        couples = min(held["K" + suit], held["Q" + suit])
        points += 4 * (couples - runs) if suit == trump else 2 * couples
    points += [0, 4, 30][min(held["Q♠"], held["J♦"])]
    for rank, worth in {"A": 10, "K": 8, "Q": 6, "J": 4}.items():
        points += worth * [0, 1, 10][min(held[rank + suit] for suit in SUITS)]
    return points


def legal(trump: str, *, heads_all: bool) -> Legal:
    def may_be_played(hand: list[str], trick: list[str]) -> Iterable[str]:
        if not trick:
            return hand
        led = trick[0][-1]
        best = trick[by_trump(trump, ORDER)(trick)]
        following = [card for card in hand if card[-1] == led]
        cards = following or [card for card in hand if card[-1] == trump] or hand
        if not (heads_all or led == trump):
            return cards
        higher = [
            card
            for card in cards
            if (card[-1] == trump and best[-1] != trump)
            or (card[-1] == best[-1] and ORDER.index(card[:-1]) > ORDER.index(best[:-1]))
        ]
        return higher or cards

    return may_be_played


@pytest.mark.slow
@pytest.mark.parametrize("heading", ["trumps", "all"])
def test_hands_are_counted_as_by_hand(heading: str) -> None:
    """Some 2,000 decisions: the melds of every hand, what may be played, and the score."""
    chance, bids_lost, bids_kept = Rng(4, stream=2), 0, 0
    table = sit_down("partnership-pinochle", heading=heading, target=300, hands=30)
    table.rng = Rng(11)
    while not table.is_over:
        before = sides(table, "SCORE")
        hands = [table.pile("iloc HAND", seat) for seat in range(4)]
        until_cards(table, chance)
        trump = trump_of(table)
        melds = [sum(melds_of(hands[seat], trump) for seat in (side, side + 2)) for side in (0, 1)]
        assert sides(table, "MELDS") == melds
        bid, bidders = table.number("BID"), (table.number("BIDDER") - 1) % 2
        moves = legal(trump, heads_all=heading == "all")
        tricks = played(table, chance, moves, by_trump(trump, ORDER))
        has = [tricks.worth({"A": 1, "10": 1, "K": 1}, side, side + 2) for side in (0, 1)]
        has[tricks.takers[-1] % 2] += 1
        assert sum(has) == 25
        whole = [points and points + own for points, own in zip(has, melds, strict=True)]
        is_kept = whole[bidders] >= bid
        change = [0, 0]
        change[bidders] = whole[bidders] if is_kept else -bid
        if before[bidders] + change[bidders] < 300:
            change[1 - bidders] = whole[1 - bidders]
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == change
        bids_kept, bids_lost = bids_kept + is_kept, bids_lost + (not is_kept)
    assert bids_lost > 3
    assert bids_kept > 0


@pytest.mark.parametrize(("trick", "score"), [("on", 0), ("off", 11)])
def test_a_side_that_takes_nothing_that_counts_has_no_melds(trick: str, score: int) -> None:
    table = with_clubs(RICH, MIDDLE, ACES, trick=trick)
    table.finish(until=lambda: len(table.pile("iloc HAND", table.seat)) == 1)
    table.lead_with("CARDS", 24, 0, teams=True)
    table.lead_with("MELDS", 0, 11, teams=True)
    table.finish(until=lambda: table.number("HAND") == 2)
    assert sides(table, "SCORE")[1] == score
