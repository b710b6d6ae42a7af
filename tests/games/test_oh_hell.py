"""Oh Hell: hands that grow and shrink, bids that cannot all come true, and tricks."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down
from tricks import by_trump, follow, played, trump_of

from kibitz.engine import Rng
from kibitz.recycle import RecycleError


def one_card_each(*bids: int, **options: int | str) -> Table:
    """Three players, one trick, diamonds are trump; the ace takes it."""
    table = sit_down("oh-hell", "A♣ K♣ 2♣ 3♦", players=3, most=1, **options)
    for bid in bids:
        table.choose(f"bid {bid}")
    table.finish()
    return table


def three_tricks(bid: int, points: str) -> int:
    """What player 1 scores who bids so many and takes all three."""
    pack = "A♣ K♣ Q♣ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 9♥"
    table = sit_down("oh-hell", pack, players=3, most=3, rounds="down", points=points)
    table.choose(f"bid {bid}")
    table.finish(until=lambda: table.number("DEAL") == 2)
    return table.number("SCORE", 0)


@pytest.mark.parametrize(
    ("rounds", "lengths"),
    [
        ("up-and-down", [1, 2, 3, 2, 1]),
        ("down-and-up", [3, 2, 1, 2, 3]),
        ("up", [1, 2, 3]),
        ("down", [3, 2, 1]),
    ],
)
def test_hands_grow_and_shrink(rounds: str, lengths: list[int]) -> None:
    table = sit_down("oh-hell", most=3, rounds=rounds)
    met: list[int] = []
    dealers: list[int] = []
    while not table.is_over:
        if table.labels()[0].startswith("bid") and table.number("DEAL") > len(met):
            met.append(len(table.pile("iloc HAND", 0)))
            dealers.append(table.number("DEALER"))
        table.play(0)
    assert met == lengths
    assert dealers == [4, 1, 2, 3, 4][: len(lengths)]


def test_the_dealer_bids_last_and_is_on_the_hook() -> None:
    table = sit_down("oh-hell", "A♣ K♣ 2♣ 3♦", players=3, most=1)
    assert table.labels() == ("bid 0", "bid 1")
    table.choose("bid 1")
    assert table.labels() == ("bid 0", "bid 1")
    table.choose("bid 0")
    assert table.labels() == ("bid 1",)
    assert table.seats == [0, 1]
    assert table.seat + 1 == table.number("DEALER") == 3


def test_without_the_hook_all_bids_can_come_true() -> None:
    assert one_card_each(1, 0, 0, hook="off").outcome.scores == (11, 10, 10)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ("exact", (11, 10, 0)),
        ("every-trick", (11, 10, 0)),
        ("forfeit", (11, 10, -1)),
        ("squares", (11, 10, -1)),
    ],
)
def test_what_bids_are_worth(points: str, scores: tuple[int, ...]) -> None:
    assert one_card_each(1, 0, 1, points=points).outcome.scores == scores


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "made", "missed"),
    [("exact", 13, 0), ("every-trick", 13, 3), ("forfeit", 13, -2), ("squares", 19, -4)],
)
def test_three_tricks_that_were_bid_and_three_where_one_was(
    points: str, made: int, missed: int
) -> None:
    assert three_tricks(3, points) == made
    assert three_tricks(1, points) == missed


@pytest.mark.slow
def test_nought_may_be_worth_less() -> None:
    assert one_card_each(1, 0, 1, nought=5).outcome.scores == (11, 5, 0)


def test_suit_is_followed_and_trump_takes_the_trick() -> None:
    table = sit_down("oh-hell", "A♣ K♣ 2♣ 3♠ 5♦ Q♣ 7♦", players=3, most=2, rounds="down")
    for _ in range(3):
        table.choose("bid 0")
    table.choose("play A♣")
    assert table.labels() == ("play 2♣",)
    table.play(0)
    assert table.labels() == ("play Q♣",)
    table.play(0)
    assert table.numbers("TRICKS") == [1, 0, 0]
    table.finish(until=lambda: table.number("DEAL") == 2)
    assert table.seats[3:] == [0, 1, 2, 0, 1, 2]
    assert table.numbers("SCORE") == [0, 10, 0]


def test_who_takes_a_trick_leads_to_the_next() -> None:
    table = sit_down("oh-hell", "A♣ 2♣ 2♦ 2♥ K♣ 3♠ 3♦", players=3, most=2, rounds="down")
    for _ in range(3):
        table.choose("bid 0")
    table.choose("play A♣")
    assert table.labels() == ("play 2♦", "play 2♥")
    table.choose("play 2♦")
    table.choose("play K♣")
    assert table.seat == 1


def test_trump_is_what_was_turned_up() -> None:
    assert sit_down("oh-hell", "A♣ K♣ 2♣ 3♦", players=3).word("TRUMP") == "DIAMONDS"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trumps", "suits"),
    [
        ("in-order", ["CLUBS", "DIAMONDS", "HEARTS", "SPADES", "NONE", "CLUBS", "DIAMONDS"]),
        ("never", ["NONE"] * 7),
    ],
)
def test_trumps_may_take_turns_or_there_may_be_none(trumps: str, suits: list[str]) -> None:
    table = sit_down("oh-hell", most=4, trumps=trumps)
    met: list[str] = []
    while not table.is_over:
        if table.number("DEAL") > len(met):
            met.append(table.word("TRUMP"))
            assert len(table.pile("iloc STOCK")) == 52 - 4 * table.number("CARDS")
        table.play(0)
    assert met == suits


@pytest.mark.slow
def test_a_match_has_as_many_decisions_as_bids_and_cards() -> None:
    assert_ends_within(13 * 4 + 49 * 4, "oh-hell")
    assert_ends_within(13 * 7 + 55 * 7, "oh-hell", players=7, rounds="down-and-up")


def test_the_bids_of_the_last_hand_do_not_stand_in_the_next_auction() -> None:
    table = sit_down("oh-hell", "A♣ K♣ 2♣ 3♦", players=3, most=2)
    for bid in (1, 0, 1):
        table.choose(f"bid {bid}")
    assert table.numbers("BID") == [1, 0, 1]
    table.finish(until=lambda: table.number("DEAL") == 2)
    assert table.numbers("BID") == [0, 0, 0]
    table.choose("bid 2")
    assert table.numbers("BID") == [0, 2, 0]


def test_all_cards_may_be_dealt_where_none_is_turned_up() -> None:
    table = sit_down("oh-hell", most=13, rounds="down", trumps="in-order")
    assert [len(table.pile("iloc HAND", seat)) for seat in range(4)] == [13] * 4
    with pytest.raises(RecycleError) as refused:
        sit_down("oh-hell", most=13, rounds="down")
    assert refused.value.diagnostics[0].slug == "unmet-requirement"


@pytest.mark.slow
@pytest.mark.parametrize("points", ["exact", "everytrick", "forfeit", "squares"])
@pytest.mark.parametrize("seed", range(2))
def test_hands_are_counted_as_by_hand(points: str, seed: int) -> None:
    """Some 2,000 decisions in all: the hook, what may be played, and what bids come to."""
    table, chance = sit_down("oh-hell", points=points), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        before, cards, bids = table.numbers("TOTAL"), table.number("CARDS"), list[int]()
        for number in range(4):
            allowed = [n for n in range(cards + 1) if number < 3 or sum(bids) + n != cards]
            assert table.labels() == tuple(f"bid {n}" for n in allowed)
            choice = chance.below(len(allowed))
            bids.append(allowed[choice])
            table.play(choice)
        first = table.seat
        hand = played(table, chance, follow, by_trump(trump_of(table)))
        scored = [0] * 4
        for number, bid in enumerate(bids):
            seat, off = (first + number) % 4, hand.count((first + number) % 4) - bid
            lost = {"exact": 0, "everytrick": hand.count(seat), "forfeit": -abs(off)}
            won = 10 + (bid**2 if points == "squares" else bid)
            scored[seat] = won if off == 0 else lost.get(points, -(off**2))
        after = table.numbers("TOTAL")
        assert [new - old for new, old in zip(after, before, strict=True)] == scored
