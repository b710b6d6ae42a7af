"""Skat: the auction, what follows what, and what every game is worth, counted once more."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

import pytest
from card_table import Table, assert_ends_within, loaded, sit_down

from kibitz.engine import Rng

JACKS = ["J♣", "J♠", "J♥", "J♦"]
RANKS = ["A", "10", "K", "Q", "9", "8", "7"]
NULL_RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7"]
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
SYMBOLS = {"CLUBS": "♣", "SPADES": "♠", "HEARTS": "♥", "DIAMONDS": "♦"}
BASES = {"CLUBS": 12, "SPADES": 11, "HEARTS": 10, "DIAMONDS": 9, "GRAND": 24}
DEAL = (
    "J♣ J♠ A♥ 10♥ K♥ Q♥ 9♥ 8♥ 7♥ A♣",
    "J♥ 10♣ K♣ Q♣ 9♣ 8♣ 7♣ A♠ 10♠ K♠",
    "J♦ A♦ 10♦ K♦ Q♦ 9♦ 8♦ 7♦ Q♠ 9♠",
    "8♠ 7♠",
)
"""Of players 1 (forehand), 2 and 3 (who deals), and the skat."""
DEAL_WITHOUT_JACKS = "A♣ 10♣ K♣ Q♣ 9♣ 8♣ 7♣ A♠ 10♠ K♠", "A♦ 10♦ K♦ Q♦ 9♦ 8♦ 7♦ Q♠ 9♠ 8♠"


def trumps(game: str) -> list[str]:
    """From high to low."""
    if game == "NULL":
        return []
    suit = SYMBOLS.get(game)
    return [*JACKS, *(rank + suit for rank in RANKS)] if suit else JACKS


def worth_of(cards: list[str]) -> int:
    return sum(POINTS.get(card[:-1], 0) for card in cards)


def playable(hand: list[str], led: str, game: str) -> set[str]:
    high = trumps(game)
    suit = {card for card in hand if card[-1] == led[-1] and card not in high}
    return ({card for card in hand if card in high} if led in high else suit) or set(hand)


def winner(trick: list[str], game: str) -> int:
    ranks = NULL_RANKS if game == "NULL" else RANKS
    order = [*trumps(game), *(rank + trick[0][-1] for rank in ranks)]
    return min(range(3), key=lambda n: order.index(trick[n]) if trick[n] in order else 99)


@dataclass
class Hand:
    """A hand in which somebody plays alone."""

    declarer: int
    game: str
    bid: int
    from_hand: bool
    announced: int
    """1 for schneider, or if null is ouvert; 2 for schwarz."""
    cards: list[str]
    """The declarer's, with the skat."""
    taken: list[str]
    """By the declarer, with the skat."""
    tricks: int = 0
    """Of the declarer."""

    @staticmethod
    def begun(table: Table) -> Hand:
        """Before the first card."""
        declarer, game = table.number("DECLARER") - 1, table.word("GAME")
        is_open = game == "NULL" and table.number("WORTH") in (46, 59)
        skat = table.pile("iloc SKAT")
        return Hand(
            declarer,
            game,
            table.number("BID"),
            bool(table.number("FROMHAND")),
            int(is_open) or table.number("ANNOUNCED"),
            [*table.pile("iloc HAND", declarer), *skat],
            skat,
        )

    def score(self) -> int:
        if self.game == "NULL":
            worth = ((23, 46), (35, 59))[self.from_hand][self.announced]
            return -2 * worth if self.tricks else worth
        points = worth_of(self.taken)
        held = [card in self.cards for card in trumps(self.game)]
        times = 1 + len(list(takewhile(lambda has: has == held[0], held)))
        times += self.from_hand + self.announced
        times += points >= 90 or points <= 30 or self.announced > 0
        times += self.tricks in (0, 10) or self.announced == 2
        won = points >= (90 if self.announced else 61)
        won &= self.announced < 2 or self.tricks == 10
        base = BASES[self.game]
        if times * base < self.bid:
            times, won = -(-self.bid // base), False
        return times * base if won else -2 * times * base


def play_trick(table: Table, chance: Rng, game: str) -> tuple[int, list[str]]:
    """Who takes a trick at random, and what is in it; what was offered is compared."""
    trick: list[str] = []
    leader = table.seat
    for _ in range(3):
        labels, mine = table.labels(), table.pile("iloc HAND", table.seat)
        expected = playable(mine, trick[0], game) if trick else set(mine)
        assert set(labels) == {f"play {card}" for card in expected}
        choice = chance.below(len(labels))
        trick.append(labels[choice].removeprefix("play "))
        table.play(choice)
    return (leader + winner(trick, game)) % 3, trick


def played_out(table: Table, chance: Rng) -> Hand:
    """A hand from its first card to its last, at random."""
    hand, number = Hand.begun(table), table.number("HAND")
    while not table.is_over and table.number("HAND") == number:
        taker, trick = play_trick(table, chance, hand.game)
        if taker == hand.declarer:
            hand.tricks += 1
            hand.taken += trick
        if not table.is_over and table.number("HAND") == number:
            assert table.seat == taker
    return hand


@pytest.mark.slow
@pytest.mark.parametrize("bidding", ["full", "simple"])
@pytest.mark.parametrize("seed", range(3))
def test_tricks_and_scores_are_as_counted_by_hand(bidding: str, seed: int) -> None:
    table, chance = sit_down("skat", bidding=bidding, rounds=8), Rng(seed)
    games: set[str] = set()
    while not table.is_over:
        labels = table.labels()
        if labels[0][-1] not in "♣♠♥♦" or not labels[0].startswith("play"):
            table.play(chance.below(len(labels)))
            continue
        before = table.numbers("TOTAL")
        hand = played_out(table, chance)
        games.add(hand.game)
        change = [new - old for new, old in zip(table.numbers("TOTAL"), before, strict=True)]
        assert change.pop(hand.declarer) == hand.score()
        assert change == [0, 0]
    assert len(games) > 3


def test_bids_are_what_games_are_worth() -> None:
    table, bids = sit_down("skat"), []
    for _ in range(20):
        assert table.seat == 1, "middlehand names bids"
        bids.append(int(table.labels()[0].removeprefix("bid ")))
        table.choose("bid")
        assert table.seat == 0, "and forehand holds them"
        table.choose("hold")
    assert bids[:12] == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44]
    assert bids[12:] == [45, 46, 48, 50, 54, 55, 59, 60]
    table.choose("pass")
    assert table.labels() == ("bid 63", "pass"), "rearhand goes on"
    assert table.seat == 2
    table.choose("pass")
    assert table.labels() == ("pick up the skat", "play from the hand")
    assert table.seat == 0


def test_forehand_may_play_if_nobody_bids_and_else_the_cards_are_thrown_in() -> None:
    table = sit_down("skat")
    table.choose("pass")
    table.choose("pass")
    assert table.labels() == ("play for 18", "pass")
    assert table.seats == [1, 2]
    table.choose("pass")
    assert (table.number("HAND"), table.number("DEALER"), table.seat) == (2, 1, 2)


@pytest.mark.parametrize(
    ("announcement", "extra", "score"),
    [
        ("hearts", "nothing", 10 * (2 + 1 + 1 + 1 + 1)),
        ("hearts", "schwarz", 10 * (2 + 1 + 1 + 2 + 2)),
        ("grand", "nothing", 24 * (2 + 1 + 1 + 1 + 1)),
    ],
)
def test_with_two_from_the_hand_and_all_tricks(announcement: str, extra: str, score: int) -> None:
    table = sit_down("skat", *DEAL, rounds=1)
    for label in ("pass", "pass", "play for 18", "play from the hand"):
        table.choose(label)
    table.choose(f"announce {announcement}")
    table.choose(f"announce {extra}")
    for card in DEAL[0].split():
        table.choose(f"play {card}")
        table.finish(until=lambda: table.seat == 0 or table.number("HAND") == 2)
    assert table.numbers("TOTAL") == [score, 0, 0]


def test_the_skat_is_picked_up_and_two_cards_are_laid_away_unseen() -> None:
    table = sit_down("skat", *DEAL)
    for label in ("pass", "pass", "play for 18", "pick up the skat", "lay away 8♠", "lay away A♣"):
        table.choose(label)
    assert sorted(table.pile("iloc SKAT")) == ["8♠", "A♣"]
    seen = [card.card for card in table.view(1).piles[table.place("iloc SKAT")]]
    assert seen == [None, None]
    assert "announce null ouvert" in table.labels()


def test_null_ouvert_is_open_and_lost_with_the_first_trick() -> None:
    table = sit_down("skat", *DEAL)
    for label in ("pass", "pass", "play for 18", "play from the hand", "announce null ouvert"):
        table.choose(label)
    known = [card.card for card in table.view(1).piles[table.place("iloc HAND", 0)]]
    assert None not in known
    for card in ("A♥", "J♥", "9♠"):
        table.choose(f"play {card}")
    assert table.number("HAND") == 2
    assert table.numbers("TOTAL") == [-2 * 59, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_if_everybody_passes_the_most_points_lose_at_ramsch(seed: int) -> None:
    table, chance = sit_down("skat", passed="ramsch", rounds=1), Rng(seed)
    for _ in range(3):
        table.choose("pass")
    assert table.word("GAME") == "RAMSCH"
    skat, points, tricks, taker = table.pile("iloc SKAT"), [0, 0, 0], [0, 0, 0], 0
    for _ in range(10):
        taker, trick = play_trick(table, chance, "GRAND")
        tricks[taker] += 1
        points[taker] += worth_of(trick)
    points[taker] += worth_of(skat)
    loss = -max(points) * 2 ** tricks.count(0)
    assert table.numbers("TOTAL") == [loss if have == max(points) else 0 for have in points]


def test_who_takes_every_trick_of_a_ramsch_has_won() -> None:
    table = sit_down(
        "skat", "J♣ J♠ J♥ J♦ A♥ 10♥ K♥ Q♥ 9♥ 8♥", *DEAL_WITHOUT_JACKS, passed="ramsch", rounds=1
    )
    for _ in range(3):
        table.choose("pass")
    table.finish(until=lambda: table.number("HAND") == 2)
    assert table.numbers("TOTAL") == [120, 0, 0]


@pytest.mark.slow
def test_in_the_league_opponents_have_forty_for_a_game_that_is_lost() -> None:
    played = loaded("skat", scoring="league", rounds=1).playouts(300)
    plain = loaded("skat", rounds=1).playouts(300)
    more = (played.scores - plain.scores).sum(axis=1)
    assert set(more.tolist()) <= {50 * won + 30 * lost for won in range(4) for lost in range(4)}


@pytest.mark.slow
def test_a_match_has_three_hands_a_round() -> None:
    assert_ends_within(9 * (40 + 30 + 6), "skat")


def test_every_bid_that_some_game_is_worth_is_named_in_turn_and_nothing_above_it() -> None:
    """Grand from the hand with four, schwarz announced, is worth 240; only ouvert would be more."""
    suits = {base * times for base in (9, 10, 11, 12) for times in range(2, 18)}
    ladder = sorted(suits | {24 * times for times in range(2, 11)} | {23, 35, 46, 59})
    table, named = sit_down("skat", *DEAL), list[int]()
    while table.labels()[0].startswith("bid") and len(named) < len(ladder):
        named.append(int(table.labels()[0].removeprefix("bid ")))
        table.play(0)
        table.choose("hold")
    assert named == ladder
    assert {100, 108, 204, 240} < set(named)
    assert not {171, 190, 198, 264} & set(named)
    assert table.labels() == ("pass",)


def test_in_the_simple_auction_any_bid_may_be_named_at_once() -> None:
    table = sit_down("skat", bidding="simple")
    bids = [int(label.removeprefix("bid ")) for label in table.labels() if label != "pass"]
    assert (bids[0], bids[-1]) == (18, 240)
    assert {60, 63, 108, 120, 192, 240} <= set(bids)
    assert not {61, 103, 220, 264} & set(bids)
